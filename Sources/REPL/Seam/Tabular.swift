/// A table that can lay itself out; `Frame` is the one of the program.
public protocol Tabular {
    /// The whole text, with a newline at its end.
    func rendered(_ display: Display) -> String
}
