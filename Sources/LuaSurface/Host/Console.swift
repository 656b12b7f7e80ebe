public import Frames
public import Storage
public import Values

/// Where a session shows results, what it tells beside them, and how they are laid out.
public struct Console {
    /// Takes what `print` and `show` write.
    public var output: (String) -> Void = { _ in }
    /// Takes long texts that are read page by page, such as help; nil where they go the way of all other output.
    public var pages: ((String) -> Void)?
    /// By which program long results are read page by page at a terminal.
    public var pager = PagerChoice.automatic
    /// Takes what a person should know beside the results.
    public var notice: (String) -> Void = { _ in }
    /// How frames are laid out as text.
    public var rendering = RenderOptions()
    /// How numbers and dates are written and may be typed.
    public var locale = LocaleFormat.plain
    /// The form in which `show` prints frames.
    public var format = FrameFormat.table
    /// Whether what is printed goes to a terminal. Control characters in texts of the book are then shown spelt out, so that they cannot steer it.
    public var isTerminal = false
    /// The lines of the terminal at this moment, which pictures keep within; nil where there is none.
    public var lines: () -> Int? = { nil }
    /// Asks somebody a question and gives the answer, nil for none; throws where Ctrl-C is the answer. Nil where nobody can be asked.
    public var question: ((_ text: String) throws -> String?)?
    /// Told how far an import, a sync, and the loading and verifying of a book are, many times a second; nil where nobody watches.
    public var progress: WorkObserver?

    /// Asks whether to do something; nil where nobody can be asked; throws where Ctrl-C is the answer.
    ///
    /// - Parameter otherwise: what an empty answer means.
    public func isConfirmed(_ text: String, otherwise: Bool = true) throws -> Bool? {
        guard let question else { return nil }
        guard let answer = try question("\(text) [\(otherwise ? "Y/n" : "y/N")] ") else { return false }
        return answer.isEmpty ? otherwise : ["y", "yes"].contains(answer.lowercased())
    }
}

/// By which program results that are longer than the screen are read page by page, at a terminal only.
public enum PagerChoice: Hashable, Sendable {
    /// The one that the environment names in PAGER, else less.
    case automatic
    /// None: they are printed as they are.
    case off
    /// A command of the system's shell.
    case command(String)

    /// The choice that a person types: `on`, `off` or a command.
    public init(_ text: String) {
        switch text {
        case "on", "auto", "": self = .automatic
        case "off", "none": self = .off
        default: self = .command(text)
        }
    }

    /// The choice as it is typed.
    public var text: String {
        switch self {
        case .automatic: "on"
        case .off: "off"
        case .command(let command): command
        }
    }
}
