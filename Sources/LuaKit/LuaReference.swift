internal import CLuca

/// A Lua value kept alive from Swift; letting the reference go lets the value go.
///
/// Errors carry references, so the type says it may cross threads; like its state, it is used on one at a time.
public final class LuaReference: @unchecked Sendable {
    let number: Int32
    private weak var state: LuaState?

    init(number: Int32, state: LuaState) {
        self.number = number
        self.state = state
    }

    /// Whether it is a value of that state, and the state is still there.
    func belongs(to state: LuaState) -> Bool { self.state === state }

    deinit {
        // A state that is gone took the value along.
        if let raw = state?.raw { luca_unreference(raw, number) }
    }
}
