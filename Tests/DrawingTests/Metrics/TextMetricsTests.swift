import Drawing
import Foundation
import TestSupport
import Testing

@Suite("How wide text is")
struct TextMetricsTests {
    /// As fontTools reads them from the files of DejaVu 2.37.
    @Test(
        "Widths are those of the font",
        arguments: [
            ("0", 1303, 1425), ("12", 2606, 2850), (".", 651, 778), ("-", 739, 850), ("\u{2212}", 1716, 1716), ("…", 2048, 2048), ("i", 569, 702), ("W", 2025, 2259),
            ("€", 1303, 1425),
            ("é", 1260, 1389), ("Ω", 1565, 1741), ("Ж", 2206, 2507), ("→", 1716, 1716), ("─", 1233, 1233), ("█", 1575, 1575),
        ])
    func known(text: String, regular: Int, bold: Int) {
        #expect(TextMetrics.width(of: text, size: 2048) == Double(regular))
        #expect(TextMetrics.width(of: text, size: 2048, isBold: true) == Double(bold))
        #expect(TextMetrics.width(of: text, size: 1024) == Double(regular) / 2)
    }

    @Test("What stands over a letter takes no room, characters of other fonts an em, emoji more")
    func otherFonts() {
        #expect(TextMetrics.width(of: "e\u{301}", size: 10) == TextMetrics.width(of: "e", size: 10))
        #expect(TextMetrics.width(of: "日本", size: 10) == 20)
        #expect(TextMetrics.width(of: "🚀", size: 100) > 127)
        #expect(TextMetrics.width(of: "\u{200D}\u{FEFF}\n\u{85}", size: 10) == 0)
        #expect(TextMetrics.width(of: "", size: 10) == 0)
    }

    @Test("Each width is that of the font file, where this machine has it", .enabled(if: FontFile.regular != nil && FontFile.bold != nil))
    func likeTheFile() throws {
        for (file, isBold) in [(try #require(FontFile.regular), false), (try #require(FontFile.bold), true)] {
            for block in [
                0x20...0x7E, 0xA0...0x24F, 0x370...0x3FF, 0x400...0x482, 0x48A...0x4FF, 0x1E00...0x1EFF, 0x2010...0x2027, 0x20A0...0x20BF, 0x2190...0x22FF, 0x2500...0x25FF,
                0x2800...0x28FF,
            ] {
                for code in block {
                    let scalar = try #require(Unicode.Scalar(UInt32(code)))
                    guard let width = file.width(of: scalar) else { continue }
                    #expect(TextMetrics.width(of: String(scalar), size: 2048, isBold: isBold) == Double(width), "U+\(String(code, radix: 16))")
                }
            }
        }
    }

    @Test("A text is shortened in the middle, to no more than the width")
    func shortened() {
        let name = "Vanguard Total International Stock Index Fund"
        #expect(TextMetrics.shortened(name, to: 1000, size: 11) == name)
        #expect(TextMetrics.shortened(name, to: TextMetrics.width(of: name, size: 11), size: 11) == name)
        #expect(TextMetrics.shortened(name, to: 90, size: 11) == "Vangua…Fund")
        #expect(TextMetrics.shortened(name, to: 5, size: 11).isEmpty)
        var random = SeededRandom.forTest()
        let letters = Array("abcWWiil .日本e\u{301}🚀👩‍👩‍👧")
        for _ in 0..<SeededRandom.rounds(500) {
            let text = String((0..<random.int(0...30)).map { _ in random.pick(letters) }), width = Double(random.int(0...200))
            // Less than a unit of the font more, which is five thousandths of a point here.
            let isBold = random.chance(oneIn: 2), room = width + 0.001
            let short = TextMetrics.shortened(text, to: width, size: 11, isBold: isBold)
            #expect(TextMetrics.width(of: short, size: 11, isBold: isBold) <= room)
            #expect((short == text) == (TextMetrics.width(of: text, size: 11, isBold: isBold) <= room))
        }
    }
}

/// A TrueType font file, as far as widths go: an oracle that shares nothing with the table in the source.
struct FontFile: Sendable {
    private let bytes: [UInt8]
    private var tables: [String: Int] = [:]

    static let regular = FontFile("DejaVuSans")
    static let bold = FontFile("DejaVuSans-Bold")

    init?(_ name: String) {
        guard let data = FileManager.default.contents(atPath: "/usr/share/fonts/truetype/dejavu/\(name).ttf") else { return nil }
        bytes = Array(data)
        for table in 0..<word(4) {
            let entry = 12 + 16 * table
            tables[String(decoding: bytes[entry..<entry + 4], as: UTF8.self)] = long(entry + 8)
        }
    }

    /// The advance width in units of the em, 2048 of them; nil for what the font has no glyph for.
    func width(of scalar: Unicode.Scalar) -> Int? {
        guard let map = tables["cmap"], let metrics = tables["hmtx"], let header = tables["hhea"] else { return nil }
        let subtables = (0..<word(map + 2)).map { map + long(map + 4 + 8 * $0 + 4) }
        guard let groups = subtables.first(where: { word($0) == 12 }) else { return nil }
        for group in 0..<long(groups + 12) {
            let entry = groups + 16 + 12 * group, first = long(entry), code = Int(scalar.value)
            guard first <= code, code <= long(entry + 4) else { continue }
            let glyph = long(entry + 8) + code - first, last = word(header + 34) - 1
            return word(metrics + 4 * min(glyph, last))
        }
        return nil
    }

    private func word(_ place: Int) -> Int { Int(bytes[place]) << 8 | Int(bytes[place + 1]) }
    private func long(_ place: Int) -> Int { word(place) << 16 | word(place + 2) }
}
