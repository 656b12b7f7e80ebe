/// The folders that luca keeps things in: those of XDG, or one for everything under `LUCA_HOME`.
public struct Folders: Sendable {
    /// `init.lua`.
    public let config: String
    /// The book that is opened when none is named.
    public let data: String
    /// The history of the prompt.
    public let state: String
    /// The user's Lua modules, for `require`.
    public var library: String { config + "/lua" }

    /// The folders of this environment, or nil where neither `LUCA_HOME`, an absolute XDG folder nor `HOME` is set.
    public init?() {
        if let home = environment("LUCA_HOME") {
            config = home
            data = home
            state = home
            return
        }
        guard let config = Self.folder("XDG_CONFIG_HOME", ".config"), let data = Self.folder("XDG_DATA_HOME", ".local/share"),
            let state = Self.folder("XDG_STATE_HOME", ".local/state")
        else { return nil }
        self.config = config
        self.data = data
        self.state = state
    }

    /// The XDG rule: a relative path counts as unset.
    private static func folder(_ variable: String, _ fallback: String) -> String? {
        if let folder = environment(variable), folder.hasPrefix("/") { return folder + "/luca" }
        return environment("HOME").map { "\($0)/\(fallback)/luca" }
    }
}
