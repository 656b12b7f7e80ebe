// A Lua state is L here, as in the manual of Lua and in its sources.
// swift-format-ignore-file: AlwaysUseLowerCamelCase
internal import CLuca

/// The globals of a session, read and set without running any Lua code.
extension LuaState {
    /// Sets a global of the session, or with `builtin` one that stands behind the session's own.
    public func set(_ name: String, _ value: LuaValue, builtin: Bool = false) throws {
        let base = raw.pointee.stream_used, arena = raw.pointee.arena_used
        defer { luca_drop(raw, base, arena) }
        emit(value)
        guard luca_set_global(raw, name, base, builtin) else { throw LuaStop.memory }
    }

    /// Keeps the libraries as they are now for built-in code, whatever scripts put into them or take out of them later.
    public func keepLibraries() throws {
        guard luca_keep_libraries(raw) else { throw LuaStop.memory }
    }

    /// What a dotted path leads to through plain tables, to be called: a function, or a table, which may be called as `recurring{…}` is; nil for all else.
    public func callable(at path: String) -> LuaReference? {
        var top: Int32 = 0
        let thread = current
        let value = luca_peek(raw, path, &top)
        defer { luca_release_results(thread, top) }
        guard value.tag == LUCA_FUNCTION || value.tag == LUCA_TABLE else { return nil }
        return try? reference(at: Int32(value.lo), on: thread)
    }

    /// What a dotted path leads to through plain tables; `.none` where it leads nowhere.
    public func peek(_ path: String) -> LuaValue {
        var top: Int32 = 0
        let thread = current
        let value = luca_peek(raw, path, &top)
        defer { luca_release_results(thread, top) }
        return (try? copy(value, on: thread, repairing: true)) ?? .none
    }

    /// The host type of what a dotted path leads to, by name.
    public func typeName(at path: String) -> String? {
        var top: Int32 = 0
        let thread = current
        let value = luca_peek(raw, path, &top)
        defer { luca_release_results(thread, top) }
        return value.tag == LUCA_BOXED || value.tag == LUCA_OBJECT ? hostType(value.type)?.name : nil
    }

    /// A name that stands in a table or an object.
    public struct Member: Hashable, Sendable {
        /// The name.
        public let name: String
        /// Whether it is a function.
        public let isFunction: Bool
    }

    /// The names in the table or object at a dotted path, sorted; for the empty path, the session's globals and the built-ins.
    public func members(of path: String) -> [Member] {
        var found = Set<Member>()
        withUnsafeMutablePointer(to: &found) { pointer in
            luca_each_key(raw, path, pointer) { context, key, length, isFunction in
                context!.assumingMemoryBound(to: Set<Member>.self).pointee.insert(Member(name: keyText(key, length), isFunction: isFunction))
            }
        }
        return found.sorted { $0.name < $1.name }
    }

    /// The names that the session itself has given values, built-ins left out.
    public func sessionNames() -> [String] {
        var names: [String] = []
        withUnsafeMutablePointer(to: &names) { pointer in
            luca_each_assigned(raw, pointer) { context, key, length, _ in
                context!.assumingMemoryBound(to: [String].self).pointee.append(keyText(key, length))
            }
        }
        return names
    }

    /// The names of all globals, built-ins included, sorted.
    func globalNames() -> [String] { members(of: "").map(\.name) }
}

/// What scripts reach through Lua's own libraries: modules that they `require`, and files that they would change.
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

/// A key of a table as C hands it to a visitor.
private func keyText(_ key: UnsafePointer<CChar>?, _ length: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: key, count: length), as: UTF8.self)
}

/// Called by C before one of Lua's own functions changes a file while `keepsFiles` is set: the error to raise.
func refuseFile(
    _ context: UnsafeMutableRawPointer?, _ L: OpaquePointer?, _ function: UnsafePointer<CChar>?, _ path: UnsafePointer<CChar>?, _ length: Int
) -> luca_value {
    let state = LuaState.of(context)
    let named = path.map { String(decoding: UnsafeRawBufferPointer(start: $0, count: length), as: UTF8.self) }
    let change = LuaState.FileChange(function: function.map { String(cString: $0) } ?? "", path: named)
    return state.raised(state.fileRefusal(change), on: L, level: 1)
}

/// Called by C before one of Lua's own functions opens, moves or removes a file: the error to raise, or nil where it may.
func refuseOpening(_ context: UnsafeMutableRawPointer?, _ L: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ writes: Bool) -> luca_value {
    let state = LuaState.of(context)
    guard let path, let error = state.openingRefusal(path, writes) else { return luca_value() }
    return state.raised(error, on: L, level: 1)
}

/// Called by C for what scripts write to a terminal by Lua's own functions: the text made safe. Bytes that are no UTF-8 are replaced.
func makeSafe(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<CChar>?, _ length: Int) -> luca_value {
    let state = LuaState.of(context)
    return state.arenaText(state.terminalText(String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self)))
}

/// Called by C for a module of the program's own library: its source, or nil where there is none of that name.
func findModule(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ length: Int) -> luca_value {
    let state = LuaState.of(context)
    let name = String(decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
    return state.module(name).map { state.arenaText($0) } ?? luca_value()
}
