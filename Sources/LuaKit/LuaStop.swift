internal import CLuca

/// A script was made to stop. Lua code cannot catch it.
public enum LuaStop: LuaRaisable, Equatable {
    case interrupted, deadline, instructions, memory

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

    /// What C says; nil where nothing is stopping.
    init?(_ reason: luca_stop) {
        switch reason {
        case LUCA_INTERRUPTED: self = .interrupted
        case LUCA_DEADLINE_PASSED: self = .deadline
        case LUCA_INSTRUCTIONS_SPENT: self = .instructions
        case LUCA_MEMORY_SPENT: self = .memory
        default: return nil
        }
    }

    var reason: luca_stop {
        switch self {
        case .interrupted: LUCA_INTERRUPTED
        case .deadline: LUCA_DEADLINE_PASSED
        case .instructions: LUCA_INSTRUCTIONS_SPENT
        case .memory: LUCA_MEMORY_SPENT
        }
    }
}
