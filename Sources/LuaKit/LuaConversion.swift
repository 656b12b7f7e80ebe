// A Lua state is L here, as in the manual of Lua and in its sources.
// swift-format-ignore-file: AlwaysUseLowerCamelCase
internal import CLuca
internal import Glibc

/// Values on their way between Lua and Swift: copied out of Lua, or handed to it.
extension LuaState {
    /// The text of a Lua string; bytes that are no UTF-8 become replacement characters, so this is for messages and the screen.
    static func text(_ value: luca_value) -> String { String(decoding: bytes(value), as: UTF8.self) }

    /// The text of a Lua string that is going to be used: nothing in it is replaced, so what cannot be kept as it is is refused.
    static func exactText(_ value: luca_value) throws(LuaMisuse) -> String {
        guard value.length <= longestText else { throw LuaMisuse("a text of more than \(longestText) bytes is too long to be taken here") }
        let bytes = bytes(value)
        if let start = bytes.baseAddress, let end = memchr(start, 0, bytes.count) {
            let place = start.distance(to: UnsafeRawPointer(end))
            throw LuaMisuse("a text holds a NUL character, the byte \\0, at byte \(place + 1)", hint: "take it out; no other program could read the text", kind: "bad_text")
        }
        // Text is nearly always what it should be: to repair it and to look whether that changed anything is several times faster than to ask first.
        var repaired = String(decoding: bytes, as: UTF8.self)
        let isWhole = repaired.withUTF8 { $0.count == bytes.count && (bytes.isEmpty || memcmp($0.baseAddress!, bytes.baseAddress!, bytes.count) == 0) }
        if isWhole { return repaired }
        let place = zip(bytes, repaired.utf8).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? 0
        throw LuaMisuse(
            "a text holds bytes that are no UTF-8, from byte \(place + 1) on: \"\(repaired.prefix(60))\"",
            hint: "save the file that it comes from as UTF-8, or write the character as \\u{E9}", kind: "bad_text")
    }

    private static func bytes(_ value: luca_value) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: UInt(value.lo)), count: Int(value.length))
    }

    /// The longest text that is taken from a script, in bytes; what keeps texts has limits of its own, not far above.
    static let longestText: UInt32 = 1 << 28

    /// A value without memory of its own.
    static func plain(_ value: LuaValue) -> luca_value {
        switch value {
        case .boolean(let truth): luca_value(tag: LUCA_BOOLEAN, type: 0, length: 0, lo: truth ? 1 : 0, hi: 0)
        case .integer(let number): luca_value(tag: LUCA_INTEGER, type: 0, length: 0, lo: UInt64(bitPattern: Int64(number)), hi: 0)
        case .number(let number): luca_value(tag: LUCA_NUMBER, type: 0, length: 0, lo: number.bitPattern, hi: 0)
        case .boxed(let box): luca_value(tag: LUCA_BOXED, type: box.type.rawValue, length: UInt32(box.mark), lo: box.low, hi: box.high)
        case .none, .string, .object, .table, .function, .reference, .other: luca_value()
        }
    }

    /// An object with one more owner: the userdata that C will make of it.
    func retained(_ object: LuaObject) -> luca_value {
        var view: UInt64 = 0
        if isTabular[Int(object.type.rawValue)] {
            // A mistake in the host's own code: C would read rows that are not there.
            guard let tabular = object.instance as? any LuaTabular else { preconditionFailure("an object of a tabular type must be LuaTabular") }
            view = UInt64(UInt(bitPattern: tabular.rows.view))
        }
        return luca_value(tag: LUCA_OBJECT, type: object.type.rawValue, length: 0, lo: Self.retained(object.instance), hi: view)
    }

    /// The address of an instance that has one more owner, for C to release.
    static func retained(_ instance: AnyObject) -> UInt64 {
        UInt64(UInt(bitPattern: Unmanaged.passRetained(instance).toOpaque()))
    }

    /// A reference that C lets go when it has pushed the value.
    func retained(_ reference: LuaReference) -> luca_value {
        // A mistake in the host's own code: the number would mean another value here.
        precondition(reference.belongs(to: self), "a Lua value of one state was given to another")
        return luca_value(tag: LUCA_REFERENCE, type: 0, length: 0, lo: UInt64(reference.number), hi: Self.retained(reference as AnyObject))
    }

    /// A text copied into memory that C frees when the results have been handed over.
    func arenaText(_ text: String) -> luca_value {
        var text = text
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { luca_text(raw, $0.baseAddress, bytes.count) }
        }
    }

    /// Appends a value, with all that is in it, to the stream of results.
    func emit(_ value: LuaValue) {
        switch value {
        case .string(let text): luca_emit(raw, arenaText(text))
        case .object(let object): luca_emit(raw, retained(object))
        case .table(let pairs):
            luca_emit(raw, luca_value(tag: LUCA_TABLE, type: 0, length: UInt32(pairs.count), lo: 0, hi: 0))
            for pair in pairs {
                emit(pair.key)
                emit(pair.value)
            }
        case .function(let reference), .reference(let reference):
            luca_emit(raw, retained(reference))
        case .none, .boolean, .integer, .number, .boxed, .other: luca_emit(raw, Self.plain(value))
        }
    }

    /// Copies a value that C has read; text that is no UTF-8 is refused, unless it is `repairing` for the screen.
    func copy(_ value: luca_value, on L: OpaquePointer, repairing: Bool = false) throws -> LuaValue {
        switch value.tag {
        case LUCA_NIL: return .none
        case LUCA_BOOLEAN: return .boolean(value.lo != 0)
        case LUCA_INTEGER: return .integer(Int(Int64(bitPattern: value.lo)))
        case LUCA_NUMBER: return .number(Double(bitPattern: value.lo))
        case LUCA_STRING: return .string(repairing ? Self.text(value) : try Self.exactText(value))
        case LUCA_BOXED: return .boxed(LuaBoxed(type: LuaTypeID(value.type), low: value.lo, high: value.hi, mark: UInt8(truncatingIfNeeded: value.length)))
        case LUCA_OBJECT:
            guard let instance = LuaCall.object(value) else { throw LuaMisuse("this object is closed", kind: "closed") }
            return .object(LuaObject(type: LuaTypeID(value.type), instance: instance))
        case LUCA_TABLE: return try copyTable(at: Int32(value.lo), on: L, repairing)
        case LUCA_FUNCTION: return .function(try reference(at: Int32(value.lo), on: L))
        case LUCA_ROW: return .reference(try reference(at: Int32(value.lo), on: L))
        default: return .other(value.length == 1 ? LuaValue.file : "a thread or foreign userdata")
        }
    }

    private func copyTable(at index: Int32, on L: OpaquePointer, _ repairing: Bool) throws -> LuaValue {
        let base = raw.pointee.stream_used
        defer { luca_forget(raw, base) }
        let count = luca_flatten(raw, L, index)
        guard count >= 0 else { throw Self.unreadable(count) }
        var cursor = base
        return try pairs(Int(count), &cursor, on: L, repairing)
    }

    private static func unreadable(_ reason: Int64) -> any Error {
        switch luca_flatten_failure(rawValue: Int32(reason)) {
        case LUCA_CYCLE: LuaMisuse("a table that contains itself cannot be taken here")
        case LUCA_TOO_DEEP: LuaMisuse("the table nests too deeply: tables in tables, more than 64 of them")
        case LUCA_TOO_LARGE: LuaMisuse("the table is too large to be taken here")
        case LUCA_CHANGED: LuaMisuse("the table was changed while it was read", hint: "a __gc metamethod must leave it alone")
        case LUCA_CALLS_TOO_DEEP: LuaMisuse("stack overflow: calls of host functions nest too deeply", kind: "error")
        default: LuaStop.memory
        }
    }

    private func pairs(_ count: Int, _ cursor: inout Int, on L: OpaquePointer, _ repairing: Bool) throws -> LuaValue {
        var result: [LuaPair] = []
        result.reserveCapacity(count)
        for _ in 0..<count {
            let key = try key(at: cursor, on: L, repairing)
            cursor += 1
            result.append(LuaPair(key, try item(&cursor, on: L, repairing)))
        }
        return .table(result)
    }

    private func item(_ cursor: inout Int, on L: OpaquePointer, _ repairing: Bool) throws -> LuaValue {
        let place = cursor
        cursor += 1
        let value = raw.pointee.stream[place]
        switch value.tag {
        case LUCA_TABLE: return try pairs(Int(value.length), &cursor, on: L, repairing)
        case LUCA_REFERENCE:
            raw.pointee.stream[place].tag = LUCA_NIL
            let reference = LuaReference(number: Int32(truncatingIfNeeded: value.lo), state: self)
            return value.length == 1 ? .reference(reference) : .function(reference)
        default: return try copy(value, on: L, repairing: repairing)
        }
    }

    /// The key of a pair. Tables, functions and rows as keys are not copied: they come as `.other`.
    private func key(at place: Int, on L: OpaquePointer, _ repairing: Bool) throws -> LuaValue {
        let value = raw.pointee.stream[place]
        switch value.tag {
        case LUCA_TABLE, LUCA_FUNCTION, LUCA_ROW: return .other("\(describe(value, on: L)) as a key")
        default: return try copy(value, on: L, repairing: repairing)
        }
    }

    /// A reference to the value at a place of a thread's stack.
    func reference(at index: Int32, on L: OpaquePointer) throws(LuaStop) -> LuaReference { try kept(luca_reference(raw, L, index)) }

    /// A reference that C has made.
    func kept(_ number: Int32) throws(LuaStop) -> LuaReference {
        guard number >= 0 else { throw .memory }
        return LuaReference(number: number, state: self)
    }

    /// How a message names a value: `string "ten"`, `nil`, `a decimal`.
    func describe(_ value: luca_value, on L: OpaquePointer?) -> String {
        switch value.tag {
        case LUCA_NIL: return "nil"
        case LUCA_BOOLEAN: return value.lo != 0 ? "true" : "false"
        case LUCA_INTEGER: return "number \(Int64(bitPattern: value.lo))"
        case LUCA_NUMBER:
            let number = Double(bitPattern: value.lo)
            return number.isNaN ? "number nan" : "number \(number)"
        case LUCA_STRING:
            guard value.length <= Self.longestText else { return "a very long string" }
            let text = Self.text(value)
            return text.count > 60 ? "string \"\(text.prefix(57))…\"" : "string \"\(text)\""
        case LUCA_BOXED, LUCA_OBJECT: return Self.withArticle(hostType(value.type)?.name ?? "userdata")
        case LUCA_TABLE: return "a table"
        case LUCA_FUNCTION: return "a function"
        case LUCA_ROW: return "a row"
        default: return "a thread or userdata"
        }
    }

    /// `a frame`, `an account`.
    static func withArticle(_ name: String) -> String { ("aeio".contains(name.prefix(1)) ? "an " : "a ") + name }
}
