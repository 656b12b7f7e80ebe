import CExpat

/// Reads XML documents by expat, with bounds: no declarations of types or entities, and no more depth, bytes, elements and attributes than said here.
public struct XMLReader {
    /// How deep elements may stand in one another.
    public static let deepest = 200
    /// How many bytes a document may have.
    public static let mostBytes = 64 << 20
    /// How many elements and attributes a document may have together.
    public static let mostParts = 4_000_000

    /// How many bytes expat is handed at once: it counts them in 32 bits.
    private static let portion = 1 << 20

    /// Reads a document.
    ///
    /// - Parameter bytes: its text in UTF-8, whatever encoding it says it has.
    /// - Throws: what is wrong with it.
    public static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLFault) -> XMLDocument {
        guard bytes.count <= mostBytes else {
            throw XMLFault(kind: .tooLarge, line: 1, message: "it has \(bytes.count >> 20) MB, and at most \(mostBytes >> 20) are read")
        }
        guard let parser = XML_ParserCreate("UTF-8") else { throw XMLFault(kind: .tooLarge, line: 1, message: "there is no memory for it") }
        defer { XML_ParserFree(parser) }
        let builder = Builder(parser)
        builder.listen()
        var done = 0, status = XML_STATUS_OK
        repeat {
            let count = min(portion, bytes.count - done), isLast = done + count == bytes.count
            status = bytes.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress.map { $0 + done }, Int32(count), isLast ? 1 : 0) }
            done += count
        } while status == XML_STATUS_OK && done < bytes.count
        if let fault = builder.fault { throw fault }
        guard status == XML_STATUS_OK, !builder.elements.isEmpty else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it cannot be read"
            throw XMLFault(kind: .malformed, line: Int(XML_GetCurrentLineNumber(parser)), message: reason)
        }
        return XMLDocument(elements: builder.elements)
    }
}

/// Takes in what expat tells. It lives as long as the parser that tells it.
private final class Builder {
    private let parser: XML_Parser
    /// The elements so far.
    private(set) var elements: [XMLElement] = []
    /// Why the reading was stopped.
    private(set) var fault: XMLFault?

    /// The places of the elements that are open, and their texts so far.
    private var open: [(place: Int, text: [UInt8])] = []
    private var parts = 0

    init(_ parser: XML_Parser) { self.parser = parser }

    /// Has expat tell this of what it finds.
    func listen() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, name, attributes in
                guard let name else { return }
                Builder.of(user)?.begin(String(cString: name), attributes)
            }, { user, _ in Builder.of(user)?.end() })
        XML_SetCharacterDataHandler(parser) { user, text, count in
            guard let text, count > 0 else { return }
            Builder.of(user)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
            Builder.of(user)?.stop(.declaration, "it declares a type of document (DOCTYPE), which is not read: entities in it could unfold without end")
        }
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> Builder? { user.map { Unmanaged<Builder>.fromOpaque($0).takeUnretainedValue() } }

    private func begin(_ name: String, _ told: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        // Expat may still tell of what stands before the stop.
        if fault != nil { return }
        guard open.count < XMLReader.deepest else { return stop(.tooLarge, "its elements stand more than \(XMLReader.deepest) deep in one another") }
        var attributes: [XMLElement.Attribute] = [], place = 0
        while let name = told?[place], let value = told?[place + 1] {
            attributes.append(XMLElement.Attribute(name: String(cString: name), value: String(cString: value)))
            place += 2
        }
        parts += 1 + attributes.count
        guard parts <= XMLReader.mostParts else { return stop(.tooLarge, "it has more than \(XMLReader.mostParts) elements and attributes") }
        let parent = open.last?.place
        if let parent { elements[parent].hasChildren = true }
        open.append((elements.count, []))
        elements.append(
            XMLElement(name: name, line: Int(XML_GetCurrentLineNumber(parser)), parent: parent, attributes: attributes, text: "", hasChildren: false))
    }

    private func end() {
        if fault != nil { return }
        guard let (place, text) = open.popLast() else { return }
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (9...13).contains($0) }
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) }) else { return }
        elements[place].text = String(decoding: text[first...last], as: UTF8.self)
    }

    private func add(_ text: UnsafeRawBufferPointer) {
        if fault != nil || open.isEmpty { return }
        open[open.count - 1].text.append(contentsOf: text)
    }

    private func stop(_ kind: XMLFault.Kind, _ message: String) {
        if fault != nil { return }
        fault = XMLFault(kind: kind, line: Int(XML_GetCurrentLineNumber(parser)), message: message)
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
}
