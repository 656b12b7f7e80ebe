/// A result ready to be shown.
public enum Shown {
    /// Nothing to print, as for a statement.
    case nothing
    /// A value in its final form; may have several lines.
    case text(String)
    /// A table, laid out by the mode in force.
    case frame(any Tabular)
}
