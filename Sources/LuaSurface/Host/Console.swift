public import Frames
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
    /// Told how an import goes on; nil where nobody watches.
    public var importProgress: ImportProgress?
    /// Told how a sync goes on, many times a second; nil where nobody watches.
    public var syncProgress: ((SyncStage) -> Void)?

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

/// Told how an import goes on: its phase, how many rows of how many are done in it. It gives back false to end the import.
public typealias ImportProgress = (_ phase: ImportPhase, _ done: Int, _ total: Int) -> Bool

/// The parts of an import that take time.
public enum ImportPhase: String, Sendable {
    /// The rows of the file are read.
    case reading
    /// What they hold is added to the book.
    case recording
}

/// How far a sync is, for a line on a terminal.
public struct SyncStage: Hashable, Sendable {
    /// Symbols that are done, in whichever way.
    public let done: Int
    /// Symbols in all.
    public let total: Int
    /// The one that was done last; empty before the first.
    public let symbol: String
    /// Whether the sync is over, however it ended.
    public let isLast: Bool

    /// How far a sync is, after a symbol.
    package init(done: Int, total: Int, symbol: String, isLast: Bool) { (self.done, self.total, self.symbol, self.isLast) = (done, total, symbol, isLast) }
}
