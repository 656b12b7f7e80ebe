import Frames
import LuaKit
import Scripting

extension Failure {
    /// An error of a session, in the parts that the printer puts on their own lines.
    init(_ error: any Error, in runtime: Runtime) {
        guard let lua = error as? LuaFailure else {
            let raisable = error as? any LuaRaisable
            self.init(kind: raisable?.luaKind ?? "error", message: raisable?.message ?? "\(error)", hint: raisable?.hint, field: raisable?.field)
            return
        }
        if lua.kind == "interrupted" {
            self = .interrupted
            return
        }
        self.init(kind: lua.kind, message: lua.message, hint: lua.hint, field: lua.field)
        guard let position = lua.position else { return }
        chunk = position.chunk
        line = position.line
        if let text = runtime.sourceText(of: position.chunk) {
            sourceLine = Self.line(position.line, of: text)
            traceback = lua.traceback
            point(into: text)
        }
    }

    private static func line(_ number: Int, of text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
    }

    /// Puts the caret under the word that the message is about, where the line has it.
    mutating func point(into source: String) {
        guard column == nil, let text = sourceLine ?? Self.line(line ?? 1, of: source) else { return }
        for word in [field, Self.quotedWord(message)].compactMap({ $0 }) where !word.isEmpty {
            if let range = text.range(ofWord: word) {
                column = text.distance(from: text.startIndex, to: range.lowerBound) + 1
                return
            }
        }
    }

    /// The first word in quotes: Lua names what it stumbled over in this way.
    private static func quotedWord(_ message: String) -> String? {
        guard let open = message.firstIndex(of: "'") else { return nil }
        let rest = message[message.index(after: open)...]
        return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
    }
}

extension String {
    /// Where a word stands that is not part of a longer one.
    fileprivate func range(ofWord word: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            guard self[start...].hasPrefix(word) else {
                start = index(after: start)
                continue
            }
            let end = index(start, offsetBy: word.count)
            let before = start == startIndex ? nil : self[index(before: start)], after = end == endIndex ? nil : self[end]
            func isPart(_ letter: Character?) -> Bool { letter.map { $0.isLetter || $0.isNumber || $0 == "_" } ?? false }
            let standsAlone = !(isPart(word.first) && isPart(before)) && !(isPart(word.last) && isPart(after))
            if standsAlone { return start ..< end }
            start = index(after: start)
        }
        return nil
    }
}
