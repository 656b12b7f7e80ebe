// A Lua state is L here, as in the manual of Lua and in its sources.
// swift-format-ignore-file: AlwaysUseLowerCamelCase
internal import CLuca
internal import Glibc

/// Compiling and calling Lua code, its errors, and its limits.
extension LuaState {
    /// What the compiler makes of a piece of source text.
    public enum Compiled {
        /// Whole and correct: a function that runs it.
        case function(LuaReference)
        /// More lines could make it whole.
        case incomplete
        /// Wrong: the error says where and why.
        case mistake(LuaFailure)
    }

    /// Compiles text, never bytecode. A name that begins with `=` or `@` is shown as it is, as Lua does.
    ///
    /// - Parameter isBuiltin: whether it sees the built-ins alone, so that no global of the session stands in the way of one.
    public func compile(_ source: String, name: String, isBuiltin: Bool = false) -> Compiled {
        var error = luca_value()
        var source = source
        note(chunk: name)
        let base = raw.pointee.arena_used
        defer { raw.pointee.arena_used = base }
        let number = source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { luca_compile(raw, $0.baseAddress ?? emptySource, bytes.count, name, isBuiltin, &error) }
        }
        if number != LUA_NOREF_NUMBER { return .function(LuaReference(number: number, state: self)) }
        let message = error.tag == LUCA_TEXT ? arenaString(error) : Self.text(error)
        // Lua says so itself when the text ended too early.
        if message.hasSuffix("<eof>") { return .incomplete }
        let (position, text) = splitPosition(message, nil)
        return .mistake(LuaFailure(kind: "syntax", message: text, position: position))
    }

    /// A function on its way to another state.
    public enum Packed {
        /// Its compiled form.
        case compiled([UInt8])
        /// It uses a variable of the code around it, of this name, and would be another function without.
        case captures(String)
        /// It is none of Lua's, and has no compiled form.
        case native
    }

    /// Takes a function out of this state. Globals that it uses are those of the state that it goes to.
    public func packed(_ function: LuaReference) -> Packed {
        var packed = luca_packed()
        withExtendedLifetime(function) { luca_pack(raw, function.number, &packed) }
        defer { free(packed.bytes) }
        let captured = withUnsafeBytes(of: packed.captured) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        if !captured.isEmpty { return .captures(captured) }
        return packed.bytes.map { .compiled(Array(UnsafeRawBufferPointer(start: $0, count: packed.length))) } ?? .native
    }

    /// Brings a function into this state that `packed` took out of another one. Nothing else may be given: Lua checks no compiled form.
    ///
    /// - Throws: `LuaStop.memory`
    public func unpacked(_ bytes: [UInt8]) throws(LuaStop) -> LuaReference {
        var chunk = [CChar](repeating: 0, count: 4096)
        let number = bytes.withUnsafeBytes { bytes in
            luca_unpack(raw, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, &chunk, chunk.count)
        }
        guard number != LUA_NOREF_NUMBER else { throw .memory }
        note(chunk: String(decoding: chunk.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        return LuaReference(number: number, state: self)
    }

    private func arenaString(_ value: luca_value) -> String {
        let start = UnsafeRawPointer(raw.pointee.arena!) + Int(value.lo)
        return String(decoding: UnsafeRawBufferPointer(start: start, count: Int(value.length)), as: UTF8.self)
    }

    /// Calls a function.
    ///
    /// Errors come out as `LuaFailure`; one that Swift had thrown is its `underlying`. A result that cannot be copied, such as a table that
    /// contains itself or an object that is closed, comes as a reference.
    ///
    /// - Parameter repairing: whether the results are for the screen, so that bytes that are no UTF-8 may come as replacement characters;
    ///   else they are an error.
    public func call(_ function: LuaReference, _ arguments: [LuaValue] = [], repairing: Bool = false) throws -> [LuaValue] {
        let thread = current, stream = raw.pointee.stream_used, arena = raw.pointee.arena_used
        for argument in arguments { emit(argument) }
        var count: Int32 = 0, top: Int32 = 0
        let status = withExtendedLifetime(function) {
            luca_invoke(raw, thread, function.number, stream, Int32(arguments.count), &count, &top)
        }
        raw.pointee.arena_used = arena
        defer { luca_release_results(thread, top) }
        guard status == 0 else { throw failure(count > 0 ? luca_result(thread, top, 0) : luca_value(), status: status, on: thread) }
        if count == 0 { return [] }
        return try (0..<count).map { place in
            do {
                return try copy(luca_result(thread, top, place), on: thread, repairing: repairing)
            } catch let misuse as LuaMisuse {
                if misuse.kind == "bad_text" { throw LuaFailure(kind: misuse.kind, message: misuse.message, hint: misuse.hint, underlying: misuse) }
                return .reference(try kept(luca_reference_result(raw, thread, top, place)))
            }
        }
    }

    /// What Lua raised, as Swift sees it.
    func failure(_ value: luca_value, status: Int32, on L: OpaquePointer) -> LuaFailure {
        let traceback = raw.pointee.traceback.map { String(cString: $0) }
        if status == LUA_ERRMEM_NUMBER {
            // With no memory left the error that says why it stopped could not be made either.
            let stop = LuaStop(raw.pointee.reason) ?? .memory
            return LuaFailure(kind: stop.kind, message: stop.message, position: stop == .memory ? placeOfRefusal : nil, traceback: traceback, underlying: stop)
        }
        if isError(value), let object = LuaCall.object(value) {
            let error = unsafeDowncast(object, to: LuaErrorObject.self)
            if let stop = error.error as? LuaStop {
                return LuaFailure(kind: stop.kind, message: stop.message, position: error.position, traceback: traceback, underlying: stop)
            }
            return LuaFailure(
                kind: error.kind, message: error.message, field: error.raisable?.field, hint: error.raisable?.hint,
                position: error.position, traceback: traceback, underlying: error.error, raised: try? raisedReference(value, on: L),
                names: error.message.contains("nil") ? namesInReach : [])
        }
        if value.tag == LUCA_STRING {
            let (position, message) = splitPosition(Self.text(value), traceback), names = message.contains("nil") ? namesInReach : []
            return LuaFailure(
                kind: "error", message: message, hint: hint(for: message, names), position: position, traceback: traceback, raised: try? raisedReference(value, on: L),
                names: names)
        }
        let copied = try? copy(value, on: L, repairing: true)
        let fields = copied?.fields ?? []
        func field(_ name: String) -> String? { fields.first { $0.name == name }?.value.stringValue }
        let message = raw.pointee.error_text.map { String(cString: $0) } ?? field("message") ?? "error object: \(Self.shown(copied) ?? describe(value, on: L))"
        return LuaFailure(
            kind: field("kind") ?? "error", message: message, field: field("field"),
            hint: field("hint"), traceback: traceback, raised: try? raisedReference(value, on: L))
    }

    /// Where the script was when Lua was refused memory the last time; nil where that is not known.
    private var placeOfRefusal: LuaPosition? {
        let line = raw.pointee.refusal_line
        guard line > 0 else { return nil }
        return LuaPosition(chunk: withUnsafeBytes(of: raw.pointee.refusal_chunk) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }, line: Int(line))
    }

    /// The error stands on top of the stack: it is the one result of a failed call.
    private func raisedReference(_ value: luca_value, on L: OpaquePointer) throws(LuaStop) -> LuaReference {
        try reference(at: -1, on: L)
    }

    // MARK: Positions

    /// Takes `chunk:line: ` off the front of a message, where it is the place of a chunk that runs: a text of the script's own, such as
    /// `at 12:30: no price`, stays as it is.
    func splitPosition(_ message: String, _ traceback: String?) -> (LuaPosition?, String) {
        let text = message.utf8
        var search = text.startIndex
        while let colon = text[search...].firstIndex(of: UInt8(ascii: ":")) {
            let digits = text[text.index(after: colon)...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            let rest = text[digits.endIndex...], chunk = message[..<colon]
            if let line = Int32(Substring(digits)), line > 0, rest.starts(with: ": ".utf8), isChunk(chunk, traceback) {
                return (LuaPosition(chunk: String(chunk), line: Int(line)), String(Substring(rest.dropFirst(2))))
            }
            search = text.index(after: colon)
        }
        return (nil, message)
    }

    /// Whether a text is what positions call a chunk: one on the stack, one that the host or the script compiled, or a file.
    private func isChunk(_ text: Substring, _ traceback: String?) -> Bool {
        if text.hasPrefix("[string \"") { return text.hasSuffix("\"]") }
        return !text.isEmpty && (text.hasSuffix(".lua") || chunks.contains(String(text)) || traceback?.firstRange(of: "\n\t\(text):") != nil)
    }

    /// Remembers what positions in a chunk of a name call it. Beyond ten thousand of them those on the stack are known alone.
    private func note(chunk name: String) {
        // Positions have 59 bytes of a name, and of a path its end.
        let own = name.dropFirst(), longest = 59
        guard chunks.count < 10_000, name.hasPrefix("=") || name.hasPrefix("@") else { return }
        if own.utf8.count <= longest {
            chunks.insert(String(own))
        } else {
            chunks.insert(String(decoding: name.hasPrefix("=") ? Array(own.utf8.prefix(longest)) : Array("...".utf8 + own.utf8.suffix(longest - 3)), as: UTF8.self))
        }
    }

    // MARK: Limits

    /// Asks whatever Lua code is running to stop; safe in a signal handler.
    public static func interrupt() { luca_interrupt() }

    /// Asks the script of this state to stop, or the next one if none is running; may come from any thread.
    public func interrupt() { luca_interrupt_state(raw) }

    /// Forgets an interrupt that nothing was running to receive.
    public static func clearInterrupt() { luca_interrupt_clear() }

    /// Forgets that this state alone was asked to stop, where nothing was running to receive that; Ctrl-C stays.
    public func forgetInterrupt() { luca_interrupt_forget(raw) }

    /// Whether Ctrl-C waits to be received. Host code that works for a state asks `dueStop` of it, which knows what that one alone was asked too.
    public static var isInterrupted: Bool { luca_interrupt_pending() }

    /// Whether an interrupt waits for this state, whichever way it came; host code that waits for something asks this, from any thread.
    public var isInterruptAsked: Bool { luca_interrupt_is_asked(raw) }

    /// Whether scripts have run longer than they may.
    public var isPastDeadline: Bool { raw.pointee.deadline != 0 && luca_monotonic() > raw.pointee.deadline }

    /// What host code in long loops is to end by throwing: an interrupt that waits for this state, or the end of its time; nil while it may go on.
    public var dueStop: LuaStop? { isInterruptAsked ? .interrupted : isPastDeadline ? .deadline : nil }

    /// Receives an interrupt that waits, what this state alone was asked before Ctrl-C: host code that found one ends by throwing this.
    public func receiveInterrupt() -> LuaStop {
        luca_interrupt_receive(raw)
        return .interrupted
    }

    /// Stops scripts this long from now; nil takes the limit away.
    public func limitTime(_ duration: Duration?) {
        defer { luca_watch(raw) }
        guard let duration else {
            raw.pointee.deadline = 0
            return
        }
        let (seconds, attoseconds) = duration.components
        raw.pointee.deadline = luca_monotonic() + seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }

    /// Moves the moment at which scripts are stopped; nothing where they are not.
    public func prolongTime(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        if raw.pointee.deadline != 0 { raw.pointee.deadline += seconds * 1_000_000_000 + attoseconds / 1_000_000_000 }
    }

    /// Stops scripts after about this many more instructions; nil takes the limit away.
    public func limitInstructions(_ count: Int?) {
        raw.pointee.instructions = count.map { Int64($0) } ?? -1
        luca_watch(raw)
    }

    /// Refuses Lua more memory than this many bytes; 0 takes the limit away.
    public func limitMemory(_ bytes: Int) { luca_memory_limit(raw, bytes) }

    /// Bytes that Lua holds now.
    public var memoryUsed: Int { luca_memory_used(raw) }

    /// For tests: lets this many more of Lua's allocations succeed and then some fail; a negative count lets all succeed.
    func failAllocations(after count: Int64, _ failures: Int64) { luca_memory_fail_after(raw, count, failures) }

    /// For tests: whether one of those allocations has failed.
    var hasFailedAllocation: Bool { luca_memory_has_failed(raw) }

    /// Notes bytes held for an object that is about to be handed to scripts, beyond what Lua sees of it; enough of them make Lua collect.
    public func owe(_ bytes: Int) { luca_owe(raw, bytes) }

    /// Collects all garbage.
    public func collectGarbage() { luca_collect(raw) }
}

private nonisolated(unsafe) let emptySource: UnsafePointer<CChar> = {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
    text.initialize(to: 0)
    return UnsafePointer(text)
}()
