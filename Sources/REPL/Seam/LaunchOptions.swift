import Values

/// The options that every subcommand takes.
public struct LaunchOptions: Sendable {
    /// When to use colour.
    public enum Colour: String, CaseIterable, Sendable {
        case auto, always, never
    }

    /// The book given on the command line or by `LUCA_BOOK`; nil means the one in the data folder.
    public var book: String?
    /// The day to take for today, as ISO text, from `--today` or `LUCA_TODAY`; nil means the calendar's.
    public var today: String?
    /// Whether `init.lua` runs at the start.
    public var runsInit = true
    /// Whether nothing is asked of the network, by `--offline` or `LUCA_OFFLINE`.
    public var isOffline = false
    /// When to use colour.
    public var colour = Colour.auto

    /// The options where nothing is asked for.
    public init() {}

    /// What the environment asks for.
    public static var ofEnvironment: LaunchOptions {
        var options = LaunchOptions()
        options.book = environment("LUCA_BOOK")
        options.today = environment("LUCA_TODAY")
        options.isOffline = environment("LUCA_OFFLINE").map { $0 != "0" } ?? false
        return options
    }

    /// Why the options make no sense, or nil if they do.
    public var problem: String? {
        guard let today else { return nil }
        do {
            _ = try Day(today)
            return nil
        } catch {
            return "today cannot be set: \(error)"
        }
    }

    /// What was probably meant by a name of a book that is nearly a subcommand; nil if the book exists or is clearly a path.
    ///
    /// A book that does not exist is made, so a slip of the finger would leave a file behind and do nothing else.
    public static func misspeltCommand(_ book: String, subcommands: [String]) -> String? {
        guard !book.contains("/"), !book.contains("."), !FilePaths.exists(book) else { return nil }
        return nearestName(to: book, in: subcommands)
    }
}
