/// How results are shown.
public struct Display: Sendable, Equatable {
    /// The forms of a table; the raw value is the name after `.mode`.
    public enum Mode: String, CaseIterable, Sendable {
        case table, csv, json, markdown, line
    }

    public var mode = Mode.table
    /// Columns of the terminal, or nil for as wide as the table is.
    public var width: Int?
    /// Rows shown of a long table before the rest is only counted, or nil for all.
    public var rowLimit: Int?
    /// Gains green, losses red, headings bold.
    public var isColoured = false
    /// Amounts and quantities are masked, so that a screen can be shared.
    public var isPrivate = false

    public init() {}
}
