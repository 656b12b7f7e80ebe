internal import CLuca

extension LuaCall {
    /// What a function gave for a row.
    public struct RowResult {
        let value: luca_value
        unowned(unsafe) let state: LuaState
        let thread: OpaquePointer

        /// Whether Lua takes it for true: neither nil nor false.
        public var isTrue: Bool { !(value.tag == LUCA_NIL || (value.tag == LUCA_BOOLEAN && value.lo == 0)) }

        /// The value, copied.
        public func copied() throws -> LuaValue { try state.copy(value, on: thread) }
    }

    /// Calls the function argument at a place with each row of the receiver, a tabular object, and hands over what it gives.
    ///
    /// The loop runs in C; `body` is called once a row, with the row's number from 0. An error ends it, wherever it comes from.
    public func eachRow(functionAt place: Int, _ body: (Int, RowResult) throws -> Void) throws {
        let function = value(place)
        guard function.tag == LUCA_FUNCTION else { throw mismatch(place) }
        let L = raw.pointee.L!
        var walk = RowWalk(state: state, thread: L, failure: nil)
        try withoutActuallyEscaping(body) { body in
            walk.body = body
            defer { walk.body = nil }
            var error = luca_value(), top: Int32 = 0
            let status = withUnsafeMutablePointer(to: &walk) { pointer in
                luca_each_row(state.raw, L, 1, Int32(function.lo), pointer, { context, row, value in
                    let walk = context!.assumingMemoryBound(to: RowWalk.self)
                    do {
                        let result = RowResult(value: value!.pointee, state: walk.pointee.state, thread: walk.pointee.thread)
                        try walk.pointee.body?(Int(row), result)
                        return true
                    } catch {
                        walk.pointee.failure = error
                        return false
                    }
                }, &error, &top)
            }
            defer { luca_release_results(L, top) }
            if let failure = walk.failure { throw failure }
            if status != 0 { throw state.failure(error, status: status, on: L) }
        }
    }
}

/// What the walk over rows carries through C.
private struct RowWalk {
    unowned(unsafe) let state: LuaState
    let thread: OpaquePointer
    var failure: (any Error)?
    var body: ((Int, LuaCall.RowResult) throws -> Void)?
}
