/// Takes prompts off lines that were copied from a session.
enum Transcript {
    /// The lines that were typed: if the first begins with the prompt, those with a prompt, without it; else all.
    static func withoutPrompts(_ lines: [String]) -> [String] {
        guard lines.first?.hasPrefix("luca> ") == true else { return lines }
        return lines.compactMap { line in
            guard line.hasPrefix("luca> ") || line.hasPrefix("  ... ") else { return nil }
            return String(line.dropFirst(6))
        }
    }
}
