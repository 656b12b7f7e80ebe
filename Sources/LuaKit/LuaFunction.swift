/// A function that scripts can call: one record, from which registration, argument checks, help, completion, editor stubs and tests follow.
public struct LuaFunction: Sendable {
    /// Whether a sole table argument is read as named arguments.
    public enum Style: Sendable {
        /// A sole table argument holds the arguments by name: `buy{symbol="ORCL", quantity=10}`.
        case named
        /// Arguments stand by place, and a table is an argument like others.
        case positional
    }

    /// The dotted path it is found at, such as `buy` or `report.define`; for a method, its bare name.
    public let name: String
    /// What it takes, in order.
    public let parameters: [LuaParameter]
    /// What it returns, as a type for people and editors: `frame`, `decimal?`.
    public let returns: String
    /// What the function does, in one sentence.
    public let summary: String
    /// Lua source that runs on the sample book; a line `--> text` after an expression tells what it prints.
    public let example: String
    /// The version that brought it.
    public let since: String
    /// How its arguments are written.
    public let style: Style
    /// The function itself. It captures nothing of a session: what it works on it finds through the call.
    public let body: @Sendable (LuaCall) throws -> LuaReply

    /// A function's record.
    public init(
        _ name: String, _ parameters: [LuaParameter] = [], returns: String = "", summary: String, example: String = "", since: String = "0.1",
        style: Style = .named, body: @escaping @Sendable (LuaCall) throws -> LuaReply
    ) {
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.summary = summary
        self.example = example
        self.since = since
        self.style = style
        self.body = body
    }
}

/// A parameter of a function.
public struct LuaParameter: Sendable {
    /// The name it is given by.
    public let name: String
    /// The type of its values.
    public let type: LuaParameterType
    /// What the parameter means, in one sentence.
    public let doc: String
    /// What is taken where it is left out, as Lua source; nil where it must be given or has no fixed default.
    public let defaultValue: String?
    /// Whether a call without it is refused.
    public let isRequired: Bool

    /// A parameter that must be given.
    public static func required(_ name: String, _ type: LuaParameterType, _ doc: String) -> LuaParameter {
        LuaParameter(name: name, type: type, doc: doc, defaultValue: nil, isRequired: true)
    }

    /// A parameter that may be left out.
    public static func optional(_ name: String, _ type: LuaParameterType, _ doc: String, default value: String? = nil) -> LuaParameter {
        LuaParameter(name: name, type: type, doc: doc, defaultValue: value, isRequired: false)
    }
}

/// The type of a parameter, by the kinds of Lua value that it takes.
public struct LuaParameterType: Hashable, Sendable {
    /// The name that help and editor stubs show: `string`, `decimal`, `account`.
    public let name: String
    /// With its article, for messages: `a number`.
    public let phrase: String
    /// The kinds of Lua value that are taken.
    let accepted: LuaKinds

    /// A type whose values come as any of the given kinds.
    public init(_ name: String, phrase: String, accepts kinds: LuaKinds) {
        self.name = name
        self.phrase = phrase
        accepted = kinds
    }

    /// Text.
    public static let string = LuaParameterType("string", phrase: "a string", accepts: .string)
    /// A whole number; a float with an integral value counts.
    public static let integer = LuaParameterType("integer", phrase: "a whole number", accepts: [.integer, .number])
    /// A number of Lua.
    public static let number = LuaParameterType("number", phrase: "a number", accepts: [.integer, .number])
    /// True or false.
    public static let boolean = LuaParameterType("boolean", phrase: "true or false", accepts: .boolean)
    /// A table.
    public static let table = LuaParameterType("table", phrase: "a table", accepts: .table)
    /// A function.
    public static let function = LuaParameterType("function", phrase: "a function", accepts: .function)
    /// Anything.
    public static let any = LuaParameterType("any", phrase: "a value", accepts: .all)
}

/// A set of kinds of Lua value.
public struct LuaKinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    /// A set by its bits.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// True and false.
    public static let boolean = LuaKinds(rawValue: 1 << 1)
    /// Whole numbers.
    public static let integer = LuaKinds(rawValue: 1 << 2)
    /// Floats.
    public static let number = LuaKinds(rawValue: 1 << 3)
    /// Text.
    public static let string = LuaKinds(rawValue: 1 << 4)
    /// Host values of sixteen bytes.
    public static let boxed = LuaKinds(rawValue: 1 << 6)
    /// Host objects.
    public static let object = LuaKinds(rawValue: 1 << 7)
    /// Tables.
    public static let table = LuaKinds(rawValue: 1 << 8)
    /// Functions.
    public static let function = LuaKinds(rawValue: 1 << 9)
    /// Every kind.
    public static let all = LuaKinds(rawValue: .max)
}

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
    /// What its values are, in one sentence.
    public let summary: String
    /// How its values live in Lua.
    public let layout: Layout
    /// Fields, read with a dot; each is called with the value alone.
    public let fields: [LuaFunction]
    /// Methods, called with a colon.
    public let methods: [LuaFunction]
    /// Metamethods, named `__add`, `__tostring` and so on; called with operands, in Lua's order, as plain arguments.
    public let metamethods: [LuaFunction]
    /// Whether a member that the type does not have is nil instead of an error.
    public let isOpen: Bool
    /// What to do instead of assigning to a field, since no value of the host can be changed so; nil where nothing helps.
    public let change: String?

    /// A type's description, for `LuaState.define`.
    public init(
        _ name: String, summary: String, layout: Layout, fields: [LuaFunction] = [], methods: [LuaFunction] = [],
        metamethods: [LuaFunction] = [], isOpen: Bool = false, change: String? = nil
    ) {
        self.name = name
        self.summary = summary
        self.layout = layout
        self.fields = fields
        self.methods = methods
        self.metamethods = metamethods
        self.isOpen = isOpen
        self.change = change
    }
}
