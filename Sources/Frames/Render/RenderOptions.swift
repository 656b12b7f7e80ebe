public import Values

/// How a frame is put into text.
public struct RenderOptions: Sendable {
    /// The columns of the terminal; nil where width does not matter. Columns that do not fit are cut or left out, and a notice says so.
    public var width: Int?
    /// What the reader may say for a wider table, such as `.width all`; a notice of what had no room tells it.
    public var widening: String?
    /// The most rows shown; nil for all. A notice tells how many there are besides.
    public var maximumRows: Int?
    /// Gains green, losses red, headings bold: for a terminal that shows colours.
    public var colour: Bool
    /// Whether amounts of money and quantities are masked. Prices and percentages stay.
    public var privacy: Bool
    /// Whether columns that can be added up are, at the foot.
    public var totals: Bool
    /// Whether thousands are set apart by commas, for people; never in CSV and JSON.
    public var grouping: Bool
    /// What stands for no value; in JSON it is always `null`.
    public var missing: String
    /// Whether lines and dots may go beyond ASCII.
    public var unicode: Bool
    /// The digits of the currencies, declared ones included.
    public var currencies: CurrencyTable

    /// The usual table for a file or a pipe: all rows, all columns, no colour.
    public init(
        width: Int? = nil, maximumRows: Int? = nil, colour: Bool = false, privacy: Bool = false, totals: Bool = true,
        grouping: Bool = true, missing: String = "", unicode: Bool = true, currencies: CurrencyTable = CurrencyTable()
    ) {
        self.width = width
        self.maximumRows = maximumRows
        self.colour = colour
        self.privacy = privacy
        self.totals = totals
        self.grouping = grouping
        self.missing = missing
        self.unicode = unicode
        self.currencies = currencies
    }

    /// What stands for an amount in private.
    var mask: String { unicode ? "•••" : "***" }
    var ellipsis: String { unicode ? "…" : "..." }
    var rule: Character { unicode ? "─" : "-" }
}
