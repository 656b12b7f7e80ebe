import Frames
import Scripting
import Sentences

/// Answers completions: finds out what is meant, asks whoever knows, keeps what fits.
final class CompletionEngine {
    /// What can be inserted.
    struct Answer: Equatable {
        /// Where the inserted text begins, in characters of the line from 0.
        var start: Int
        var candidates: [String]
        /// What follows a sole candidate.
        var append: Character?
        var isOfFiles = false
    }

    private let session: Session

    init(_ session: Session) { self.session = session }

    /// The answer for a line up to the cursor, or nil where there is nothing to offer.
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
        }
        guard !candidates.isEmpty else { return nil }
        var seen: Set<String> = []
        candidates = candidates.filter { seen.insert($0).inserted }
        return Answer(
            start: typed.count - line.count + request.start, candidates: candidates, append: append(candidates, request),
            isOfFiles: isOfFiles)
    }

    /// The names that begin with the prefix; if none does, those that do but for case.
    static func fitting(_ names: [String], _ prefix: String) -> [String] {
        let exact = names.filter { $0.hasPrefix(prefix) }
        guard exact.isEmpty else { return exact }
        let folded = prefix.lowercased()
        return names.filter { $0.lowercased().hasPrefix(folded) }
    }

    private func found(for subject: CompletionSubject, _ request: CompletionRequest) -> [String] {
        switch subject {
        case .commandWord: CommandTable(session.interpreter.commands).names
        case .keyword(let words): words
        case .setting: Setting.all.map { ".\($0.name)" }
        case .settingValue(let name): Setting.named(name)?.values ?? []
        case .file: FileNames.beginning(with: request.prefix, isQuoted: request.quote != nil)
        case .argumentValue where request.quote == nil:
            session.interpreter.candidates(for: subject, prefix: request.prefix).map(LuaForm.quoted)
        case .global, .member, .argumentName, .argumentValue, .place:
            session.interpreter.candidates(for: subject, prefix: request.prefix)
        }
    }

    /// What follows a sole candidate: the quote it is in, a space in a sentence, nothing in Lua or inside a path.
    private func append(_ candidates: [String], _ request: CompletionRequest) -> Character? {
        guard candidates.count == 1, let last = candidates[0].last, !"/{(.=:".contains(last) else { return nil }
        if let quote = request.quote { return quote }
        let isSentence = request.subjects.contains { subject in
            switch subject {
            case .commandWord: CommandTable(session.interpreter.commands).names.contains(candidates[0])
            case .keyword, .setting, .settingValue, .file, .place: true
            case .global, .member, .argumentName, .argumentValue: false
            }
        }
        return isSentence ? " " : nil
    }
}
