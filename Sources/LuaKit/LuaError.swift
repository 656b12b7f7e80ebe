internal import CLuca

/// An error that tells Lua what it is: `.kind`, `.message`, `.field` and `.hint` of the error object a script catches.
public protocol LuaRaisable: Error {
    /// A short stable name: `"oversold"`, `"argument"`; the `.kind` of the error object.
    var luaKind: String { get }
    /// One sentence: what is wrong, and where.
    var message: String { get }
    /// The argument or field at fault.
    var field: String? { get }
    /// What to do next.
    var hint: String? { get }
}

/// A host function was called with arguments that it cannot take.
public struct LuaMisuse: LuaRaisable, Equatable {
    /// A short stable name.
    public let kind: String
    public let message: String
    public let field: String?
    public let hint: String?
    public var luaKind: String { kind }

    /// A misuse; its kind is `"argument"` unless told.
    public init(_ message: String, field: String? = nil, hint: String? = nil, kind: String = "argument") {
        self.kind = kind
        self.message = message
        self.field = field
        self.hint = hint
    }
}

/// A place in a script.
public struct LuaPosition: Hashable, Sendable {
    /// The chunk's short name, such as a file's path.
    public let chunk: String
    /// Counted from 1.
    public let line: Int

    /// A line of a chunk.
    public init(chunk: String, line: Int) {
        self.chunk = chunk
        self.line = line
    }
}

/// An error as it came out of Lua: one that Swift had thrown, one that a script raised, or a mistake in the script itself.
public struct LuaFailure: LuaRaisable {
    /// A short stable name.
    public let kind: String
    public let message: String
    public let field: String?
    public var hint: String?
    public var luaKind: String { kind }
    /// Where the script was.
    public let position: LuaPosition?
    /// The functions that were running; nil where nobody kept it.
    public let traceback: String?
    /// The Swift error that went through Lua, unchanged.
    public let underlying: (any Error)?
    /// What was raised, to be raised again as it is.
    let raised: LuaReference?
    /// The variables that the code which failed could see, where something was nil; else empty.
    public let names: [LuaName]

    /// A failure; parts that are not known stay nil.
    init(
        kind: String, message: String, field: String? = nil, hint: String? = nil, position: LuaPosition? = nil, traceback: String? = nil,
        underlying: (any Error)? = nil, raised: LuaReference? = nil, names: [LuaName] = []
    ) {
        self.kind = kind
        self.message = message
        self.field = field
        self.hint = hint
        self.position = position
        self.traceback = traceback
        self.underlying = underlying
        self.raised = raised
        self.names = names
    }
}

/// A variable that running code can see.
public struct LuaName: Sendable, Equatable {
    /// Its name; `(temporary)` for a value without one.
    public let name: String
    /// The names of the fields, where its value is a table; nil elsewhere.
    public internal(set) var fields: [String]?
}

/// A Swift error as an object in Lua, with the place in the script that caused it.
final class LuaErrorObject {
    /// The error.
    let error: any Error
    /// Where the script was; nil where that is not known.
    let position: LuaPosition?

    init(_ error: any Error, position: LuaPosition?) {
        self.error = error
        self.position = position
    }

    /// The error with its parts for scripts; nil where it is an error of another kind.
    var raisable: (any LuaRaisable)? { error as? any LuaRaisable }
    var kind: String { raisable?.luaKind ?? "error" }
    var message: String { raisable?.message ?? String(describing: error) }

    /// What `tostring` shows: position, message, hint.
    var text: String {
        var text = position.map { "\($0.chunk):\($0.line): " } ?? ""
        text += message
        if let hint = raisable?.hint { text += " (\(hint))" }
        return text
    }
}

/// A script was made to stop. Lua code cannot catch it.
public enum LuaStop: LuaRaisable, Equatable {
    /// Somebody pressed Ctrl-C, or the host asked the script to stop.
    case interrupted
    /// The script ran longer than its limit of time.
    case deadline
    /// The script ran more instructions than its limit.
    case instructions
    /// Lua holds more memory than its limit, or the system gave no more.
    case memory

    /// `"interrupted"` or `"limit"`.
    public var kind: String { self == .interrupted ? "interrupted" : "limit" }
    public var luaKind: String { kind }

    public var message: String {
        switch self {
        case .interrupted: "interrupted"
        case .deadline: "the script ran longer than it may"
        case .instructions: "the script ran more instructions than it may"
        case .memory: "not enough memory: the script holds more than it may"
        }
    }

    public var field: String? { nil }
    public var hint: String? { nil }

    /// The reason that C gives; nil where nothing is stopping.
    init?(_ reason: luca_stop) {
        switch reason {
        case LUCA_INTERRUPTED: self = .interrupted
        case LUCA_DEADLINE_PASSED: self = .deadline
        case LUCA_INSTRUCTIONS_SPENT: self = .instructions
        case LUCA_MEMORY_SPENT: self = .memory
        default: return nil
        }
    }

    /// The reason as C knows it.
    var reason: luca_stop {
        switch self {
        case .interrupted: LUCA_INTERRUPTED
        case .deadline: LUCA_DEADLINE_PASSED
        case .instructions: LUCA_INSTRUCTIONS_SPENT
        case .memory: LUCA_MEMORY_SPENT
        }
    }
}
