import JSON
import TestSupport
import Testing

@Suite("JSON with its numbers as they are written")
struct JSONReaderTests {
    private func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }

    @Test("Values of all kinds")
    func kinds() throws {
        let value = try read(#" {"a": [1, -2.50e+3, true, false, null], "b": {"c": "\u00e4\ud83d\ude00\n\"\\\/"}, "d": [], "e": {}} "#)
        #expect(value["a"]?.items == [.number("1"), .number("-2.50e+3"), .bool(true), .bool(false), .null])
        #expect(value["b"]?["c"]?.text == "ä😀\n\"\\/")
        #expect(value["d"]?.items == [] && value["e"]?.members == [] && value["none"] == nil)
        #expect(try read("129.0399932861328").digits == "129.0399932861328")
        #expect(try read("\u{FEFF}[]").items == [], "a byte order mark may stand before it")
        #expect(try read(#"{"b": 1, "a": 2, "b": 3}"#).members?.map(\.key) == ["b", "a", "b"] && read(#"{"b": 1, "b": 3}"#)["b"]?.digits == "3")
    }

    @Test(
        "What is no JSON is told with its place",
        arguments: [
            ("", "it ends too early, at byte 0"), ("{\"a\":1", "a comma or } is wanted, at byte 6"), ("[1,]", "a value is wanted, at byte 3"),
            ("{a:1}", "a name in quotes is wanted, at byte 1"),
            ("01", "something follows the end, at byte 1"), ("+1", "a value is wanted, at byte 0"), (".5", "a value is wanted, at byte 0"),
            ("1.", "a value is wanted, at byte 2"),
            ("nul", "a value is wanted, at byte 0"), ("\"a", "a text is never closed, at byte 2"),
            (#""\x""#, "a backslash stands before something it cannot, at byte 2"),
            (#""\u12""#, "\\u needs four hexadecimal digits, at byte 2"), ("<html>", "a value is wanted, at byte 0"),
            ("{} x", "something follows the end, at byte 3"),
            (#""a\ud800b""#, "\\u stands for half of a character, whose other half is missing, at byte 7"),
            (#""\udc00""#, "\\u stands for half of a character, whose other half is missing, at byte 6"),
            (#""\ud800\u0041""#, "\\u stands for half of a character, whose other half is missing, at byte 12"),
        ])
    func faults(text: String, message: String) {
        #expect((#expect(throws: JSONReader.Fault.self) { try read(text) })?.description == message)
    }

    @Test("Nothing is put in the place of what is no text", arguments: [[0x22, 0x61, 0xE4, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22]])
    func badBytes(bytes: [UInt8]) {
        #expect((#expect(throws: JSONReader.Fault.self) { try JSONReader.read(bytes) })?.message == "a text holds bytes that are no UTF-8")
    }

    @Test("NUL is a character to JSON, and none to who reads files of text")
    func nul() throws {
        let bytes = Array(#"{"a": "b\u0000"}"#.utf8)
        #expect(try JSONReader.read(bytes)["a"]?.text == "b\0")
        let fault = bytes.withUnsafeBufferPointer { bytes in
            #expect(throws: JSONReader.Fault.self) { try JSONReader.read(bytes, takesNUL: false) }
        }
        #expect(fault?.message == "a text holds the character NUL, \\u0000, which no program can read as text")
    }

    @Test("Nesting ends somewhere, and no bytes end the program")
    func hostile() {
        #expect(throws: JSONReader.Fault.self) { try read(String(repeating: "[", count: 100_000)) }
        var random = SeededRandom.forTest()
        let good = Array(#"{"chart":{"result":[{"a":[1.5,null,"\u00e4\ud83d"]}]}}"#.utf8)
        for _ in 0..<5000 {
            var bytes = Array(good.prefix(random.int(0...good.count)))
            if !bytes.isEmpty { bytes[random.int(0...(bytes.count - 1))] = UInt8(random.int(0...255)) }
            if let value = try? JSONReader.read(bytes) { #expect(value != .null || bytes.count >= 4) }
        }
    }
}
