internal import Glibc
import Session
import Values

/// Finds keys and passwords in entries, to keep them out of the history, of messages and of saved scripts.
enum Secrets {
    /// Whether an entry may hold a key or a password. Such an entry is neither kept nor shown again.
    static func mayBe(in entry: String) -> Bool {
        let lowered = entry.lowercased()
        if lowered.contains("provider_keys") || lowered.contains("apikey") { return true }
        if entry.contains("LUCA_"), entry.contains("_KEY") { return true }
        return !values(in: entry).isEmpty
    }

    /// A text with `…` in place of the keys and passwords of the entry that it is about.
    static func hidden(_ text: String, from entry: String) -> String {
        // A message may repeat a part of a value. Parts of fewer than four characters are no keys, and may occur in other words.
        let parts = values(in: entry).flatMap { [$0] + $0.split { $0.isWhitespace || "=:,;\"'".contains($0) }.map(String.init) }
        return parts.filter { $0.count >= 4 && !ProviderKeys.isProvider($0) && $0 != "Bearer" }.sorted { $0.count > $1.count }
            .reduce(text) { $0.replacing($1, with: "…") }
    }

    /// The keys and passwords in an entry.
    private static func values(in entry: String) -> [String] {
        SecretScanner(entry).values
            + entry.split(separator: "\n").flatMap { line in
                let words = line.split(whereSeparator: \.isWhitespace)
                return words.indices.lazy.map { keys(words[$0...], isFirst: $0 == 0, words[0]) }.first { !$0.isEmpty } ?? []
            }
    }

    /// The keys behind a word that sets a key, or nearly does: a setting of the shell such as `.key`, or `key` at the start of a line or after
    /// the name of this program. The name of a provider alone is no key, and `key = …` is Lua.
    private static func keys(_ words: ArraySlice<Substring>, isFirst: Bool, _ program: Substring) -> [String] {
        guard let first = words.first else { return [] }
        let name = first.drop { $0 == "." }.prefix { $0.isLetter }
        let isOfShell = first.hasPrefix(".") && !name.isEmpty && (isFirst ? isNearKey(name) : ["key", "keys"].contains(name.lowercased()))
        guard isOfShell || ["key", "keys"].contains(first.lowercased()) && (isFirst || isProgram(program)) else { return [] }
        // Copied only now: in a long line few words get here.
        let rest = words.dropFirst().map(String.init)
        // .key=…
        let attached = isOfShell ? first.dropFirst(first.count - first.drop { $0 == "." }.count + name.count) : ""
        if isOfShell, attached.contains(where: { $0.isLetter || $0.isNumber }) { return parts(String(attached)) + rest }
        guard let second = rest.first, isOfShell || !second.hasPrefix("=") else { return [] }
        return rest.count == 1 && isNearProvider(second) ? [] : rest.flatMap(parts)
    }

    /// The parts of `alphavantage=KEY` other than the provider.
    private static func parts(_ word: String) -> [String] {
        word.split { "=:,".contains($0) }.map(String.init).filter { !ProviderKeys.isProvider($0) }
    }

    /// Whether a word is the name of a provider, or a misspelt one, and so no key.
    private static func isNearProvider(_ word: String) -> Bool {
        do { try ProviderKeys.check(word) } catch { return (error as? ProviderKeys.Problem)?.hint?.hasPrefix("did you mean") == true }
        return true
    }

    /// Whether the name of a setting is `key`, or a misspelt one.
    private static func isNearKey(_ name: Substring) -> Bool {
        if name.lowercased().contains("key") { return true }
        return ShellSetting.named(name) == nil && nearestName(to: name, in: ["key", "keys"]) != nil
    }

    /// Whether a word begins a command line of the system's shell: the name of this program, or a prompt.
    private static func isProgram(_ word: Substring) -> Bool { ["$", "!", "!luca"].contains(word) || word == "luca" || word.hasSuffix("/luca") }
}

extension Failure {
    /// The failure without the keys and passwords that the failed entry may hold. If it may hold any, its source is left out too.
    func hidingSecrets(of entry: String) -> Failure {
        guard Secrets.mayBe(in: entry) else { return self }
        var failure = self
        (failure.message, failure.sourceLine, failure.column) = (Secrets.hidden(message, from: entry), nil, nil)
        failure.hint = hint.map { Secrets.hidden($0, from: entry) }
        failure.chunk = chunk.map { Secrets.hidden($0, from: entry) }
        failure.traceback = traceback.map { Secrets.hidden($0, from: entry) }
        return failure
    }
}

/// Asks for a key or a password.
enum KeyPrompt {
    /// What is typed at the terminal, which shows nothing of it; nil if the user gave up by Ctrl-C or Ctrl-D.
    ///
    /// - Throws: `keys` if there is no terminal.
    static func ask(_ prompt: String) throws(Failure) -> String? {
        let nobody = Failure(kind: "keys", message: "there is no terminal to ask for a key at", hint: "give it on standard input: luca key PROVIDER < FILE")
        return try SilentTerminal.withTerminal(prompt, orElse: nobody) { terminal throws(Failure) in
            var memory = [UInt8](repeating: 0, count: SilentTerminal.longest)
            let count = memory.withUnsafeMutableBytes { terminal.readLine(into: $0) }
            return count.map { String(decoding: memory[..<$0], as: UTF8.self) }
        }
    }

    /// The first line of standard input.
    static func readStandardInput() throws(Failure) -> String {
        let text = try FileText.readStandardInput()
        return String((text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false).first ?? "").trimmed)
    }
}
