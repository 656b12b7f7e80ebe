/// A form that a report is put into.
public enum ReportForm: String, CaseIterable, Hashable, Sendable {
    /// Text for a terminal.
    case text
    /// Markdown.
    case markdown
    /// A page for a browser.
    case html
    /// Pages of paper.
    case paper
}

extension Report {
    /// What a form has no place for, in sentences; empty where all of the report is in it.
    ///
    /// - Parameter withPictures: whether pictures of the charts are written beside the Markdown.
    public func leftOut(for form: ReportForm, withPictures: Bool = false) -> [String] {
        let count = chartCount
        guard count > 0 else { return [] }
        let charts = count == 1 ? "the chart" : "the \(count) charts"
        switch form {
        case .text, .html: return []
        case .markdown:
            let tables = count == 1 ? "a table" : "tables"
            return withPictures ? [] : ["Markdown holds no pictures: \(charts) became \(tables) of figures; name a folder for pictures to have them drawn"]
        case .paper:
            return ["the figures behind \(charts) are not on paper, only \(count == 1 ? "its picture" : "their pictures"); add a table to print them"]
        }
    }
}
