import Frames
import TestSupport
import Testing

@Suite("Texts are kept once, by code")
struct TextPoolTests {
    @Test("The same text has the same code, another text another")
    func codes() {
        let pool = TextPool(["ORCL", "SAP", "ORCL", ""])
        #expect(pool.count == 3)
        #expect(pool.code(for: "SAP") == 1 && pool.code(for: "") == 2 && pool.code(for: "VTI") == 3)
        #expect(pool.find("VTI") == 3 && pool.find("XYZ") == nil && pool.count == 4)
    }

    @Test("Texts that look alike but differ in bytes differ")
    func bytes() {
        let pool = TextPool(["é", "e\u{301}"])
        #expect(pool.count == 2)
        #expect(pool.text(0).unicodeScalars.count == 1 && pool.text(1).unicodeScalars.count == 2)
    }

    @Test("Any number of texts of any length come back as they were, at addresses that stay")
    func many() {
        var random = SeededRandom.forTest()
        let pool = TextPool()
        var codes: [String: Int32] = [:]
        let first = pool.utf8(pool.code(for: "first"))
        for _ in 0..<20_000 {
            let length = random.chance(oneIn: 500) ? random.int(0...9000) : random.int(0...3)
            let text = String((0..<length).map { _ in random.pick(["a", "b", "é", "🙂", "\0"]) })
            let code = pool.code(for: text)
            #expect(codes[text] == nil || codes[text] == code)
            codes[text] = code
        }
        #expect(pool.count == codes.count + 1)
        for (text, code) in codes { #expect(pool.text(code) == text && pool.find(text) == code) }
        #expect(pool.utf8(0).baseAddress == first.baseAddress && String(decoding: first, as: UTF8.self) == "first")
        #expect(Int(pool.entries[1].count) == pool.utf8(1).count)
    }
}
