import Frames
import LuaKit
import LuaSurface
import Session
import Values

/// Whether two values are equal for a test: by all that is in them, and not by what is shown of it.
struct Sameness {
    private let runtime: Runtime
    /// How many rows, or tables that hold themselves, were gone into.
    private var depth = 0

    /// Sameness of values of a session.
    init(_ runtime: Runtime) { self.runtime = runtime }

    /// Whether two values are equal. 1, 1.0 and `D"1"` are, and a decimal or a date and its text.
    ///
    /// - Throws: what goes wrong where a frame is asked for its figures.
    func areEqual(_ a: LuaValue, _ b: LuaValue) throws -> Bool {
        if let numbers = Self.numbers(a, b) { return numbers }
        switch (a, b) {
        case (.none, .none): return true
        case (.boolean(let a), .boolean(let b)): return a == b
        case (.string(let a), .string(let b)): return a == b
        case (.table(let first), .table(let second)): return try tables(first, second)
        case (.reference(let first), .reference(let second)): return try rows(first, second)
        case (.object(let first), .object(let second)): return try first.type == second.type && objects(first, second, a, b)
        case (.boxed(let box), _) where box.type == .decimal: return (try? Coercion.decimal(b)).flatMap { $0 } == box.decimal
        case (.boxed(let box), _) where box.type == .date: return (try? Coercion.day(b)).flatMap { $0 }.map { LuaBoxed($0) } == box
        case (.boxed(let first), .boxed(let second)): return first == second
        case (.none, _), (.boolean, _), (.integer, _), (.number, _), (.string, _), (.boxed, _), (.object, _), (.table, _), (.function, _), (.reference, _), (.other, _):
            return false
        }
    }

    /// Whether two numbers are equal, as Lua compares them where none is a decimal; nil where one is no number.
    private static func numbers(_ a: LuaValue, _ b: LuaValue) -> Bool? {
        switch (a, b) {
        case (.integer(let a), .integer(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.integer(let whole), .number(let float)), (.number(let float), .integer(let whole)): Int(exactly: float) == whole
        case (.boxed(let box), .integer), (.boxed(let box), .number): box.type == .decimal ? (try? Coercion.decimal(b)).flatMap { $0 } == box.decimal : nil
        case (.integer, .boxed(let box)), (.number, .boxed(let box)): box.type == .decimal ? (try? Coercion.decimal(a)).flatMap { $0 } == box.decimal : nil
        default: nil
        }
    }

    private func tables(_ a: [LuaPair], _ b: [LuaPair]) throws -> Bool {
        guard a.count == b.count else { return false }
        let others = Dictionary(b.map { (PlainText.literal($0.key), $0.value) }) { $1 }
        return try a.allSatisfy { pair in try others[PlainText.literal(pair.key)].map { try areEqual(pair.value, $0) } ?? false }
    }

    /// Whether two rows, or two tables that hold themselves, have the same names and values.
    private func rows(_ a: LuaReference, _ b: LuaReference) throws -> Bool {
        guard depth < 16 else { return false }
        // What holds itself has no cells that could be compared: it is equal to itself alone.
        guard case .function(let same) = runtime.lua.compile("return rawequal(...)", name: "=same", isBuiltin: true) else { return false }
        if case .boolean(true)? = try runtime.lua.call(same, [.reference(a), .reference(b)]).first { return true }
        var inner = self
        inner.depth += 1
        let first = try RowList.cells(ofRow: .reference(a), runtime), second = try RowList.cells(ofRow: .reference(b), runtime)
        guard !first.isEmpty, first.count == second.count else { return false }
        let others = Dictionary(second.map { ($0.name, $0.value) }) { $1 }
        return try first.allSatisfy { cell in try others[cell.name].map { try inner.areEqual(cell.value, $0) } ?? false }
    }

    private func objects(_ first: LuaObject, _ second: LuaObject, _ a: LuaValue, _ b: LuaValue) throws -> Bool {
        if first.instance === second.instance { return true }
        if let first = runtime.frame(a), let second = runtime.frame(b) { return try frames(first, second) }
        switch first.type {
        case .money: return unsafeDowncast(first.instance, to: MoneyBox.self).money == unsafeDowncast(second.instance, to: MoneyBox.self).money
        case .groups: return try frames(Self.counted(first), Self.counted(second)) && frames(Self.whole(first), Self.whole(second))
        case .book: return unsafeDowncast(first.instance, to: OpenBook.self).book === unsafeDowncast(second.instance, to: OpenBook.self).book
        // A warning and an error are what they say.
        default: return try runtime.shown(a) == runtime.shown(b)
        }
    }

    private static func counted(_ object: LuaObject) throws -> Frame { try unsafeDowncast(object.instance, to: GroupsObject.self).groups.counted() }
    private static func whole(_ object: LuaObject) -> Frame { unsafeDowncast(object.instance, to: GroupsObject.self).groups.frame }

    /// Whether two frames have the same columns, of the same types, and the same values in the same order.
    private func frames(_ a: Frame, _ b: Frame) throws -> Bool {
        guard a.rowCount == b.rowCount, a.columnNames == b.columnNames, a.columns.map(\.type) == b.columns.map(\.type) else { return false }
        let areInSameCurrencies = zip(a.columns, b.columns).allSatisfy { one, other in
            if case .fixed(let currency) = one.schema.currency, case .fixed(let another) = other.schema.currency { currency == another } else { true }
        }
        return try areInSameCurrencies && a.columnNames.allSatisfy { name in try (0..<a.rowCount).allSatisfy { try a.value(name, row: $0) == b.value(name, row: $0) } }
    }
}
