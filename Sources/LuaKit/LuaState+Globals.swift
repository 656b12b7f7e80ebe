internal import CLuca

/// Looking at and setting globals, without running any Lua code.
extension LuaState {
    /// Sets a global of the session, or with `builtin` one that stands behind the session's own.
    public func set(_ name: String, _ value: LuaValue, builtin: Bool = false) throws {
        let base = raw.pointee.stream_used, arena = raw.pointee.arena_used
        defer { luca_drop(raw, base, arena) }
        emit(value)
        guard luca_set_global(raw, name, base, builtin) else { throw LuaStop.memory }
    }

    /// What a dotted path leads to through plain tables; `.none` where it leads nowhere.
    public func peek(_ path: String) -> LuaValue {
        var top: Int32 = 0
        let thread = current
        let value = luca_peek(raw, path, &top)
        defer { luca_release_results(thread, top) }
        return (try? copy(value, on: thread, repairing: true)) ?? .none
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

    /// The host type of what a dotted path leads to, by name.
    public func typeName(at path: String) -> String? {
        var top: Int32 = 0
        let thread = current
        let value = luca_peek(raw, path, &top)
        defer { luca_release_results(thread, top) }
        return value.tag == LUCA_BOXED || value.tag == LUCA_OBJECT ? types[value.type]?.name : nil
    }

    /// A name in a table and whether it can be called.
    public struct Member: Hashable, Sendable {
        /// What it is found under.
        public let name: String
        /// Whether it can be called.
        public let isFunction: Bool
    }

    /// The names in the table or object at a dotted path, sorted; for the empty path, the session's globals and the built-ins.
    public func members(of path: String) -> [Member] {
        var found = Set<Member>()
        withUnsafeMutablePointer(to: &found) { pointer in
            luca_each_key(raw, path, pointer) { context, key, length, isFunction in
                let name = String(decoding: UnsafeRawBufferPointer(start: key, count: length), as: UTF8.self)
                context!.assumingMemoryBound(to: Set<Member>.self).pointee.insert(Member(name: name, isFunction: isFunction))
            }
        }
        return found.sorted { $0.name < $1.name }
    }

    func globalNames() -> [String] { members(of: "").map(\.name) }
}

extension LuaState {
    /// The names that the session itself has given values, built-ins left out.
    public func sessionNames() -> [String] {
        guard let lister = sessionLister else { return [] }
        return ((try? call(lister))?.first?.array ?? []).compactMap(\.stringValue)
    }

    /// Lists the session's own names without going through what stands behind them.
    private var sessionLister: LuaReference? {
        let source = "local names = {} for name in next, _G do if type(name) == 'string' then names[#names + 1] = name end end return names"
        guard case .function(let lister) = compile(source, name: "=names") else { return nil }
        return lister
    }
}
