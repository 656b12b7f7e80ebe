/// A sentence that fits a pattern: its arguments by name, in the order of the pattern.
public struct CommandMatch: Sendable {
    /// The pattern that fits.
    public let pattern: CommandPattern
    /// What was given, in the order of the pattern.
    public let arguments: [CommandArgument.Named]
    /// Where each argument stands in the line, as character positions from 1, for a caret under the one at fault.
    public let columns: [String: Int]

    /// The value given for `name`, or nil if it was left out.
    public subscript(name: String) -> CommandArgument? {
        arguments.first { $0.name == name }?.value
    }

    /// The sentence as Lua source: `buy{quantity=D"10", symbol="ORCL"}`; for a handler, the table of its arguments.
    public var lua: String {
        switch pattern.action {
        case .lua(let form): form.rendered(arguments)
        case .handler: LuaForm.table(arguments)
        }
    }
}
