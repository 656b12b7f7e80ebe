/// What the journal calls an act by how somebody said it.
public enum ActSource {
    /// A line of Lua at the prompt.
    public static let prompt = "prompt"
    /// A line of Lua that was piped in.
    public static let pipe = "pipe"

    /// A sentence, by its first word: `command buy`.
    public static func command(_ name: String) -> String { prefix + name }

    /// The first word of the sentence that an act was; nil where it was none.
    public static func command(of source: String) -> String? { source.hasPrefix(prefix) ? String(source.dropFirst(prefix.count)) : nil }

    private static let prefix = "command "
}
