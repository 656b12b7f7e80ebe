/// A form that a frame can be put into.
public enum FrameFormat: String, CaseIterable, Sendable {
    /// Aligned columns, for people.
    case table
    /// Comma-separated values, for spreadsheets and other programs.
    case csv
    /// An array of objects.
    case json
    /// A table of Markdown.
    case markdown
    /// One field a line, for rows with many columns.
    case line

    /// What the form is, in a few words.
    public var summary: String {
        switch self {
        case .table: "aligned columns"
        case .csv: "comma-separated values, RFC 4180"
        case .json: "an array of objects, decimals as strings"
        case .markdown: "a Markdown table"
        case .line: "one field a line"
        }
    }

    /// The ending of a file of this form, without a dot.
    public var fileExtension: String {
        switch self {
        case .table, .line: "txt"
        case .csv: "csv"
        case .json: "json"
        case .markdown: "md"
        }
    }
}

extension Frame {
    /// The frame in a form, as text.
    public func rendered(as format: FrameFormat, _ options: RenderOptions = RenderOptions()) throws(FrameError) -> String {
        switch format {
        case .table: try text(options)
        case .csv: try csv(options)
        case .json: try json(options)
        case .markdown: try markdown(options)
        case .line: try records(options)
        }
    }

    /// Writes the frame in a form, piece by piece, so that a large one never stands in memory as a whole.
    ///
    /// `sink` is handed bytes to keep or copy, as often as there are some; what it throws ends the writing and is passed on, as is a
    /// `FrameError` of a column that cannot be computed, which comes before the first byte.
    public func write(
        as format: FrameFormat, _ options: RenderOptions = RenderOptions(), to sink: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        switch format {
        case .csv: try writeCSV(options, to: sink)
        case .json: try writeJSON(options, to: sink)
        case .table, .markdown, .line:
            var text = try rendered(as: format, options)
            try text.withUTF8(sink)
        }
    }
}
