import LuaKit
import Values

/// Tables that are to be lists.
extension LuaValue {
    /// The items of a table that is to be a list, at 1, 2, 3 …; nil where it is no table. Nothing of it is passed over in silence: not what stands behind
    /// a nil, nor what stands under a name.
    ///
    /// - Parameters:
    ///   - what: what the list is called in a message, with the function before it: `frame: the list of rows`.
    ///   - field: the argument that it is given as.
    ///   - names: the names that may stand beside the items; nil for any.
    /// - Throws: a misuse where it has other keys.
    package func items(of what: String, field: String? = nil, beside names: Set<String>? = []) throws -> [LuaValue]? {
        guard case .table(let pairs) = self, let items = array else { return nil }
        guard items.count < pairs.count else { return items }
        for pair in pairs {
            let found: String
            switch pair.key {
            case .integer(let place) where place > items.count: found = "an item at \(place) and none at \(items.count + 1)"
            case .integer(let place) where place > 0: continue
            case .string(let name):
                if names?.contains(name) ?? true { continue }
                found = "a field \(name)"
            case let key: found = "an item at \(PlainText.literal(key))"
            }
            throw LuaMisuse("\(what) has \(found)", field: field, hint: "a list has the places 1, 2, 3 …, and no nil between them")
        }
        return items
    }
}
