import CExpat

/// What is read of a document at most; beyond it the document is refused.
public struct XMLBounds: Sendable {
    /// How many bytes it may have.
    public var bytes: Int
    /// How many elements and attributes may be kept of it together.
    public var parts: Int
    /// How deep its elements may stand in one another.
    public var depth: Int

    /// Bounds of a document that is held as a whole, element by element.
    public static let document = XMLBounds(bytes: 64 << 20, parts: 4_000_000, depth: 200)
    /// Bounds of a book of another program, of which only what counts is held.
    public static let book = XMLBounds(bytes: 512 << 20, parts: 16_000_000, depth: 200)

    /// Bounds of one's own.
    public init(bytes: Int, parts: Int, depth: Int) { (self.bytes, self.parts, self.depth) = (bytes, parts, depth) }
}

/// Reads XML documents by expat, with bounds: no declarations of types or entities, and no more depth, bytes, elements and attributes than said.
public enum XMLReader {
    /// How many bytes expat is handed at once: it counts them in 32 bits.
    private static let portion = 1 << 20

    /// Reads a document.
    ///
    /// - Parameter bytes: its text in UTF-8, whatever encoding it says it has.
    /// - Throws: what is wrong with it.
    public static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(XMLFault) -> XMLDocument {
        let tree = try tree(bytes, within: .document)
        return XMLDocument(
            elements: tree.places.map { place in
                XMLElement(
                    name: tree.name(place), line: tree.line(place), parent: tree.parent(place), attributes: tree.attributes(of: place), text: tree.text(place),
                    hasChildren: tree.firstChild(place) != nil)
            })
    }

    /// Reads a document of which not all has to be held.
    ///
    /// - Parameters:
    ///   - bytes: its text in UTF-8, whatever encoding it says it has.
    ///   - progress: told now and then how many bytes are read; false ends the reading.
    ///   - keeps: asked where an element ends, with the tree so far and its place, which is the last but for what is in it. False drops it with all that is in it, whose
    ///     places others get. The root stays.
    /// - Throws: what is wrong with it.
    public static func tree(
        _ bytes: UnsafeBufferPointer<UInt8>, within bounds: XMLBounds, progress: (Int) -> Bool = { _ in true }, keeps: (XMLTree, Int) -> Bool = { _, _ in true }
    ) throws(XMLFault) -> XMLTree {
        guard bytes.count <= bounds.bytes else {
            throw XMLFault(kind: .tooLarge, line: 1, message: "it has \(bytes.count >> 20) MB, and at most \(bounds.bytes >> 20) are read")
        }
        let result: Result<XMLTree, XMLFault> = withoutActuallyEscaping(keeps) { keeps in
            do throws(XMLFault) { return .success(try run(bytes, bounds, progress, keeps)) } catch { return .failure(error) }
        }
        return try result.get()
    }

    private static func run(
        _ bytes: UnsafeBufferPointer<UInt8>, _ bounds: XMLBounds, _ progress: (Int) -> Bool, _ keeps: @escaping (XMLTree, Int) -> Bool
    ) throws(XMLFault) -> XMLTree {
        guard let parser = XML_ParserCreate("UTF-8") else { throw XMLFault(kind: .tooLarge, line: 1, message: "there is no memory for it") }
        defer { XML_ParserFree(parser) }
        let builder = XMLTreeBuilder(parser, bounds, keeps)
        builder.listen()
        var done = 0, status = XML_STATUS_OK
        repeat {
            let count = min(portion, bytes.count - done), isLast = done + count == bytes.count
            status = bytes.withMemoryRebound(to: CChar.self) { XML_Parse(parser, $0.baseAddress.map { $0 + done }, Int32(count), isLast ? 1 : 0) }
            done += count
            if status == XML_STATUS_OK, !progress(done) { throw XMLFault(kind: .stopped, line: Int(XML_GetCurrentLineNumber(parser)), message: "the reading was stopped") }
        } while status == XML_STATUS_OK && done < bytes.count
        if let fault = builder.fault { throw fault }
        guard status == XML_STATUS_OK, !builder.tree.places.isEmpty else {
            let reason = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "it cannot be read"
            throw XMLFault(kind: .malformed, line: Int(XML_GetCurrentLineNumber(parser)), message: reason)
        }
        return builder.tree
    }
}

/// Takes in what expat tells. It lives as long as the parser that tells it.
private final class XMLTreeBuilder {
    private let parser: XML_Parser
    private let bounds: XMLBounds
    private let keeps: (XMLTree, Int) -> Bool
    /// The elements so far.
    let tree = XMLTree()
    /// Why the reading was stopped.
    private(set) var fault: XMLFault?

    /// An element that is open.
    private struct Open {
        var place: Int
        /// Where the tree ended before it.
        var before: XMLTree.End
        /// The last element in it that was kept; -1 for none.
        var lastChild = -1
    }

    private var open: [Open] = []
    /// The texts of the elements that are open, by their depth; used again and again.
    private var texts: [[UInt8]] = []
    /// How many elements there were.
    private var count = 0

    init(_ parser: XML_Parser, _ bounds: XMLBounds, _ keeps: @escaping (XMLTree, Int) -> Bool) { (self.parser, self.bounds, self.keeps) = (parser, bounds, keeps) }

    /// Has expat tell this of what it finds.
    func listen() {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { user, name, attributes in
                guard let name else { return }
                XMLTreeBuilder.of(user)?.begin(name, attributes)
            }, { user, _ in XMLTreeBuilder.of(user)?.end() })
        XML_SetCharacterDataHandler(parser) { user, text, count in
            guard let text, count > 0 else { return }
            XMLTreeBuilder.of(user)?.add(UnsafeRawBufferPointer(start: text, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { user, _, _, _, _ in
            XMLTreeBuilder.of(user)?.stop(.declaration, "it declares a type of document (DOCTYPE), which is not read: entities in it could unfold without end")
        }
    }

    private static func of(_ user: UnsafeMutableRawPointer?) -> XMLTreeBuilder? { user.map { Unmanaged<XMLTreeBuilder>.fromOpaque($0).takeUnretainedValue() } }

    private func begin(_ name: UnsafePointer<CChar>, _ told: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        // Expat may still tell of what stands before the stop.
        if fault != nil { return }
        guard open.count < bounds.depth else { return stop(.tooLarge, "its elements stand more than \(bounds.depth) deep in one another") }
        count += 1
        let before = tree.end, place = tree.append(name, line: Int(XML_GetCurrentLineNumber(parser)), number: count, parent: open.last?.place)
        var index = 0
        while let name = told?[index], let value = told?[index + 1] {
            tree.append(attribute: name, value)
            index += 2
        }
        guard tree.partCount <= bounds.parts else { return stop(.tooLarge, "it has more than \(bounds.parts) elements and attributes") }
        if texts.count == open.count { texts.append([]) }
        texts[open.count].removeAll(keepingCapacity: texts[open.count].capacity <= Self.longestKept)
        open.append(Open(place: place, before: before))
    }

    /// Room for a text that is kept for the next one.
    private static let longestKept = 1 << 16

    private func end() {
        if fault != nil { return }
        guard let element = open.popLast() else { return }
        let text = texts[open.count]
        if let last = text.lastIndex(where: { !Self.isBlank($0) }) { tree.set(text: text[...last], of: element.place) }
        guard keeps(tree, element.place) || open.isEmpty else { return tree.cut(to: element.before) }
        if open.isEmpty { return }
        let last = open[open.count - 1].lastChild
        if last >= 0 { tree.tie(last, to: element.place) }
        open[open.count - 1].lastChild = element.place
    }

    private func add(_ text: UnsafeRawBufferPointer) {
        if fault != nil || open.isEmpty { return }
        let depth = open.count - 1
        // Blanks before the first word are no part of a text, and stand between all elements.
        guard texts[depth].isEmpty else { return texts[depth].append(contentsOf: text) }
        guard let first = text.firstIndex(where: { !Self.isBlank($0) }) else { return }
        texts[depth].append(contentsOf: text[first...])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (9...13).contains(byte) }

    private func stop(_ kind: XMLFault.Kind, _ message: String) {
        if fault != nil { return }
        fault = XMLFault(kind: kind, line: Int(XML_GetCurrentLineNumber(parser)), message: message)
        XML_StopParser(parser, XML_Bool(XML_FALSE))
    }
}
