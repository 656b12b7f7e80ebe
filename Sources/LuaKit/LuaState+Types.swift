internal import CLuca

extension LuaState {
    /// Every host type, in the order in which it was made known.
    public var definedTypes: [LuaType] { types.sorted { $0.key < $1.key }.map(\.value) }

    /// The name of a host type.
    public func typeName(_ id: LuaTypeID) -> String? { types[id.rawValue]?.name }
}
