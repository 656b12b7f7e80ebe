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
        if book?.isEmpty == true { return Self.noName }
        guard let today else { return nil }
        do {
            _ = try Day(today)
            return nil
        } catch {
            return "today cannot be set: \(error)"
        }
    }

    /// What is wrong with what stands where a book would, in a sentence; nil where a book may be meant.
    ///
    /// A new book is named by a path: with a slash in it, or `.luca` at its end. A word that nothing is called is a slip or a command of
    /// another program, and would leave an empty book behind.
    ///
    /// - Parameter hint: what to type instead of a word that is near no subcommand.
    public static func mistake(inBook path: String, subcommands: [String], hint: (String) -> String?) -> String? {
        if path.isEmpty { return noName }
        if path.hasSuffix(".luca") || FilePaths.exists(path) { return nil }
        let isOther = otherEndings.contains { path.lowercased().hasSuffix($0) }
        if path.contains("/"), !isOther { return nil }
        if isOther || path.dropFirst().contains(".") {
            return "there is no file \(path); luca import FILE reads a file into a book, and a new book is called NAME.luca"
        }
        let near = nearestName(to: path, in: subcommands).map { "did you mean \($0)?" }
        let instead = near ?? hint(path).map { "\($0)." } ?? "luca --help lists the commands."
        return "there is no command \(path); \(instead) A new book of that name is \(SafeText.shellWord("./\(path)"))"
    }

    private static let noName = "an empty name names no file: a book is called NAME.luca, and luca --help lists the commands"

    /// The ends of names of files that are imported or run.
    private static let otherEndings = [".csv", ".tsv", ".txt", ".json", ".zip", ".db", ".sqlite", ".xlsx", ".ofx", ".qfx", ".qif", ".xml", ".lua", ".pdf"]
}
