import Frames
import Values

/// The title of a chart that nobody gave one: what its figures are of, and what they are told apart by.
///
/// Of the answer to a question it is the question, and what was chosen of its columns where that is not what was asked: `Income by year`, `Quotes of ORCL`,
/// `Holdings: market value by symbol`. Else it is made of the columns; `amount` and `value` alone say nothing, so that the name of the frame stands for them.
struct ChartTitle {
    private let frame: Frame
    private let roles: ColumnRoles
    private let options: ChartOptions
    /// What the places are called: the column, or the period that its days were gathered into.
    private let places: String
    private let writing: RenderOptions

    /// The title of a chart of a frame.
    init(_ frame: Frame, _ roles: ColumnRoles, _ options: ChartOptions, places: String, writing: RenderOptions) {
        (self.frame, self.roles, self.options, self.places, self.writing) = (frame, roles, options, places, writing)
    }

    /// Frames whose rows amount to one figure: its column, and what it is called without looking at the others.
    private static let subjects: [String: (figure: String, words: String)] = [
        "activities": ("amount", "activities"), "cash": ("balance", "cash"), "contributions": ("amount", "contributions"), "fees": ("amount", "fees"), "gains": ("gain", "gains"),
        "income": ("amount", "income"), "quotes": ("close", "quotes"), "rates": ("rate", "rates"), "snapshots": ("value", "net worth"), "trades": ("amount", "trades"),
        "values": ("value", "values"),
    ]

    /// What the rows are of: what was asked, or the name of the frame.
    static func subject(of frame: Frame, _ options: ChartOptions) -> String {
        capitalized(options.subject ?? subjects[frame.name]?.words ?? ChartReader.words(frame.name))
    }

    /// The title.
    var text: String {
        if roles.isTable {
            // A question for a table is shorter than what it gives: `calendar to 2010-12-31` are calendar returns.
            let rest = options.subject?.drop { !$0.isWhitespace } ?? ""
            return Self.capitalized(ChartReader.words(frame.name)) + rest
        }
        if roles.areColumnsPlaces { return Self.subject(of: frame, options) + (options.subject?.contains(" on ") ?? false ? "" : day) }
        var figures = roles.y.map { ChartReader.words($0.name) }
        let known = Self.subjects[frame.name], isKnown = known != nil && known?.figure == roles.y.first?.name
        guard let subject = options.subject else {
            if let known, isKnown { figures[0] = known.words }
            // The price of what was traded is another one than that of what is held.
            let of = known.map { !isKnown && $0.words == frame.name ? " of \($0.words)" : "" } ?? ""
            return Self.capitalized((figures.count > 3 ? ChartReader.words(frame.name) : Self.list(figures) + of) + places(behind: ""))
        }
        if isKnown { return Self.capitalized(subject + places(behind: subject)) }
        return Self.capitalized(figures.count > 3 ? subject : "\(subject): \(Self.list(figures))\(places(behind: subject))")
    }

    /// What the figures are told apart by, as the end of a sentence; nothing where the question says it already.
    private func places(behind subject: String) -> String {
        if roles.kind == .scatter, let x = roles.x, x.type.isNumeric { return " against \(ChartReader.words(x.name))" }
        guard !subject.contains(" by ") else { return "" }
        var names = [placesWords, roles.by.map { ChartReader.words($0.name) }].compactMap { $0 }
        // `by symbol and quarter opened`: what belongs to the period alone stands behind it.
        if names.count > 1, names[0].hasSuffix("ed") { names.reverse() }
        return names.isEmpty ? "" : " by \(Self.list(names))"
    }

    /// What the places are, unless they are days, which nobody has to be told of.
    private var placesWords: String? {
        guard let x = roles.x else { return nil }
        let name = ChartReader.words(x.name)
        guard x.type == .day || x.type == .instant else { return name }
        // What was sold was so on the day on which it was closed.
        let isPlain = ["date", "to"].contains(x.name) || frame.name == "gains" && x.name == "closed"
        if places == x.name { return isPlain ? nil : name.hasSuffix("ed") ? "day \(name)" : name }
        return isPlain ? places : name.hasSuffix("ed") ? "\(places) \(name)" : "\(places) of \(name)"
    }

    /// The day of the only row, as the end of a sentence.
    private var day: String {
        for name in ["date", "to"] {
            guard frame.rowCount == 1, frame.index(of: name) != nil, case .day(let day)? = try? frame.value(name, row: 0) else { continue }
            return " on \(writing.locale.written(day: day))"
        }
        return ""
    }

    private static func capitalized(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static func list(_ words: [String]) -> String {
        guard words.count > 1, let last = words.last else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
