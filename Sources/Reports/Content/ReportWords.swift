import Charts
import Frames
import Values

/// The sentences of a report as they are shown: safe to show anywhere, and without figures where amounts are masked.
struct ReportWords {
    /// How values are shown.
    let options: RenderOptions

    /// The title, the subtitle or a heading. Where amounts are masked the year stays, which tells what the report is of.
    func title(_ text: String) -> String {
        let text = SafeText.cleaned(text)
        return options.privacy ? Self.masking(text, keepingYears: options) : text
    }

    /// A paragraph, a note or a warning; its line ends stay.
    func sentence(_ text: String) -> String { options.hidingFigures(in: SafeText.safe(text, keepingLines: true)) }

    /// The value of a figure, which is `unknown` where nobody knows it.
    func value(of figure: Report.Figure) -> String {
        if figure.value.isEmpty { return "unknown" }
        let text = SafeText.cleaned(figure.value)
        guard options.privacy && figure.isPrivate else { return text }
        let masked = options.hidingFigures(in: text)
        // A percentage tells no amount; whatever else kept its digits is masked as a whole.
        return masked.contains(where: \.isNumber) && !masked.contains("%") ? options.hidingFigures(in: "0") : masked
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

    /// The text without its figures but for words that are a year, unless the code of a currency follows.
    private static func masking(_ text: String, keepingYears options: RenderOptions) -> String {
        var result: [String] = [], rest: [Substring] = []
        func hide() {
            if !rest.isEmpty { result.append(options.hidingFigures(in: rest.joined(separator: " "))) }
            rest = []
        }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        for (place, word) in words.enumerated() {
            let next = place + 1 < words.count ? words[place + 1] : ""
            let isAmount = next.count == 3 && next.allSatisfy(\.isUppercase)
            if isYear(word), !isAmount {
                hide()
                result.append(String(word))
            } else {
                rest.append(word)
            }
        }
        hide()
        return result.joined(separator: " ")
    }

    private static func isYear(_ word: Substring) -> Bool {
        let digits = word.drop { "([".contains($0) }.prefix { $0.isNumber }
        let rest = word.drop { "([".contains($0) }.dropFirst(digits.count)
        return digits.count == 4 && (digits.hasPrefix("19") || digits.hasPrefix("20")) && rest.allSatisfy { ")],.:;".contains($0) }
    }
}

extension Report {
    /// The sentences at the end: the notes, then what the tables' and charts' frames were missing, each once.
    func remarks(_ options: RenderOptions) -> [String] {
        let words = ReportWords(options: options)
        var seen = Set<String>()
        let warnings = frames.flatMap { $0.warningLines(inBook: "warnings", inFrame: "the warnings of its frame") }
        return (notes + warnings).map(words.sentence).filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    /// The frames of the tables and charts, in their order.
    private var frames: [Frame] {
        sections.flatMap(\.blocks).compactMap { block in
            switch block {
            case .table(let frame): frame
            case .chart(let chart): chart.frame
            case .text, .figures: nil
            }
        }
    }

    /// How many charts it has.
    var chartCount: Int {
        sections.reduce(0) { count, section in
            count + section.blocks.count { if case .chart = $0 { true } else { false } }
        }
    }
}
