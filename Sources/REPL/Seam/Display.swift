public import Frames

/// How tables are shown: their form, and the options of its renderer.
public struct Display: Sendable {
    /// The form of tables.
    public var format = FrameFormat.table
    /// Width, rows, colour, privacy.
    public var options = RenderOptions()
    /// Whether what is shown goes to a terminal.
    public var isOnTerminal = false

    /// A plain table, whole and without colour.
    public init() {}

    /// The same without what only a screen needs.
    var forFile: Display {
        var display = self
        display.options.colour = false
        display.isOnTerminal = false
        display.options.width = nil
        display.options.maximumRows = nil
        return display
    }

    /// The text of a frame, with a newline at its end.
    func text(_ frame: Frame) throws(FrameError) -> String {
        let text = try frame.rendered(as: format, options)
        return text.hasSuffix("\n") ? text : text + "\n"
    }
}
