public import Charts
public import Frames
public import Values

/// A report that people read: a title and sections of text, tables and charts.
///
/// It knows no file format. `Reports` puts it out as text, Markdown or HTML; `luca-draw` lays it out on paper, `luca-sheet` writes it as a workbook.
public struct Report {
    /// What it is called, such as `Dashboard`.
    public var title: String
    /// Of whom, of what and of when it is, in a line; empty for none.
    public var subtitle: String
    /// Its parts, in the order in which they are read.
    public var sections: [Section]
    /// Sentences for its end: what was missing or doubtful beside the warnings of its tables and charts.
    public var notes: [String]

    /// A report. In the place of a chart that has nothing to show stands a sentence.
    public init(title: String, subtitle: String = "", sections: [Section], notes: [String] = []) {
        let parts = sections.map(\.withoutEmptyCharts), missing = parts.flatMap(\.missing)
        (self.title, self.subtitle) = (title, subtitle)
        self.sections = parts.map { part in Section(heading: part.section.heading, blocks: part.section.blocks.map(\.withoutWarnings)) }
        self.notes = notes + missing.filter { !notes.contains($0) }
    }

    /// A part of a report.
    public struct Section {
        /// Its heading; empty for none.
        public var heading: String
        /// What it holds, in order.
        public var blocks: [Block]

        /// A part.
        public init(heading: String = "", blocks: [Block]) { (self.heading, self.blocks) = (heading, blocks) }
    }

    /// A piece of a part.
    public enum Block {
        /// A paragraph.
        case text(String)
        /// A table with totals at its foot.
        case table(Frame)
        /// A chart, and the frame that it was made of, which stands beside it for those who cannot see it.
        case chart(Chart)
        /// A few figures with their names, such as net worth and its change; shown large, side by side.
        case figures([Figure])
    }

    /// A figure with its name.
    public struct Figure: Hashable, Sendable {
        /// What it is, such as `Net worth`.
        public var name: String
        /// The value as it is written, such as `325,408.28 USD`; empty where it is unknown.
        public var value: String
        /// The value that is written there, for forms that calculate with it; nil where the text is all there is.
        public var measure: Measure?
        /// What is said below it, such as `+1.2% this month`; empty for nothing.
        public var note: String
        /// Whether it tells a gain (above zero), a loss (below) or neither (0).
        public var sign: Int
        /// Whether it is an amount, which is masked where amounts are.
        public var isPrivate: Bool

        /// A figure.
        public init(name: String, value: String, measure: Measure? = nil, note: String = "", sign: Int = 0, isPrivate: Bool = true) {
            (self.name, self.value, self.measure) = (name, value, measure)
            (self.note, self.sign, self.isPrivate) = (note, sign, isPrivate)
        }
    }

    /// The value of a figure.
    public enum Measure: Hashable, Sendable {
        /// An amount of a currency, which has so many digits behind the point.
        case money(FixedDecimal, currency: Currency, digits: Int)
        /// A number that is shown in a style.
        case number(FixedDecimal, ColumnStyle)
        /// A date.
        case day(Day)
    }
}

extension Report {
    /// Computes what its tables show and its charts were made of, so that it needs the book and the session no more.
    public func settle() throws(FrameError) {
        for block in sections.flatMap(\.blocks) {
            switch block {
            case .table(let frame): try frame.settle()
            case .chart(let chart): try chart.frame.settle()
            case .text, .figures: break
            }
        }
    }
}
