/// A document for paper: what stands on it, in order, before anybody has laid it out on pages.
///
/// It knows neither accounts nor amounts: every text stands in it as it is printed. `luca-draw` lays it out as a PDF with page numbers, heads of
/// tables that repeat, and no row cut in two.
public struct PrintedDocument: Hashable, Sendable {
    /// What it is called; at the head of its first page, and small at the head of the others.
    public var title: String
    /// Of whom, of what and of when it is, in a line; empty for none.
    public var subtitle: String
    /// What stands at the foot of each page, beside its number; empty for nothing.
    public var footer: String
    /// The paper.
    public var paper: Paper
    /// How the paper is turned.
    public var orientation: Orientation
    /// What the file says of itself beside its title.
    public var details: FileDetails
    /// The mark before the decimals in the texts of its tables, by which columns are aligned.
    public var decimalMark: Character
    /// What stands on it, in order.
    public var blocks: [Block]

    /// A document.
    public init(
        title: String, subtitle: String = "", footer: String = "", paper: Paper = .a4, orientation: Orientation = .automatic, details: FileDetails,
        decimalMark: Character = ".", blocks: [Block]
    ) {
        (self.title, self.subtitle, self.footer, self.paper, self.orientation) = (title, subtitle, footer, paper, orientation)
        (self.details, self.decimalMark, self.blocks) = (details, decimalMark, blocks)
    }

    /// A piece of a document.
    public enum Block: Hashable, Sendable {
        /// A heading: 1 for a section, 2 and 3 below it; it stays with what follows it, and is a bookmark of the file.
        case heading(String, level: Int)
        /// A paragraph; it is wrapped, and an empty line in it begins another one.
        case paragraph(String)
        /// A few figures, large and side by side.
        case figures([PrintedFigure])
        /// A table.
        case table(PrintedTable)
        /// A picture; it is made smaller where it is wider than the page.
        case scene(Scene)
        /// A remark in small type, such as what a table has left out.
        case note(String)
    }

    /// How the paper is turned.
    public enum Orientation: UInt8, Hashable, Sendable, CaseIterable {
        /// Upright, but that a table that would be too wide gets pages of its own across.
        case automatic
        /// Upright throughout.
        case portrait
        /// Across throughout.
        case landscape
    }
}

/// A size of paper.
public enum Paper: UInt8, Hashable, Sendable, CaseIterable {
    /// ISO 216 A4: 210 by 297 millimetres.
    case a4
    /// US Letter: 8.5 by 11 inches.
    case letter

    /// The shorter side, in points of 1/72 inch.
    public var width: Double {
        switch self {
        case .a4: 595.276
        case .letter: 612
        }
    }

    /// The longer side, in points of 1/72 inch.
    public var height: Double {
        switch self {
        case .a4: 841.89
        case .letter: 792
        }
    }
}

/// What a file says of itself beside its title.
public struct FileDetails: Hashable, Sendable {
    /// Who made it; empty for nobody.
    public var author: String
    /// What it is about; empty for nothing.
    public var subject: String
    /// The day of its making, such as `2014-12-31`. It is passed in, so that the same facts give the same file.
    public var created: String

    /// What a file says of itself.
    public init(author: String = "", subject: String = "", created: String) {
        (self.author, self.subject, self.created) = (author, subject, created)
    }
}

/// A figure with its name, printed large.
public struct PrintedFigure: Hashable, Sendable {
    /// What it is, such as `Net worth`.
    public var name: String
    /// The value as it is printed; empty where it is unknown, which is printed as a dash.
    public var value: String
    /// What stands below it, small; empty for nothing.
    public var note: String
    /// What the value tells.
    public var tone: Tone

    /// A figure.
    public init(name: String, value: String, note: String = "", tone: Tone = .plain) {
        (self.name, self.value, self.note, self.tone) = (name, value, note, tone)
    }
}

/// What a printed text tells by its colour; its words tell the same.
public enum Tone: UInt8, Hashable, Sendable, CaseIterable {
    /// Nothing beyond its words.
    case plain
    /// A gain.
    case gain
    /// A loss.
    case loss
    /// That something is not known.
    case missing
}
