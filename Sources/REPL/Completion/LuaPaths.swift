/// Expressions in Lua source as paths: names joined by `.` and `:`, with `()` for calls and `[]` for indices: `gains():by()`.
///
/// A name that the source itself gives a value stands for that value: after `for _, h in rows(x) do`, `h` is `x[]`, a row of `x`.
struct LuaPaths {
    let tokens: [LuaToken]

    /// The expression that ends before token `end`. Nil if it is none.
    func path(endingAt end: Int) -> String? { path(endingAt: end, Reach(place: tokens.count, depth: 0)) }

    /// How far a name is looked up: what gives it a value stands before that of the name that led to it, or `x = x.` would go round for ever.
    private struct Reach {
        /// The place before which values are given.
        let place: Int
        /// How many names have led here.
        let depth: Int

        /// No text that a person writes has a longer chain of names, each of which stands for the one before.
        static let deepest = 64

        /// From the name that is given a value at a place.
        func from(_ place: Int) -> Reach { Reach(place: min(self.place, place), depth: depth + 1) }
    }

    private func path(endingAt end: Int, _ reach: Reach) -> String? {
        var parts: [String] = []
        var index = end - 1
        while index >= 0 {
            let token = tokens[index]
            switch token.kind {
            case .sign:
                guard [")", "}", "]"].contains(token.text), let open = opening(of: index) else { return nil }
                parts.append(token.text == "]" ? "[]" : "()")
                index = open - 1
                continue
            case .string:
                // A call such as `account "Ray"`.
                guard parts.last != "()", index > 0, tokens[index - 1].kind == .name else { return nil }
                parts.append("()")
                index -= 1
                continue
            case .name: parts.append(token.text)
            case .number, .comment: return nil
            }
            guard index > 0, isSign(index - 1, [".", ":"]) else { break }
            parts.append(tokens[index - 1].text)
            index -= 2
        }
        guard index >= 0, let name = parts.popLast() else { return parts.reversed().joined() }
        return (binding(of: name, reach.from(index)) ?? name) + parts.reversed().joined()
    }

    /// The index of the bracket that belongs to the closing one at `close`.
    func opening(of close: Int) -> Int? {
        var depth = 0
        for index in stride(from: close, through: 0, by: -1) where tokens[index].kind == .sign {
            switch tokens[index].text {
            case ")", "}", "]": depth += 1
            case "(", "{", "[":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    /// The index of the innermost bracket that is open before token `count`.
    func innermost(before count: Int) -> Int? {
        var depth = 0
        for index in stride(from: count - 1, through: 0, by: -1) where tokens[index].kind == .sign {
            switch tokens[index].text {
            case ")", "}", "]": depth += 1
            case "(", "{", "[":
                if depth == 0 { return index }
                depth -= 1
            default: break
            }
        }
        return nil
    }

    func isSign(_ index: Int, _ texts: [String]) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .sign && texts.contains(tokens[index].text)
    }

    private func isName(_ index: Int, _ text: String? = nil) -> Bool {
        tokens.indices.contains(index) && tokens[index].kind == .name && (text.map { tokens[index].text == $0 } ?? true)
    }

    // MARK: Names that the source gives a value

    /// The path that a name stands for where the tokens before `place` give it one; nil where they do not.
    private func binding(of name: String, _ reach: Reach) -> String? {
        guard reach.depth <= Reach.deepest else { return nil }
        for index in stride(from: reach.place - 1, through: 0, by: -1) where isName(index, name) {
            if isSign(index - 1, [".", ":"]) { continue }
            let before = Reach(place: index, depth: reach.depth)
            if isSign(index + 1, ["="]), !isSign(index + 2, ["="]), !isSign(index - 1, ["{", ","]) {
                let value = expression(from: index + 2, before)
                // A name within the value has what it had before.
                if let value, value.end > reach.place { continue }
                return value?.path
            }
            if tokens[index..<reach.place].contains(where: { $0.kind == .name && $0.text == "do" }), let loop = looped(at: index, before) { return loop }
            if let row = parameter(at: index, before) { return row }
        }
        return nil
    }

    /// The value of a loop's variable at a place: an element of what is looped over.
    private func looped(at index: Int, _ reach: Reach) -> String? {
        var start = index, end = index
        while isSign(start - 1, [","]), isName(start - 2) { start -= 2 }
        while isSign(end + 1, [","]), isName(end + 2) { end += 2 }
        // The last of them is the element, the first its number.
        guard isName(start - 1, "for"), isName(end + 1, "in"), index == end, let list = expression(from: end + 2, reach) else { return nil }
        if ["rows()", "ipairs()", "pairs()"].contains(list.path), let open = list.open { return expression(from: open + 1, reach).map { $0.path + "[]" } }
        return list.path + "[]"
    }

    /// The row that a function within `f:where(function(r)` or `f:with("x", function(r)` gets.
    private func parameter(at index: Int, _ reach: Reach) -> String? {
        guard isSign(index - 1, ["("]), isName(index - 2, "function"), let open = innermost(before: index - 2), tokens[open].text == "(" else { return nil }
        guard let function = path(endingAt: open, reach) else { return nil }
        let method = [":where", ":with"].first(where: function.hasSuffix)
        return method.map { function.dropLast($0.count) + "[]" }
    }

    /// The expression that begins at a token, with the bracket of its first call.
    private func expression(from start: Int, _ reach: Reach) -> (path: String, open: Int?, end: Int)? {
        guard isName(start), !["function", "not", "nil", "true", "false"].contains(tokens[start].text) else { return nil }
        var end = start + 1
        var open: Int?
        while end < tokens.count {
            if isSign(end, [".", ":"]), isName(end + 1) {
                end += 2
            } else if isSign(end, ["(", "{", "["]), let close = closing(of: end) {
                open = open ?? end
                end = close + 1
            } else if tokens[end].kind == .string, !tokens[end].isOpen, isName(end - 1) {
                end += 1
            } else {
                break
            }
        }
        return path(endingAt: end, reach).map { ($0, open, end) }
    }

    private func closing(of open: Int) -> Int? {
        var depth = 0
        for index in open..<tokens.count where tokens[index].kind == .sign {
            switch tokens[index].text {
            case "(", "{", "[": depth += 1
            case ")", "}", "]":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }
}
