extension LuaCall {
    /// The names of the parameters that the function's record lists.
    public var parameterNames: [String] { box.function.parameters.map(\.name) }
}
