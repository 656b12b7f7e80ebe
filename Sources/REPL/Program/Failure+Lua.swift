import Frames
import LuaKit
import Scripting
import Sentences

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
            // The name of a secret may stand in the line before its value, and the value in the lines of the same call behind it.
            let lines = (max(1, position.line - 1)...max(1, position.line + 2)).compactMap { Self.line($0, of: text) }
            self = hidingSecrets(of: lines.joined(separator: "\n"))
        }
    }

    /// Names a sign that Lua does not read, `“`, of which its message has the first byte alone: `near '<\226>'`.
    mutating func nameSign(in source: String) {
        guard kind == "syntax", let named = message.firstMatch(of: /'<\\(\d+)>'/), let byte = UInt8(named.1) else { return }
        let text = sourceLine ?? source, number = sourceLine == nil ? line ?? 1 : 1
        let sign = LuaLexer.tokens(text).first { token in
            guard token.kind == .sign, token.text.utf8.first == byte else { return false }
            return text.prefix(token.range.lowerBound).count(where: \.isNewline) + 1 == number
        }
        guard let sign, let character = sign.text.first else { return }
        message.replaceSubrange(named.range, with: "'\(character)'")
        if character == "…" { hint = "… stands for something to be filled in, such as currency=\"EUR\" for currency=…" }
        if Typography.isQuote(character) { hint = Typography.advice }
    }

    private static func line(_ number: Int, of text: String) -> String? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
    }

    /// Puts the caret under the word that the message is about, where the line has it once.
    mutating func point(into source: String) {
        guard column == nil, let text = sourceLine ?? Self.line(line ?? 1, of: source) else { return }
        column = field.flatMap { Caret.column(ofWord: $0, in: text) } ?? Caret.column(of: message, in: text)
    }
}
