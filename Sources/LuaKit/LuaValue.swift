internal import CLuca

/// A Lua value as Swift holds it: copied out of Lua, or kept by reference.
public enum LuaValue {
    /// Nil.
    case none
    /// True or false.
    case boolean(Bool)
    /// A whole number.
    case integer(Int)
    /// A float.
    case number(Double)
    /// A text in UTF-8.
    case string(String)
    /// A host value of sixteen bytes, such as a decimal or a date.
    case boxed(LuaBoxed)
    /// A host object.
    case object(LuaObject)
    /// A table, copied: its pairs in no particular order.
    case table([LuaPair])
    /// A function, kept alive by the reference.
    case function(LuaReference)
    /// A row of a frame, or any other value: kept alive by the reference and given back as it was.
    case reference(LuaReference)
    /// A thread or a userdata of another library; the text names its type.
    case other(String)

    /// The text of `.other` for an open file of Lua's own io library.
    public static let file = "a file"
}

/// A key of a table and its value.
public struct LuaPair {
    /// The key.
    public let key: LuaValue
    /// The value.
    public let value: LuaValue

    /// A key and its value.
    public init(_ key: LuaValue, _ value: LuaValue) {
        self.key = key
        self.value = value
    }
}

/// The number under which a state knows a host type.
public struct LuaTypeID: Hashable, Sendable {
    public let rawValue: UInt16

    /// A number that `LuaState.define` gave out.
    public init(_ rawValue: UInt16) { self.rawValue = rawValue }
}

/// A host value of sixteen bytes, such as a decimal or a date.
public struct LuaBoxed: Hashable, Sendable {
    /// The type, which says what the bytes mean.
    public let type: LuaTypeID
    /// The lower eight bytes.
    public let low: UInt64
    /// The upper eight bytes.
    public let high: UInt64
    /// What is noted beside the value, such as what a number counts. Values that differ in it alone are equal.
    public let mark: UInt8

    /// A value of a type made known with `LuaState.define`.
    @inline(__always)
    public init(type: LuaTypeID, low: UInt64, high: UInt64 = 0, mark: UInt8 = 0) {
        self.type = type
        self.low = low
        self.high = high
        self.mark = mark
    }

    public static func == (left: LuaBoxed, right: LuaBoxed) -> Bool { left.type == right.type && left.low == right.low && left.high == right.high }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(type)
        hasher.combine(low)
        hasher.combine(high)
    }
}

/// A Swift object in Lua, and its host type.
public struct LuaObject {
    /// The host type.
    public let type: LuaTypeID
    /// The object itself.
    public let instance: AnyObject

    /// An object of a type made known with `LuaState.define`.
    public init(type: LuaTypeID, instance: AnyObject) {
        self.type = type
        self.instance = instance
    }
}

extension LuaValue {
    /// Whether it is nil.
    public var isNone: Bool {
        if case .none = self { return true }
        return false
    }

    /// The text of a string.
    public var stringValue: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The items at 1, 2, 3 … of a table, up to the first gap.
    public var array: [LuaValue]? {
        guard case .table(let pairs) = self else { return nil }
        var inOrder: [LuaValue] = []
        for pair in pairs {
            guard case .integer(let index) = pair.key else { continue }
            guard index == inOrder.count + 1 else { return Self.list(scattered: pairs) }
            if inOrder.isEmpty { inOrder.reserveCapacity(pairs.count) }
            inOrder.append(pair.value)
        }
        return inOrder
    }

    /// The items at 1, 2, 3 … of pairs in any order.
    private static func list(scattered pairs: [LuaPair]) -> [LuaValue] {
        var items: [Int: LuaValue] = [:]
        for pair in pairs {
            if case .integer(let index) = pair.key { items[index] = pair.value }
        }
        var result: [LuaValue] = []
        while let next = items[result.count + 1] { result.append(next) }
        return result
    }

    /// The named fields of a table, in the order of their names.
    public var fields: [(name: String, value: LuaValue)]? {
        guard case .table(let pairs) = self else { return nil }
        return
            pairs
            .compactMap { pair in pair.key.stringValue.map { (name: $0, value: pair.value) } }
            .sorted { $0.name < $1.name }
    }

    /// A list as a table with the keys 1, 2, 3 ….
    public static func list(_ items: [LuaValue]) -> LuaValue {
        .table(items.enumerated().map { LuaPair(.integer($0.offset + 1), $0.element) })
    }
}

/// A Lua value kept alive from Swift; letting the reference go lets the value go.
///
/// Errors carry references, so the type says it may cross threads; like its state, it is used on one at a time.
public final class LuaReference: @unchecked Sendable {
    /// The number by which C keeps the value.
    let number: Int32
    private weak var state: LuaState?

    /// The reference that C has made under a number.
    init(number: Int32, state: LuaState) {
        self.number = number
        self.state = state
    }

    /// Whether it is a value of that state, and the state is still there.
    func belongs(to state: LuaState) -> Bool { self.state === state }

    deinit {
        // A state that is gone took the value along.
        if let raw = state?.raw { luca_unreference(raw, number) }
    }
}
