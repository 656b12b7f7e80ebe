import Testing
import XML

@Suite("XML")
struct XMLReaderTests {
    private func read(_ text: String) throws(XMLFault) -> XMLDocument {
        let bytes = Array(text.utf8)
        let result: Result<XMLDocument, XMLFault> = bytes.withUnsafeBufferPointer { bytes in
            do throws(XMLFault) { return .success(try XMLReader.read(bytes)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private func fault(_ text: String) -> XMLFault? {
        do throws(XMLFault) {
            _ = try read(text)
            return nil
        } catch { return error }
    }

    @Test("Elements stand in the order in which they begin, with line, text and attributes")
    func elements() throws {
        let document = try read(
            "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a x=\"1 &amp; 2\" y=''>\n <b>  Zürich &#8364;<!-- no --> 5 </b>\n <c/>\n</a>\n".replacing("''", with: "\"\""))
        #expect(document.elements.map(\.name) == ["a", "b", "c"])
        #expect(document.elements.map(\.line) == [2, 3, 4])
        #expect(document.elements.map(\.parent) == [nil, 0, 0])
        #expect(document.elements.map(\.text) == ["", "Zürich € 5", ""])
        #expect(document.elements.map(\.hasChildren) == [true, false, false])
        #expect(document.root["x"] == "1 & 2" && document.root["y"] == "" && document.root["z"] == nil)
    }

    @Test("A document that declares entities is refused before any of them unfolds")
    func entities() throws {
        let laughs = (1...9).map { "<!ENTITY l\($0) \"\(String(repeating: "&l\($0 - 1);", count: 10))\">" }.joined()
        #expect(fault("<!DOCTYPE lolz [<!ENTITY l0 \"lol\">\(laughs)]><lolz>&l9;</lolz>")?.kind == .declaration)
        #expect(fault("<!DOCTYPE a [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><a>&x;</a>")?.kind == .declaration)
        #expect(fault("<!DOCTYPE a [<!ATTLIST a b CDATA \"made up\">]><a/>")?.kind == .declaration)
        let external = fault("\n<!DOCTYPE a SYSTEM \"http://example.com/a.dtd\"><a>&x;</a>")
        #expect(external?.kind == .declaration && external?.line == 2 && external?.message.hasPrefix("it declares a type of document (DOCTYPE)") == true)
        #expect(fault("<a>&x;</a>")?.kind == .malformed)
    }

    @Test("Depth and size are bounded")
    func bounds() throws {
        func nested(_ depth: Int) -> String { String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) }
        #expect(try read(nested(XMLBounds.document.depth)).elements.count == XMLBounds.document.depth)
        #expect(fault(nested(XMLBounds.document.depth + 1))?.kind == .tooLarge)
        #expect(fault(nested(1_000_000))?.kind == .tooLarge)
        #expect(fault("<a>" + String(repeating: "<b/>", count: XMLBounds.document.parts) + "</a>")?.kind == .tooLarge)
        let large = "<a>" + String(repeating: " ", count: XMLBounds.document.bytes) + "</a>"
        #expect(fault(large)?.message == "it has 64 MB, and at most 64 are read")
    }

    @Test("What is not well-formed, or is cut off, is told with its line", arguments: ["<a>\n<b></a>", "<a>\n<b x=1/></a>", "<a>\n<b", "<a>\n", "<a/>\n<b/>", "<a>\n\u{1}</a>"])
    func malformed(text: String) {
        let found = fault(text)
        #expect(found?.kind == .malformed && found?.line == 2 && found?.message.isEmpty == false, "\(String(describing: found))")
    }

    @Test("An empty file is no document")
    func empty() {
        #expect(fault("")?.kind == .malformed)
        #expect(fault(" \n")?.kind == .malformed)
    }

    @Test("A document larger than what expat is handed at once is read whole")
    func portions() throws {
        let text = String(repeating: "x", count: 3_000_000)
        #expect(try read("<a>\(text)</a>").root.text == text)
    }
}
