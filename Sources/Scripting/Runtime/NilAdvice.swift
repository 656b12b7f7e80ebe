import LuaKit
import LuaSurface
import Values

/// Which name of a line was nil where the message of an error does not say so, as in comparisons and in calculations with decimals.
struct NilAdvice {
    /// The field that is not there, as it was written.
    let name: String
    /// The nearest right name; nil where none is near.
    let nearest: String?
    /// The table as it was written, and the names that it has.
    private let table: (name: String, known: [String])

    /// What the table has, in a sentence; nil where that is too much to read.
    var list: String? { (1...Self.most).contains(table.known.count) ? "\(table.name) has \(table.known.sorted().joined(separator: ", "))" : nil }

    /// Whether it was looked for among Lua's functions on texts.
    var isOfTexts: Bool { table.name == "string" }

    /// The most names that a hint lists.
    private static let most = 12

    /// Looks for the one field in a line that its table does not have; nil where there is none, or more than one.
    init?(_ failure: LuaFailure, line: String, _ runtime: Runtime) {
        guard failure.message.contains("nil") else { return nil }
        let missing = Self.paths(in: line).compactMap { path -> (name: String, table: String, known: [String])? in
            guard let known = Self.fields(of: path.dropLast(), failure.names, runtime), let name = path.last, !known.contains(name) else { return nil }
            return (name, path.dropLast().joined(separator: "."), known)
        }
        guard missing.count == 1 else { return nil }
        (name, table) = (missing[0].name, (missing[0].table, missing[0].known))
        nearest = nearestName(to: name, in: missing[0].known)
    }

    /// The paths of two names and more in a line, such as `plan.tiers.size`, outside of texts.
    private static func paths(in line: String) -> [[String]] {
        var paths: [[String]] = [], path: [String] = [], word = "", quote: Character?, goesOn = false
        func isPart(_ character: Character) -> Bool { character.isASCII && (character.isLetter || character.isNumber || character == "_") }
        for character in line + " " {
            if let open = quote {
                if character == open { quote = nil }
                continue
            }
            if isPart(character) {
                if word.isEmpty, !goesOn {
                    if path.count > 1 { paths.append(path) }
                    path = []
                }
                word.append(character)
                continue
            }
            if !word.isEmpty { path.append(word) }
            goesOn = character == "." && !word.isEmpty
            word = ""
            // What a call gives is not known here.
            if "({[:".contains(character) {
                if path.count > 1 { paths.append(path) }
                path = []
            }
            if character == "\"" || character == "'" { quote = character }
        }
        if path.count > 1 { paths.append(path) }
        return paths.filter { $0.first?.first?.isNumber == false }
    }

    /// The names of the fields of the table at a path; nil where there is no table that can be looked into.
    private static func fields(of path: ArraySlice<String>, _ names: [LuaName], _ runtime: Runtime) -> [String]? {
        guard let first = path.first else { return nil }
        let variable = names.last { $0.name == first }
        if path.count == 1, let variable { return variable.fields }
        if variable == nil {
            let known = runtime.lua.members(of: path.joined(separator: ".")).map(\.name)
            return known.isEmpty ? nil : known
        }
        let held = names.filter { $0.name.hasPrefix("(") }.compactMap(\.fields).flatMap(\.self)
        return held.isEmpty ? nil : held
    }
}

extension Runtime {
    /// The failure with the name that was nil in its message, and the nearest right one as its hint, where the line that failed tells them.
    public func namingNil(_ failure: LuaFailure, line: String) -> (message: String, hint: String?) {
        let isNamed = failure.message.hasSuffix("')")
        let advice = NilAdvice(failure, line: line, self)
        // The line tells the table, which the message does not.
        if isNamed, let advice, failure.message.hasSuffix("'\(advice.name)')") {
            return (failure.message, advice.nearest.map { Suggestion($0).question } ?? (advice.isOfTexts ? textHelper(failure.message) : nil) ?? advice.list)
        }
        if isNamed, failure.hint != nil { return (failure.message, failure.hint) }
        if isNamed, let helper = textHelper(failure.message) { return (failure.message, helper) }
        guard let advice, !isNamed else { return (failure.message, failure.hint) }
        return ("\(failure.message) (field '\(advice.name)')", advice.nearest.map { Suggestion($0).question } ?? failure.hint)
    }

    /// The function of `text` for a method of texts that other languages have, as in `name:trim()`; nil where there is none.
    private func textHelper(_ message: String) -> String? {
        guard message.contains("call a nil value"), let name = message.split(separator: "'").dropFirst().first.map(String.init) else { return nil }
        let helper = nearestName(to: name, in: lua.members(of: "text").map(\.name))
        return helper.map { "text.\($0)(…) does that" }
    }

    /// Forgets the text of an entry that is not whole yet.
    public func forgetEntry(named own: String) {
        guard scripted.sources.removeValue(forKey: "@" + own) != nil else { return }
        scripted.entries -= 1
    }

    /// The name that positions in an entry of the prompt have. The text of one that makes functions is kept under a name of its own, `prompt 3`, since
    /// they may fail in later entries.
    public func chunkName(ofEntry text: String, named name: String) -> String {
        guard text.hasBytes(of: "function") else { return name }
        scripted.entries += 1
        let own = name == "prompt" ? "\(name) \(scripted.entries)" : name
        scripted.sources["@" + own] = text
        return own
    }
}
