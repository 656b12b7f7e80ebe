import Charts
import Frames
import Values

/// The sentences of a report as they are shown: safe to show anywhere, and without figures where amounts are masked.
struct ReportWords {
    /// How values are shown.
    let options: RenderOptions

    /// The title, the subtitle or a heading. Where amounts are masked the year stays, which tells what the report is of.
    func title(_ text: String) -> String {
        options.hidingFigures(inTitle: SafeText.cleaned(text))
    }

    /// A paragraph, a note or a warning; its line ends stay.
    func sentence(_ text: String) -> String { options.hidingFigures(in: SafeText.safe(text, keepingLines: true)) }

    /// The value of a figure, which is `unknown` where nobody knows it.
    func value(of figure: Report.Figure) -> String {
        if figure.value.isEmpty { return "unknown" }
        let text = SafeText.cleaned(figure.value)
        guard options.privacy && figure.isPrivate else { return text }
        var masked = options.hidingFigures(in: text)
        // Digits that a mask of sentences leaves are those of percentages, days and names; a figure has no name, so that `USD325` is masked as a whole.
        let tells = masked.split(separator: " ").contains { word in word.contains(where: \.isNumber) && !word.contains("%") && (try? Day(word)) == nil }
        if tells { return options.hidingFigures(in: "0") }
        // In tables, too, a mask tells no sign.
        if let sign = masked.first, "+-−".contains(sign), !masked.contains(where: \.isNumber) { masked.removeFirst() }
        return masked
    }

    /// What is said below a figure.
    func note(of figure: Report.Figure) -> String {
        let note = SafeText.cleaned(figure.note)
        return figure.isPrivate ? options.hidingFigures(in: note) : note
    }

    /// The sign before a gain or a loss, so that colour is not all that tells it; empty where the value tells it itself.
    func mark(of figure: Report.Figure) -> String {
        guard figure.sign != 0, !figure.value.isEmpty, !(options.privacy && figure.isPrivate), let first = figure.value.first, !"+-−".contains(first) else { return "" }
        return options.unicode ? (figure.sign > 0 ? "▲ " : "▼ ") : figure.sign > 0 ? "+ " : "- "
    }
}

extension Report {
    /// The sentences at the end: the notes, then what the frames of tables and charts were missing, each once; those that differ in a name alone gathered, and of
    /// those that differ in their days the one of all of them. What charts gather and leave out stands in their captions; on paper, where these are cut short and
    /// nothing else tells it, what has no room there comes too.
    public func remarks(_ options: RenderOptions, onPaper: Bool = false) -> [String] {
        let words = ReportWords(options: options)
        var seen = Set<String>()
        let warnings = sections.flatMap(\.pieces).flatMap { (piece) -> [String] in
            switch piece {
            case .block(.table(let frame)): frame.warnings.map(\.message)
            case .block: []
            case .charts(let charts):
                charts.rows.flatMap { row in row.flatMap { onPaper ? $0.remarks(isAlone: row.count == 1, options) : $0.frame.warnings.map(\.message) } }
            }
        }
        return AlikeSentences(SpanSentences.widest((notes + warnings).filter { !$0.isEmpty && seen.insert($0).inserted })).gathered.map(words.sentence)
    }

    /// How many charts it has.
    var chartCount: Int {
        sections.reduce(0) { count, section in
            count + section.blocks.count { if case .chart = $0 { true } else { false } }
        }
    }
}

/// How the name of a column is written over a table that is read by people who never type it.
enum ColumnHeading {
    /// `Market value` for `market_value`; a name that somebody gave, such as that of an account across the top of a pivot, stays as it is.
    static func of(_ schema: ColumnSchema) -> String {
        let name = SafeText.safe(schema.name)
        return schema.isSerial ? name : words(name)
    }

    /// A name as the words it is made of, the first with a capital letter: `Unrealized gain` for `unrealized_gain`.
    static func words(_ name: String) -> String {
        let isOurs = name.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F } && name.utf8.first != 0x5F
        guard isOurs, !name.isEmpty else { return name }
        let line = ColumnWords.of(name)
        return line.prefix(1).uppercased() + line.dropFirst()
    }
}

extension Report {
    /// The title of what is known by a name alone: `Income by month` for `income_by_month`. Words that somebody wrote stay as they are, but for the first letter.
    public static func title(ofName name: String) -> String {
        let words = ColumnHeading.words(name)
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
