public import Frames

/// A result ready to be shown.
public enum Shown {
    /// Nothing to print, as for a statement.
    case nothing
    /// A value in its final form; may have several lines.
    case text(String)
    /// A table, laid out by the form in force; its warnings are printed below it.
    case frame(Frame)
}
