/// What a matched sentence becomes.
public enum CommandAction: Sendable, Equatable {
    /// A Lua call made from a template; see `LuaForm`.
    case lua(LuaForm)
    /// A Lua function kept by whoever defined the command, called with one table of the arguments by name.
    case handler(Int)
}
