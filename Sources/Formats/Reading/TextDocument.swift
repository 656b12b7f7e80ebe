import Values

/// A file that is a text of statements, and the format that knows it.
struct TextDocument {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let format: any TextFormat

    /// Finds the format; nil where the file is of none, or where the user asked for another.
    ///
    /// - Parameter formats: the formats that it may be of.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, _ options: ImportOptions, formats: [any TextFormat]) {
        let format = formats.first { format in
            if let told = options.format { format.name == told || format.otherNames.contains(told) } else { format.fits(bytes, name: options.baseName) }
        }
        guard let format else { return nil }
        (self.bytes, self.format) = (bytes, format)
    }

    /// The plan of importing the file.
    func plan(_ encoding: TextEncoding, options: ImportOptions, context: ImportContext, progress: Formats.Progress? = nil) throws(ImportIssue) -> ImportPlan {
        if let heading = options.columns.keys.min() {
            throw ImportIssue(.missingColumn, column: heading, message: "a file of \(format.name) has no columns", hint: "leave out columns={…}, which is for tables")
        }
        var builder = PlanBuilder(context: context, options: options, format: format.name)
        if encoding != .utf8 { builder.notice(.encoding, "the file is no UTF-8; it is read as \(encoding.rawValue)") }
        builder.notice(.format, "the file is read as one of \(format.name)")
        try format.read(bytes, progress: TextProgress(progress, bytes: bytes.count), into: &builder)
        if builder.plan.verdicts.isEmpty { throw ImportIssue(.emptyFile, message: "no statement of \(format.name) is in it") }
        return builder.finish(nil)
    }
}

/// The lines with which a file begins, for telling what it is.
struct FileOpening {
    /// The lines without what ends them, of the first part of the file; behind each that ends with a carriage return and a line feed stands an empty one.
    let lines: [Substring]
    private static let size = 65_536

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        let text = String(decoding: bytes.prefix(Self.size), as: UTF8.self)
        lines = text.utf8.split(omittingEmptySubsequences: false) { $0 == lineFeed || $0 == carriageReturn }.map { Substring($0) }
    }
}
