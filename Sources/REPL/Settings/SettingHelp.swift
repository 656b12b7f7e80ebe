/// The help on settings and keys, made from their records.
enum SettingHelp {
    private static let keys: [(String, String)] = [
        ("Tab", "completes; twice lists what fits"),
        ("Up, Down", "earlier entries that begin with what is typed"),
        ("Ctrl-R", "searches earlier entries"),
        ("Ctrl-C", "gives up the line, or stops what runs"),
        ("Ctrl-D", "leaves"),
    ]

    /// All settings, one line each, then the keys.
    static var overview: String {
        lines(Setting.all) + "\n" + table(keys.map { ($0.0, $0.1) })
    }

    /// One setting with its detail.
    static func detail(of setting: Setting) -> String { "\(setting.usage)\n  \(setting.summary)\n  \(setting.detail)\n" }

    /// The settings with `pattern` in their name or summary, or nil if there are none.
    static func matching(_ pattern: String) -> String? {
        let matches = Setting.all.filter { $0.name.contains(pattern) || $0.summary.lowercased().contains(pattern.lowercased()) }
        return matches.isEmpty ? nil : lines(matches)
    }

    private static func lines(_ settings: [Setting]) -> String { table(settings.map { ($0.usage, $0.summary) }) }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { left, right in left + String(repeating: " ", count: width - left.count + 2) + right + "\n" }.joined()
    }
}
