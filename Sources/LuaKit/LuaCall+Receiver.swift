internal import CLuca

extension LuaCall {
    /// The object the function is a method of in this call; nil where it was called as a plain function.
    public var receiverObject: AnyObject? {
        raw.pointee.is_method ? Self.object(receiver) : nil
    }

    /// Arguments by place from 0, each copied; for functions that take any number.
    public func allArguments() throws -> [LuaValue] { try (0 ..< count).map { try argument($0) } }
}
