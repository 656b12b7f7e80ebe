import JSON
import Testing

@Suite("JSON as text")
struct JSONTextTests {
    private let document = JSONValue.object([
        "name": .string("Jörg \"J\"\n😀"), "none": nil, "list": .array([.number("1.50"), .null, .bool(true)]), "empty": .array([]), "bare": .object([]),
    ])

    @Test func onOneLine() {
        #expect(document.text() == #"{"name":"Jörg \"J\"\n😀","list":[1.50,null,true],"empty":[],"bare":{}}"#)
    }

    /// What `json.dumps(…, indent=2)` of Python 3.11 makes of the same.
    @Test func asPythonWritesIt() {
        #expect(
            document.text(indent: 2, isASCII: true) == #"""
                {
                  "name": "J\u00f6rg \"J\"\n\ud83d\ude00",
                  "list": [
                    1.50,
                    null,
                    true
                  ],
                  "empty": [],
                  "bare": {}
                }
                """#)
    }

    @Test func comesBack() throws {
        for text in [document.text(), document.text(indent: 2, isASCII: true), document.text(indent: 3)] {
            #expect(try Self.read(text) == document)
        }
    }

    private static func read(_ text: String) throws -> JSONValue { try JSONReader.read(Array(text.utf8)) }
}
