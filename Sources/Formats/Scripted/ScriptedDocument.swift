public import XML

/// An XML document as a script is handed it that reads the whole of it.
public struct ScriptedElements: Sendable {
    /// The file's name without folders.
    public var name: String
    /// What the file holds. A script knows each element by its number, counted from 1.
    public var document: XMLDocument
    /// What the user says of the file, and the format of all its files.
    public var options: ImportOptions
}

/// A file that is one XML document, and the script that knows it.
///
/// A verdict is of an element: of each that the script speaks of, and of each further one that holds something, has no element in it and is in none that was spoken of.
struct ScriptedDocument {
    private let document: XMLDocument
    private let format: ScriptedFormat
    private let read: ScriptedFormat.ReadElements

    /// Reads the document; nil where the file begins like none.
    ///
    /// - Throws: `badXML` where it is not well-formed or goes beyond what is read, `unknownFormat` where no script knows its root.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ImportOptions, _ scripted: ScriptedFormats) throws(ImportIssue) {
        guard let first = Self.firstTag(bytes) else { return nil }
        if first == "html" {
            throw ImportIssue(
                .unknownFormat, line: 1, message: "the file is a page of a website",
                hint: "the address may have asked you to sign in: download the file there, and import what was saved")
        }
        do throws(XMLFault) { document = try XMLReader.read(bytes) } catch {
            let hint = error.kind == .malformed ? "it may have been cut off when it was downloaded" : ""
            throw ImportIssue(.badXML, line: error.line, message: "it is no XML that is read: \(error.message)", hint: hint)
        }
        let formats = try scripted.own + scripted.readShipped(), root = document.root.name
        guard let format = formats.first(where: { $0.roots.contains(root) && options.format ?? $0.name == $0.name }), let read = format.readElements else {
            let known = formats.filter { !$0.roots.isEmpty }.map { "\($0.name) (\($0.roots.joined(separator: ", ")))" }
            throw ImportIssue(
                .unknownFormat, line: document.root.line, text: root,
                message: "no \(options.format.map { "importer \(MessageText.cut($0))" } ?? "importer") reads XML whose root is <\(MessageText.cut(root))>",
                hint: "XML is read of GnuCash, Portfolio Performance and OFX, and by \(known.joined(separator: ", ")); help importer.define tells how to write another")
        }
        (self.format, self.read) = (format, read)
    }

    /// The name of the first element of a file that begins as XML does; nil for another file, such as a table with `<DATE>` in its header.
    private static func firstTag(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        let start = bytes.prefix(headBytes).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
        guard start.first == UInt8(ascii: "<") else { return nil }
        let head = String(decoding: start, as: UTF8.self)
        if head.lowercased().hasPrefix("<!doctype html") || head.lowercased().hasPrefix("<html") { return "html" }
        if head.hasPrefix("<?") || head.hasPrefix("<!") { return "" }
        guard let end = head.firstIndex(of: ">") else { return nil }
        let rest = head[head.index(after: end)...]
        // The headings of a table may be parted by tabs; what is in an element of XML stands on the lines below it.
        if rest.first == "\t" { return nil }
        let next = rest.first { !$0.isWhitespace }
        return next == nil || next == "<" ? "" : nil
    }

    private static let headBytes = 4096

    /// Has the script read the document, and puts what it says into a plan.
    func plan(_ encoding: TextEncoding, options: ImportOptions, context: ImportContext) throws(ImportIssue) -> ImportPlan {
        let options = format.adjusted(options)
        var builder = PlanBuilder(context: context, options: options, format: format.name)
        builder.plan.matching.hasTwins = format.hasTwins
        if encoding != .utf8 { builder.notice(.encoding, "the file is no UTF-8; it is read as \(encoding.rawValue)") }
        builder.notice(.format, "the file is read as one of \(format.name): \(format.summary)")
        if let heading = options.columns.keys.min() {
            throw ImportIssue(.missingColumn, column: heading, message: "an XML document has no columns", hint: "leave out columns={…}, which is for tables")
        }
        let entries = try read(ScriptedElements(name: options.baseName, document: document, options: options))
        if let stray = entries.first(where: { !document.elements.indices.contains($0.line - 1) }) {
            throw ImportIssue(
                .script, message: "the importer \(format.name) names the element \(stray.line), which is not there", hint: "line=e.line tells of which element a draft is")
        }
        let places = places(entries), lines = lines(of: places, &builder)
        let moved = entries.map { entry in
            var entry = entry
            if case .part(let other) = entry.meaning { entry.meaning = .part(of: lines[other - 1] ?? other) }
            entry.line = lines[entry.line - 1] ?? entry.line
            return entry
        }
        // An element without a verdict holds something: it is none of the blank records that are passed over.
        let records = places.map { ScriptedRecord(line: lines[$0] ?? 0, cells: [document.elements[$0].name]) }
        ScriptedLines(moved).put(records, into: &builder, format: format.name)
        return builder.finish(nil)
    }

    /// The places of the elements that have a verdict, in order.
    private func places(_ entries: [ScriptedEntry]) -> [Int] {
        let told = Set(entries.map { $0.line - 1 })
        // Each element stands behind the one that it is in, which is therefore settled before.
        var isCovered = [Bool](repeating: false, count: document.elements.count), places: [Int] = []
        for (place, element) in document.elements.enumerated() {
            isCovered[place] = element.parent.map { isCovered[$0] } ?? false
            let isData = !element.hasChildren && (!element.text.isEmpty || element.attributes.contains { !$0.value.isEmpty })
            if told.contains(place) || (isData && !isCovered[place]) { places.append(place) }
            if told.contains(place) { isCovered[place] = true }
        }
        return places
    }

    /// What each of some elements is called in a verdict: the line on which it begins, or where two begin on one line, its number.
    private func lines(of places: [Int], _ builder: inout PlanBuilder) -> [Int: Int] {
        let elements = document.elements
        let isDistinct = zip(places, places.dropFirst()).allSatisfy { elements[$0].line < elements[$1].line }
        if !isDistinct { builder.notice(.format, "several elements of the file stand on one line, so that \"line\" counts its elements") }
        return Dictionary(uniqueKeysWithValues: places.map { ($0, isDistinct ? elements[$0].line : $0 + 1) })
    }
}
