import JSON
import Ledger
import Values

/// Holds a new plan against the bounds of figures and of its own length, whoever makes it: the one edge that all kinds of plans pass.
///
/// What a plan holds already may stay in it, so that a book from before the bounds can be changed in its other parts.
enum PlanBounds {
    /// How long the text of a plan may be: a reserve plan of some thousand accounts is shorter.
    static let longestBody = 1 << 20

    /// - Parameter json: what the text of the document says, or what of it is not as it was; nil where it cannot be read.
    static func check(_ document: PlanDocument, _ json: JSONValue?, before: PlanDocument?) throws {
        let length = document.body.utf8.count, what = "the \(document.kind.rawValue) plan \(document.name)"
        guard length <= max(longestBody, before?.body.utf8.count ?? 0) else {
            throw StorageError(.beyondBound, "The text of \(what) has \(length) bytes, and \(longestBody) are the most.", hint: "Make several plans of it.")
        }
        let beyond = figures(in: json).filter { !Bound.amount.admits($0.value) }
        if beyond.isEmpty { return }
        let known = Set(before.map { figures(in: try? JSONReader.read(Array($0.body.utf8))).map(\.value) } ?? [])
        for (key, value) in beyond where !known.contains(value) {
            throw LedgerError.beyondBound(what: "the \(key) of \(what)", field: key, value: value, bound: .amount)
        }
    }

    /// Keys whose values are names and words, which may consist of digits.
    private static let words: Set = ["name", "account", "symbol", "notes", "group", "calendar", "plan", "id", "into"]

    /// The figures of a plan with the keys that they stand under: numbers, and texts of numbers, as decimals are written.
    private static func figures(in json: JSONValue?) -> [(key: String, value: FixedDecimal)] {
        guard let json else { return [] }
        var found: [(key: String, value: FixedDecimal)] = []
        func look(_ value: JSONValue, _ key: String) {
            switch value {
            case .object(let members): for member in members { look(member.value, member.key) }
            case .array(let items): for item in items where item.text == nil { look(item, key) }
            case .number(let text), .string(let text): if !words.contains(key), let figure = try? FixedDecimal(text) { found.append((key, figure)) }
            case .null, .bool: break
            }
        }
        look(json, "figure")
        return found
    }
}
