/// A kind of host value or object that scripts can hold.
public struct LuaType: Sendable {
    /// How its values live in Lua.
    public enum Layout: Sendable {
        /// Sixteen bytes, copied.
        case value
        /// A Swift object, kept alive until Lua collects or closes it.
        case object
        /// An object with rows: `#x`, `x[i]` and `for row in x do` work. Its instances conform to `LuaTabular`.
        case tabular
    }

    /// What scripts and messages call it.
    public let name: String
    /// One sentence.
    public let summary: String
    /// How its values live in Lua.
    public let layout: Layout
    /// Read with a dot; each is called with the value alone.
    public let fields: [LuaFunction]
    /// Called with a colon.
    public let methods: [LuaFunction]
    /// Named `__add`, `__tostring` and so on; called with operands, in Lua's order, as plain arguments.
    public let metamethods: [LuaFunction]
    /// Whether an unknown member is nil instead of an error.
    public let isOpen: Bool

    /// A type's description, for `LuaState.define`.
    public init(
        _ name: String, summary: String, layout: Layout, fields: [LuaFunction] = [], methods: [LuaFunction] = [],
        metamethods: [LuaFunction] = [], isOpen: Bool = false
    ) {
        self.name = name
        self.summary = summary
        self.layout = layout
        self.fields = fields
        self.methods = methods
        self.metamethods = metamethods
        self.isOpen = isOpen
    }
}
