/// A form that a report is put into; the raw value is the name of the option that asks for it.
public enum ReportForm: String, CaseIterable, Hashable, Sendable {
    /// Text as at the prompt.
    case text
    /// Markdown, with tables.
    case markdown
    /// A page for browsers in one file.
    case html
    /// Pages for paper.
    case pdf
    /// A workbook of Excel.
    case xlsx

    /// What the form is, in a few words.
    public var summary: String {
        switch self {
        case .text: "plain text"
        case .markdown: "Markdown"
        case .html: "a page for browsers, in one file"
        case .pdf: "a PDF for paper"
        case .xlsx: "a workbook of Excel"
        }
    }

    /// Whether the form is a text, which can be given back instead of being written.
    public var isText: Bool {
        switch self {
        case .text, .markdown, .html: true
        case .pdf, .xlsx: false
        }
    }

    /// The endings of files of this form, without a dot; the usual one first.
    public var endings: [String] {
        switch self {
        case .text: ["txt"]
        case .markdown: ["md", "markdown"]
        case .html: ["html", "htm"]
        case .pdf: ["pdf"]
        case .xlsx: ["xlsx"]
        }
    }

    /// The form of a file, by the ending of its name; nil where that is another one, or none.
    public init?(ofFile path: String) {
        let ending = path.split(separator: "/").last.flatMap { $0.split(separator: ".").dropFirst().last }?.lowercased() ?? ""
        guard let form = Self.allCases.first(where: { $0.endings.contains(ending) }) else { return nil }
        self = form
    }
}

extension Report {
    /// What a form has no place for, in sentences; empty where all of the report is in it. A workbook tells by itself what it has changed.
    ///
    /// - Parameter withPictures: whether pictures of the charts are written beside the Markdown.
    public func leftOut(for form: ReportForm, withPictures: Bool = false) -> [String] {
        let count = chartCount
        guard count > 0 else { return [] }
        switch form {
        case .text, .html, .pdf, .xlsx: return []
        case .markdown:
            let charts = count == 1 ? "the chart became a table" : "the \(count) charts became tables"
            return withPictures ? [] : ["Markdown holds no pictures: \(charts) of figures"]
        }
    }
}
