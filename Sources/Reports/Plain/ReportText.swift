import Charts
public import Frames
import Values

extension Report {
    /// The report for a terminal: the title over a rule, headings, figures side by side, tables and charts as wide as the terminal, what is to be noted at the end.
    ///
    /// - Parameter rows: the rows of the terminal, which no chart with axes exceeds; nil where there is none.
    public func text(_ options: RenderOptions = RenderOptions(), rows: Int? = nil) throws(FrameError) -> String {
        var text = PlainReport(options, rows: rows)
        text.title(title, subtitle)
        for section in sections {
            text.heading(section.heading)
            for block in section.blocks { try text.block(block) }
        }
        text.remarks(remarks(options))
        return text.text
    }
}

/// A report as lines of text.
private struct PlainReport {
    private let options: RenderOptions
    private let rows: Int?
    private let words: ReportWords
    /// The lines so far; a blank line stands between the pieces.
    private(set) var text = ""

    init(_ options: RenderOptions, rows: Int?) {
        (self.options, self.rows, words) = (options, rows, ReportWords(options: options))
    }

    private static let bold = 1, red = 31, green = 32, dim = 2

    mutating func title(_ title: String, _ subtitle: String) {
        guard !title.isEmpty || !subtitle.isEmpty else { return }
        let below = subtitle.isEmpty ? "" : WrappedText.paragraphs(words.title(subtitle), width: options.width)
        piece(ruled(words.title(title), below: below, by: options.unicode ? "═" : "="))
    }

    /// A title or heading, wrapped, over a rule as wide as it is; with the lines below it, if any, above the rule.
    private func ruled(_ title: String, below: String = "", by rule: Character) -> String {
        let lines = WrappedText.paragraphs(title, width: options.width).split(separator: "\n").map(String.init), further = below.split(separator: "\n").map(String.init)
        let width = (lines + further).map { TextWidth.of($0) }.max() ?? 0
        return (lines.map { styled($0, Self.bold) } + further + [String(repeating: rule, count: width)]).joined(separator: "\n")
    }

    mutating func heading(_ heading: String) {
        guard !heading.isEmpty else { return }
        piece(ruled(words.title(heading), by: options.rule))
    }

    mutating func block(_ block: Report.Block) throws(FrameError) {
        switch block {
        case .text(let text): piece(WrappedText.paragraphs(words.sentence(text), width: options.width))
        case .table(let frame): piece(try frame.readable(options))
        case .chart(let chart): piece(chart.text(options, rows: rows))
        case .figures(let figures): piece(sideBySide(figures))
        }
    }

    mutating func remarks(_ remarks: [String]) {
        guard !remarks.isEmpty else { return }
        heading("Notes")
        let mark = options.unicode ? "• " : "- "
        piece(remarks.map { mark + WrappedText.wrapped($0, behind: 2, indent: 2, width: options.width) }.joined(separator: "\n"))
    }

    /// A piece behind a blank line; none where there is nothing to show.
    private mutating func piece(_ piece: String) {
        var piece = piece
        while piece.hasSuffix("\n") { piece.removeLast() }
        guard !piece.isEmpty else { return }
        if !text.isEmpty { text += "\n" }
        text += piece + "\n"
    }

    private func styled(_ text: String, _ code: Int) -> String { options.colour && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}

extension PlainReport {
    /// Names over values over notes, as many figures in a row as there is room for.
    private func sideBySide(_ figures: [Report.Figure]) -> String {
        let gap = 4
        var rows: [[Report.Figure]] = [], used = 0
        for figure in figures {
            let width = width(figure) + gap
            if rows.isEmpty || used + width - gap > options.width ?? .max {
                rows.append([])
                used = 0
            }
            rows[rows.count - 1].append(figure)
            used += width
        }
        return rows.map { row in
            let widths = row.map { width($0) + gap }
            func line(_ cell: (Report.Figure) -> (text: String, code: Int?)) -> String {
                let cells = zip(row, widths).map { figure, width in
                    let (text, code) = cell(figure)
                    return (code.map { styled(text, $0) } ?? text) + String(repeating: " ", count: max(width - TextWidth.of(text), 0))
                }
                return String(cells.joined().trimmedAtEnd)
            }
            let notes = row.contains { !$0.note.isEmpty } ? [line { (words.note(of: $0), nil) }] : []
            return ([line { (words.title($0.name), Self.dim) }, line { (value($0), code($0)) }] + notes).joined(separator: "\n")
        }.joined(separator: "\n\n")
    }

    private func value(_ figure: Report.Figure) -> String { words.mark(of: figure) + words.value(of: figure) }

    private func code(_ figure: Report.Figure) -> Int {
        figure.sign == 0 || options.privacy && figure.isPrivate ? Self.bold : figure.sign > 0 ? Self.green : Self.red
    }

    private func width(_ figure: Report.Figure) -> Int {
        [words.title(figure.name), value(figure), words.note(of: figure)].map { TextWidth.of($0) }.max() ?? 0
    }
}
