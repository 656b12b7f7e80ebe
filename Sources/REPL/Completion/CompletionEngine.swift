import Frames
internal import Glibc
import Scripting
import Sentences

/// Answers completions: finds out what is to be completed, asks for the names that can stand there, and keeps those that fit.
final class CompletionEngine {
    /// The names that can be inserted.
    struct Answer: Equatable {
        /// Where an inserted name begins in the line, in characters from 0.
        var start: Int
        /// The names, each once.
        var candidates: [String]
        /// The character to insert after a single candidate.
        var append: Character?
        /// Whether there are paths of files among them.
        var isOfFiles = false
    }

    private let session: ShellSession

    init(_ session: ShellSession) { self.session = session }

    /// The answer for a line up to the cursor; nil if there is nothing to offer.
    func answer(_ typed: String) -> Answer? {
        // Of a pasted or recalled entry only the last line can still be a sentence.
        var lines = session.pending + typed.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let line = lines.popLast() else { return nil }
        let completer = Completer(CommandTable(session.interpreter.commands), session.interpreter.vocabulary)
        guard let request = completer.request(line, pending: lines.joined(separator: "\n")) else { return nil }
        var candidates: [String] = []
        var isOfFiles = false
        for subject in request.subjects {
            let fitting = Self.fitting(found(for: subject, request), request.prefix)
            isOfFiles = isOfFiles || subject == .file && !fitting.isEmpty
            candidates += fitting
            // Where an account stands, no function does, and where a backup stands any file may: names of the book come first, and alone where there are some.
            if case .place(.word, "backup", _) = subject, !fitting.isEmpty { break }
            if case .argumentValue = subject, !fitting.isEmpty, request.subjects.count > 1, !request.subjects.contains(.file) { break }
        }
        guard !candidates.isEmpty else { return nil }
        var seen: Set<String> = []
        candidates = candidates.filter { seen.insert($0).inserted }
        return Answer(
            start: typed.count - line.count + request.start, candidates: candidates, append: append(candidates, request),
            isOfFiles: isOfFiles)
    }

    /// The names that begin with the prefix; if there are none, those that do in another case.
    static func fitting(_ names: [String], _ prefix: String) -> [String] {
        let exact = names.filter { $0.hasPrefix(prefix) }
        guard exact.isEmpty else { return exact }
        let folded = prefix.lowercased()
        return names.filter { $0.lowercased().hasPrefix(folded) }
    }

    /// The names of one kind, whether they fit or not.
    private func found(for subject: CompletionSubject, _ request: CompletionRequest) -> [String] {
        switch subject {
        case .commandWord: CommandTable(session.interpreter.commands).names
        case .keyword(let words): words
        case .setting: ShellSetting.all.map { ".\($0.name)" }
        case .settingValue(let name): ShellSetting.named(name)?.values ?? []
        case .file: FilePathCompletion.beginning(with: request.prefix, isQuoted: request.quote != nil)
        case .argumentValue where request.quote == nil, .bookSetting where request.quote == nil:
            session.interpreter.candidates(for: subject, prefix: request.prefix).map(LuaForm.quoted)
        case .global, .member, .argumentName, .argumentValue, .column, .bookSetting, .sql, .place, .option:
            session.interpreter.candidates(for: subject, prefix: request.prefix)
        }
    }

    /// The character after a single candidate: the quote around it, a space in a sentence, none in Lua or inside a path.
    private func append(_ candidates: [String], _ request: CompletionRequest) -> Character? {
        guard candidates.count == 1, let last = candidates[0].last, !"/{(.=:".contains(last) else { return nil }
        if request.subjects.contains(where: { if case .sql = $0 { true } else { false } }) { return " " }
        if let quote = request.quote { return quote }
        let isSentence = request.subjects.contains { subject in
            switch subject {
            case .commandWord: CommandTable(session.interpreter.commands).names.contains(candidates[0])
            case .keyword, .setting, .settingValue, .file, .place, .option: true
            case .global, .member, .argumentName, .argumentValue, .column, .bookSetting, .sql: false
            }
        }
        return isSentence ? " " : nil
    }
}

/// Paths of files, for completion.
private enum FilePathCompletion {
    /// The paths that begin with `prefix`: folders with a slash at their end, hidden files only if their dot is typed.
    ///
    /// Outside of quotes, paths with a space are left out, since they would be two words.
    static func beginning(with prefix: String, isQuoted: Bool) -> [String] {
        let slash = prefix.lastIndex(of: "/")
        let folder = slash.map { String(prefix[...$0]) } ?? ""
        let part = slash.map { prefix[prefix.index(after: $0)...] } ?? prefix[...]
        guard let stream = opendir(folder.isEmpty ? "." : FilePaths.expanded(folder)) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != ".", name != "..", name.hasPrefix(part), !name.hasPrefix(".") || part.hasPrefix(".") else { continue }
            guard isQuoted || !name.contains(" ") else { continue }
            names.append(folder + name + (isFolder(folder + name) ? "/" : ""))
        }
        return names.sorted()
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(FilePaths.expanded(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
