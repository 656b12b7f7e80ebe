import CCairo
import Drawing
import Foundation
import Messages
import Painting
import TestSupport
import Testing

@Suite("Pictures as PNG and PDF")
struct PictureTests {
    @Test("A picture is the stored one but for the fine differences of fonts; LUCA_UPDATE=1 writes it anew")
    func stored() throws {
        let png = try drawn(.png(Samples.picture, scale: 2))
        let path = Golden.path("picture.png")
        if Golden.isUpdating { try Data(png).write(to: URL(filePath: path)) }
        let (new, old) = (try Pixels(png), try Pixels(Array(Data(contentsOf: URL(filePath: path)))))
        #expect((new.width, new.height) == (480, 224))
        #expect((old.width, old.height) == (480, 224))
        let differences = zip(new.levels, old.levels).map { abs(Int($0) - Int($1)) }
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1.5)
        #expect(differences.filter { $0 > 96 }.count * 100 < differences.count)
    }

    @Test("The ground is white to the last pixel, also of a frame of a broken size, and the bar has the colour of a gain")
    func colours() throws {
        let bar = Shape(.rectangle(Point(0, 0), width: 5, height: 5), fill: .gain)
        let pixels = try Pixels(drawn(.png(Scene(width: 10.3, height: 10.3, elements: [.shape(bar)]), scale: 1)))
        #expect((pixels.width, pixels.height) == (11, 11))
        #expect(pixels.colour(x: 2, y: 2) == Theme.light.colour(.gain))
        #expect(pixels.colour(x: 10, y: 10) == .white)
        #expect(pixels.colour(x: 7, y: 2) == .white)
    }

    @Test("A text along an axis runs upwards from its place")
    func vertical() throws {
        let text = Text("WWWW", at: Point(20, 40), size: 9, isVertical: true)
        let pixels = try Pixels(drawn(.png(Scene(width: 80, height: 80, elements: [.text(text)]), scale: 1)))
        let dark = (0..<80).flatMap { y in (0..<80).filter { pixels.colour(x: $0, y: y).luminance < 0.7 }.map { (x: $0, y: y) } }
        #expect(dark.count > 40 && dark.allSatisfy { (10...21).contains($0.x) && (1...40).contains($0.y) })
    }

    @Test("A text is drawn as wide as it is measured: no glyph is moved to a whole pixel", arguments: [Text.Anchor.start, .middle, .end])
    func width(anchor: Text.Anchor) throws {
        let digits = String(repeating: "0123456789", count: 4), size = 7.0
        let x = anchor == .start ? 20.0 : anchor == .middle ? 120 : 220
        let pixels = try Pixels(drawn(.png(Scene(width: 240, height: 20, elements: [.text(Text(digits, at: Point(x, 14), size: size, anchor: anchor))]), scale: 1)))
        let dark = (0..<240).filter { column in (0..<20).contains { pixels.colour(x: column, y: $0).luminance < 0.7 } }
        // A digit of DejaVu Sans is 1,303 units of 2,048 wide.
        let width = 40 * size * 1_303 / 2_048
        let left = anchor == .start ? x : anchor == .middle ? x - width / 2 : x - width
        #expect(abs(Double(dark.first ?? 0) - left) < 2 && abs(Double(dark.last ?? 0) - left - width) < 2, "\(dark.first ?? 0) to \(dark.last ?? 0)")
    }

    @Test("The same request gives the same bytes")
    func sameBytes() throws {
        for request in [DrawingRequest.png(Samples.picture, scale: 1.5), .pdf(Samples.picture, Samples.details), .document(Samples.statement)] {
            #expect(try drawn(request) == drawn(request))
        }
    }

    @Test("A picture as PDF is one page of its size, with its texts as text", .enabled(if: Poppler.isInstalled, Poppler.absence))
    func onePage() throws {
        let pdf = try drawn(.pdf(Samples.picture, Samples.details))
        let info = try Poppler.info(of: pdf)
        #expect(info.contains("240 x 112 pts") && info.split(separator: "\n").contains { $0.hasPrefix("Pages:") && $0.hasSuffix(" 1") })
        #expect(try Poppler.pages(of: pdf).first?.contains("300k") == true)
    }

    @Test("A request that cannot be met gets a sentence")
    func sentences() {
        func failure(_ request: DrawingRequest) -> String? {
            if case .failure(let sentence) = Painter.reply(to: request) { sentence } else { nil }
        }
        #expect(failure(.png(Samples.picture, scale: 400))?.contains("96000 by 44800 pixels") == true)
        #expect(failure(.png(Samples.picture, scale: 0))?.contains("above 0") == true)
        #expect(failure(.png(Scene(width: .greatestFiniteMagnitude, height: 2), scale: 2))?.contains("make it smaller") == true)
        #expect(failure(.pdf(Scene(width: 20_000, height: 2), Samples.details))?.contains("20000 by 2 points") == true)
        for day in ["", "yesterday", "2014-13-01", "2014-1-1", "2014-12-31T00:00", "+014-12-31"] {
            #expect(failure(.pdf(Samples.picture, FileDetails(created: day))) == "\"\(day)\" is no day; a file is made on a day such as 2014-12-31")
        }
    }

    @Test("Shapes that make no sense draw nothing and harm nothing")
    func oddShapes() throws {
        let shapes = [
            Shape(.circle(Point(5, 5), radius: -3), fill: .text), Shape(.path([]), fill: .text, stroke: .text), Shape(.path([.close]), stroke: .text),
            Shape(.path([.line(Point(1e300, -1e300))]), stroke: .text, dash: [0, 0]), Shape(.rectangle(Point(2, 2), width: 1, height: 1), stroke: .text, dash: [-1, 2]),
            Shape(.rectangle(Point(8, 8), width: 1, height: 1), fill: .loss, fillOpacity: -4),
        ]
        let texts: [Scene.Element] = [
            .text(Text("a\u{0}b\nc\u{2028}d", at: Point(1, 9), size: 4)), .text(Text("x", at: Point(1, 9), size: -2)), .text(Text("x", at: Point(1, 9), size: 1e300)),
        ]
        let scene = Scene(width: 20, height: 20, elements: shapes.map { .shape($0) } + texts)
        #expect(try drawn(.pdf(scene, Samples.details), warnings: []).count > 500)
        #expect(try Pixels(drawn(.png(scene, scale: 1))).width == 20)
    }

    @Test("A title with code points that are no characters is a title, and leaves the file whole", arguments: [0xFFFE, 0xFFFF, 0xFDD0, 0x10FFFF] as [UInt32])
    func noncharacters(_ value: UInt32) throws {
        let code = String(try #require(Unicode.Scalar(value)))
        let scene = Scene(width: 20, height: 20, title: "a\(code)b", elements: [.text(Text("a\(code)b", at: Point(1, 9), size: 4))])
        var details = Samples.details
        details.subject = "c\(code)d"
        #expect(try drawn(.pdf(scene, details)).count > 500)
    }

    @Test("The program answers on its output what it is asked on its input, and says where that is no request")
    func program() throws {
        let beside = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "luca-draw")
        func answer(_ input: [UInt8]) throws -> DrawingReply {
            let process = Process(), (stdin, stdout) = (Pipe(), Pipe())
            process.executableURL = beside
            (process.standardInput, process.standardOutput) = (stdin, stdout)
            try process.run()
            try stdin.fileHandleForWriting.write(contentsOf: Data(input))
            try stdin.fileHandleForWriting.close()
            let output = stdout.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            #expect(process.terminationStatus == 0)
            return try DrawingReply(frame: Array(output))
        }
        let request = DrawingRequest.document(Samples.statement)
        #expect(try answer(request.frame) == Painter.reply(to: request))
        #expect(try answer([]) == .failure("luca-draw was asked for nothing that it knows; it may be of another version than luca"))
    }
}

/// The pixels of a PNG.
private struct Pixels {
    let width: Int, height: Int
    /// Blue, green and red of each pixel, row by row.
    private(set) var levels: [UInt8] = []

    init(_ png: [UInt8]) throws {
        let folder = try TemporaryFolder(), path = folder.path + "/a.png"
        try Data(png).write(to: URL(filePath: path))
        let surface = try #require(cairo_image_surface_create_from_png(path))
        defer { cairo_surface_destroy(surface) }
        try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        (width, height) = (Int(cairo_image_surface_get_width(surface)), Int(cairo_image_surface_get_height(surface)))
        let stride = Int(cairo_image_surface_get_stride(surface)), data = try #require(cairo_image_surface_get_data(surface))
        for row in 0..<height {
            for column in 0..<width { levels += (0..<3).map { data[row * stride + column * 4 + $0] } }
        }
    }

    func colour(x: Int, y: Int) -> RGB {
        let start = (y * width + x) * 3
        return RGB(red: levels[start + 2], green: levels[start + 1], blue: levels[start])
    }
}
