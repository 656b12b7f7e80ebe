/// A value given in a sentence, with its kind still visible: a decimal keeps the digits that were typed.
public enum CommandArgument: Sendable, Equatable {
    /// The digits as typed.
    case decimal(String)
    case integer(Int)
    /// A day as ISO text.
    case date(String)
    case text(String)
    case list([String])
    /// Values in order, then named ones: the `options` kind.
    case options(positional: [CommandArgument], named: [Named])
    /// Lua source as it stands.
    case code(String)
    /// A keyword without a value.
    case flag

    /// A value under the name of its place.
    public struct Named: Sendable, Equatable {
        /// The name of the place.
        public var name: String
        /// What was given.
        public var value: CommandArgument

        /// An argument and its name.
        public init(name: String, value: CommandArgument) {
            self.name = name
            self.value = value
        }
    }
}
