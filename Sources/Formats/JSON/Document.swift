import JSON
import Values

/// A file that is one JSON document, and the format that knows it.
struct Document {
    private let value: JSONValue

    /// Nil where the file begins like none, or where the user asked for the format of a table.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ImportOptions) throws(ImportIssue) {
        let isAsked = options.format.map { name in Formats.documents.contains { $0.name == name } }
        let first = bytes.first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF }
        guard isAsked ?? (first == UInt8(ascii: "{") || first == UInt8(ascii: "[")) else { return nil }
        do { value = try JSONReader.read(bytes, takesNUL: false) } catch { throw Self.issue(error, in: bytes) }
    }

    private static func issue(_ fault: JSONReader.Fault, in bytes: UnsafeBufferPointer<UInt8>) -> ImportIssue {
        let before = bytes[..<min(fault.position, bytes.count)]
        let column = fault.position - (before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0) + 1
        return ImportIssue(
            .badJSON, line: 1 + before.count { $0 == lineFeed }, message: "it is no JSON: \(fault.message), at column \(column)",
            hint: fault.position < bytes.count ? "" : "it may have been cut off when it was copied")
    }

    /// What importing it would do.
    func plan(_ options: ImportOptions, _ context: ImportContext) throws(ImportIssue) -> ImportPlan {
        guard let format = Formats.documents.first(where: { options.format == $0.name || (options.format == nil && $0.fits(value)) }) else {
            let keys = value.members.map { $0.map(\.key).joined(separator: ", ") } ?? value.noun
            throw ImportIssue(
                .unknownFormat, line: 1, text: keys, message: "no format is known for a JSON document of \(ShownText.cut(keys))",
                hint: "the formats are \(Formats.documents.map(\.name).joined(separator: ", "))")
        }
        if let heading = options.columns.keys.min() {
            throw ImportIssue(.missingColumn, column: heading, message: "a JSON document has no columns", hint: "leave out columns={…}, which is for tables")
        }
        var builder = PlanBuilder(context: context, options: options, format: format.name)
        try format.read(value, into: &builder)
        return builder.finish()
    }
}
