/// The options that every subcommand takes.
public struct LaunchOptions: Sendable {
    /// When to use colour.
    public enum Colour: String, CaseIterable, Sendable {
        case auto, always, never
    }

    /// The book given on the command line or by `LUCA_BOOK`; nil means the one in the data folder.
    public var book: String?
    /// The day to take for today, as ISO text, from `--today` or `LUCA_TODAY`.
    public var today: String?
    /// Whether `init.lua` runs at the start.
    public var runsInit = true
    public var colour = Colour.auto

    public init() {}
}
