internal import CLuca

/// What scripts reach through Lua's own libraries: modules, and files that they would change.
extension LuaState {
    // MARK: Modules

    /// Where `require` looks for the modules of libraries: `package.path`, which scripts may change. Empty at first; what the environment says
    /// of Lua's own paths does not count.
    public func setModulePath(_ path: String) throws {
        guard case .function(let set) = compile("package.path = ...", name: "=path") else { return }
        _ = try call(set, [.string(path)])
    }

    /// Runs a script whose modules stand in a folder, where `require` looks first: also when a function of the script, or of one of these
    /// modules, asks for another one later. Without a folder, as for a script that comes on standard input, there is no such place.
    ///
    /// `chunk` is the name that the script was compiled with, such as `@report.lua`.
    public func running<Result>(_ chunk: String, in folder: String?, _ body: () throws -> Result) throws -> Result {
        if let folder, !luca_note_script(raw, chunk, folder) { throw LuaStop.memory }
        let outer = raw.pointee.script_folder.map { String(cString: $0) }
        luca_set_script_folder(raw, folder)
        defer { luca_set_script_folder(raw, outer) }
        return try body()
    }

    // MARK: Files

    /// A call of one of Lua's own functions that would change a file or run a program.
    public struct FileChange {
        /// The function: `io.open`.
        public let function: String
        /// The file or the program that it names, if it names one.
        public let path: String?
    }

    /// Whether Lua's own functions leave every file as it is: each call that would change one raises what `fileRefusal` gives. Holds for
    /// functions and open files that a script had before, too.
    public var keepsFiles: Bool {
        get { raw.pointee.keeps_files }
        set {
            raw.pointee.keeps_files = newValue
            if newValue { raw.pointee.has_kept_files = true }
        }
    }
}

// MARK: - Callbacks from C

func refuseFile(
    _ context: UnsafeMutableRawPointer?, _ L: OpaquePointer?, _ function: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ length: Int
) -> luca_value {
    let state = LuaState.of(context)
    let named = path.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: length), as: UTF8.self) }
    let change = LuaState.FileChange(function: function.map { String(cString: $0) } ?? "", path: named)
    return state.raised(state.fileRefusal(change), on: L, level: 1)
}

func refuseOpening(_ context: UnsafeMutableRawPointer?, _ L: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ writes: Bool) -> luca_value {
    let state = LuaState.of(context)
    guard let path, let error = state.openingRefusal(path, writes) else { return luca_value() }
    return state.raised(error, on: L, level: 1)
}

/// Bytes that are no text are repaired: half a character may be followed by the other half.
func makeSafe(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ length: Int) -> luca_value {
    let state = LuaState.of(context)
    return state.arenaText(state.terminalText(String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)))
}

func findModule(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ length: Int) -> luca_value {
    let state = LuaState.of(context)
    let name = String(decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
    return state.module(name).map { state.arenaText($0) } ?? luca_value()
}
