// A Lua state is L here, as in the manual of Lua and in its sources.
// swift-format-ignore-file: AlwaysUseLowerCamelCase
internal import CLuca

/// A Lua 5.4 state: its libraries, its host functions and types, its limits.
///
/// One thread at a time may use a state. No Lua error ever unwinds a Swift frame: everything that can raise happens in C, under a protected
/// call of its own.
public final class LuaState {
    /// The state as C holds it.
    let raw: UnsafeMutablePointer<luca_state>
    private var boxes: [LuaFunctionBox] = []
    /// The host types that are known, by number; nil for those of C alone.
    private(set) var types = [LuaType?](repeating: nil, count: Int(LUCA_TYPE_LIMIT))
    /// By type number: whether its objects have rows.
    private(set) var isTabular = [Bool](repeating: false, count: Int(LUCA_TYPE_LIMIT))
    private let errorType: UInt16
    /// What positions call the chunks that the host compiled.
    var chunks: Set<String> = []

    /// The session that the state belongs to; functions find it through this. It must outlive every call.
    public unowned(unsafe) var owner: AnyObject?

    /// Where `print` writes.
    public var output: (UnsafeRawBufferPointer) -> Void
    /// The hint for a field that a function does not take though others do; nil where there is none.
    public var fieldHint: (String) -> String? = { _ in nil }
    /// Why a function cannot take a field that others do, and what to do instead; nil where that is not known.
    public var whyNot: (_ function: String, _ field: String) -> String? = { _, _ in nil }
    /// What to do instead of assigning to a column of a row, by the column's name.
    public var rowAdvice: (String) -> String? = { _ in nil }
    /// The name of a list that is nearest to a misspelt one; nil where none is near.
    public var nearestName: (String, [String]) -> String? = { _, _ in nil }
    /// The text of a module of the program's own library, by the name that `require` is given; nil where there is none.
    public var module: (String) -> String? = { _ in nil }
    /// A text as it may go to a terminal, for what scripts write there by Lua's own functions; files get it as it is.
    public var terminalText: (String) -> String = { $0 }

    /// Whether every text that Lua's own functions write to a terminal is put in that form, and not only one that could steer it.
    public var changesAllTerminalText: Bool {
        get { raw.pointee.changes_all_text }
        set { raw.pointee.changes_all_text = newValue }
    }
    /// Whether Ctrl-C waits until what this state runs has ended, as it does for a text of the program's own that takes no time.
    public var isSteady: Bool {
        get { raw.pointee.is_steady }
        set { raw.pointee.is_steady = newValue }
    }
    /// The error for what is not done while `keepsFiles` is set.
    public var fileRefusal: (FileChange) -> any Error = { LuaMisuse("\($0.function): no file may be changed now", kind: "file") }
    /// The error where one of Lua's own functions is not to open, move or remove a file, told by its path as the system gets it and whether
    /// it is to be written; nil where it may.
    public var openingRefusal: (UnsafePointer<CChar>, Bool) -> (any Error)? = { _, _ in nil }
    /// Every function and type made known, in order: the source of help, completion and stubs.
    public private(set) var functions: [LuaFunction] = []

    /// Whose scripts a state runs, and so what they may reach.
    public enum Trust: Sendable {
        /// All of Lua's libraries but C modules and most of `debug`.
        case trusted
        /// Nothing that reaches files, processes or the environment.
        case sandboxed
    }

    /// A new state. `memoryLimit` counts the bytes Lua itself allocates; 0 is no limit.
    public init(trust: Trust = .trusted, memoryLimit: Int = 0, output: @escaping (UnsafeRawBufferPointer) -> Void = { _ in }) throws(LuaStop) {
        self.output = output
        // The callbacks are called only through a state that this object owns, with this object as context.
        let host = luca_host(
            context: nil, release: releaseObject, write: writeOutput, unknown_global: unknownGlobal, stopped: stopError, refused: refuseFile,
            opening: refuseOpening, shown: makeSafe, module: findModule)
        guard let raw = luca_state_create(host, memoryLimit, trust == .sandboxed) else { throw .memory }
        self.raw = raw
        errorType = UInt16(raw.pointee.type_count)
        raw.pointee.host.context = Unmanaged.passUnretained(self).toOpaque()
        try defineErrorType()
    }

    deinit { luca_state_destroy(raw) }

    /// Makes a function callable as a built-in at its dotted name.
    public func define(_ function: LuaFunction) {
        let box = LuaFunctionBox(function, state: self)
        boxes.append(box)
        functions.append(function)
        let done = luca_define_function(raw, function.name, box.raw)
        precondition(done, "out of memory while defining \(function.name)")
    }

    /// Makes a type known: its methods, fields and metamethods.
    @discardableResult
    public func define(_ type: LuaType) -> LuaTypeID {
        guard let id = enter(type) else { preconditionFailure("out of memory or of types while defining \(type.name)") }
        return id
    }

    /// Makes a type known as `define` does; nil where there is no memory, or no number left for it.
    private func enter(_ type: LuaType) -> LuaTypeID? {
        guard raw.pointee.type_count < LUCA_TYPE_LIMIT else { return nil }
        let id = LuaTypeID(UInt16(raw.pointee.type_count))
        let missing = LuaFunction("index", returns: "any", summary: "Refuses a name the type does not have.", style: .positional) { call in
            guard let key = try call.argument(1).stringValue else { return call.reply(.none) }
            throw call.state.unknownMember(key, of: type)
        }
        let methods = type.methods.map { LuaFunctionBox($0, receiver: id, named: type.name, state: self) }
        let fields = type.fields.map { LuaFunctionBox($0, receiver: id, named: type.name, state: self) }
        let assigning = LuaFunction("__newindex", returns: "nil", summary: "Refuses an assignment.", style: .positional) { call in
            let key = try call.argument(1)
            throw call.state.readOnly(type.name, key.stringValue ?? "what is at \(call.state.describe(call.value(1), on: nil))", hint: type.change)
        }
        let own = type.metamethods + [assigning]
        let metamethods = (own + (type.isOpen ? [] : [missing])).map { LuaFunctionBox($0, state: self) }
        boxes += methods + fields + metamethods
        types[Int(id.rawValue)] = type
        isTabular[Int(id.rawValue)] = type.layout == .tabular
        let number = withPointers(methods) { methodTable in
            withPointers(fields) { fieldTable in
                withPointers(Array(metamethods.prefix(own.count))) { metamethodTable in
                    type.name.withCString { name in
                        var description = luca_type(
                            name: name, is_object: type.layout != .value, is_tabular: type.layout == .tabular,
                            methods: methodTable, method_count: Int32(methods.count), fields: fieldTable, field_count: Int32(fields.count),
                            metamethods: metamethodTable, metamethod_count: Int32(own.count),
                            missing: type.isOpen ? nil : metamethods[metamethods.count - 1].raw)
                        return luca_define_type(raw, &description)
                    }
                }
            }
        }
        return number == Int32(id.rawValue) ? id : nil
    }

    private func withPointers<R>(_ boxes: [LuaFunctionBox], _ body: (UnsafePointer<UnsafeMutablePointer<luca_function>?>?) -> R) -> R {
        boxes.map { Optional($0.raw) }.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    /// The error for an assignment to a field of a value of the host.
    func readOnly(_ type: String, _ key: String, hint: String?) -> LuaMisuse {
        LuaMisuse("\(Self.withArticle(type)) is read-only: \(key) cannot be set", field: key, hint: hint, kind: "read_only_value")
    }

    private func unknownMember(_ key: String, of type: LuaType) -> LuaMisuse {
        let known = type.methods.map(\.name) + type.fields.map(\.name)
        let hint = suggestion(for: key, in: known) ?? "it has \(known.sorted().joined(separator: ", "))"
        return LuaMisuse("\(Self.withArticle(type.name)) has no \(key)", field: key, hint: hint, kind: "unknown_name")
    }

    /// Defines the type of error objects: a Swift error inside Lua, whose fields tell its parts and `tostring` all of it.
    private func defineErrorType() throws(LuaStop) {
        func field(_ name: String, _ summary: String, _ value: @escaping @Sendable (LuaErrorObject) -> LuaValue) -> LuaFunction {
            LuaFunction(name, returns: "string?", summary: summary, style: .positional) { call in
                call.reply(value(try call.receiverObject(as: LuaErrorObject.self)))
            }
        }
        let text = LuaFunction("__tostring", returns: "string", summary: "The whole error as text.", style: .positional) { [errorType] call in
            let error = call.object(0, LuaTypeID(errorType), as: LuaErrorObject.self)
            return call.reply(error?.text ?? "error")
        }
        let joined = LuaFunction("__concat", returns: "string", summary: "Joins it as text.", style: .positional) { [errorType] call in
            func part(_ place: Int) throws -> String {
                if let error = call.object(place, LuaTypeID(errorType), as: LuaErrorObject.self) { return error.text }
                guard let text = call.state.joinable(call.value(place)) else {
                    throw LuaMisuse("an error cannot be joined with \(call.state.describe(call.value(place), on: nil))")
                }
                return text
            }
            return call.reply(try part(0) + part(1))
        }
        guard
            let id = enter(
                LuaType(
                    "error", summary: "What went wrong, as a script catches it.", layout: .object,
                    fields: [
                        field("kind", "A short stable name.") { .string($0.kind) },
                        field("message", "One sentence: what is wrong.") { .string($0.message) },
                        field("field", "The argument at fault.") { $0.raisable?.field.map { .string($0) } ?? .none },
                        field("hint", "What to do next.") { $0.raisable?.hint.map { .string($0) } ?? .none },
                        field("where", "The script and line.") { $0.position.map { .string("\($0.chunk):\($0.line)") } ?? .none },
                    ],
                    metamethods: [text, joined]))
        else { throw .memory }
        precondition(id.rawValue == errorType)
    }

    /// The question whether the nearest of some names was meant, as a hint; nil where none is near.
    func suggestion(for name: String, in known: [String]) -> String? { nearestName(name, known).map { "did you mean \"\($0)\"?" } }

    /// The Lua thread whose code runs: what Swift calls in turn runs there.
    var current: OpaquePointer { raw.pointee.running }

    /// An error as a value to raise. One that came out of Lua goes back as what it was there.
    func raised(_ error: any Error, on L: OpaquePointer?, level: Int32) -> luca_value {
        let failure = Self.exact(error, as: LuaFailure.self)
        if let traceback = failure?.traceback { luca_deepen(raw, traceback) }
        if let reference = failure?.raised, reference.belongs(to: self) { return retained(reference) }
        if let stop = Self.exact(failure?.underlying ?? error, as: LuaStop.self) {
            // Thrown or passed on by Swift, it stops the script as if C had found it due: nothing catches it.
            if raw.pointee.stop == LUCA_RUNNING { raw.pointee.stop = stop.reason }
            return errorValue(stop, failure?.position ?? position(on: L, level: level))
        }
        return errorValue(error, failure?.position ?? position(on: L, level: level))
    }

    /// The error if it is of that very type: many times faster than a cast where it is not.
    private static func exact<E: Error>(_ error: any Error, as type: E.Type) -> E? {
        Swift.type(of: error) == type ? error as? E : nil
    }

    private func errorValue(_ error: any Error, _ position: LuaPosition?) -> luca_value {
        let object = LuaErrorObject(error, position: position)
        return luca_value(tag: LUCA_OBJECT, type: errorType, length: 0, lo: Self.retained(object as AnyObject), hi: 0)
    }

    /// Where the Lua code is that called the running host function.
    func position(on L: OpaquePointer?, level: Int32) -> LuaPosition? {
        guard let L else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { chunk in
            let line = luca_position(L, level, chunk.baseAddress, chunk.count)
            return line > 0 ? LuaPosition(chunk: String(cString: chunk.baseAddress!), line: Int(line)) : nil
        }
    }

    /// The text of an error that a script caught, as `tostring` gives it; nil where the value is none.
    public func errorText(_ value: LuaValue) -> String? {
        guard case .object(let object) = value, object.type.rawValue == errorType else { return nil }
        return unsafeDowncast(object.instance, to: LuaErrorObject.self).text
    }

    /// Whether a value is an error object.
    func isError(_ value: luca_value) -> Bool { value.tag == LUCA_OBJECT && value.type == errorType }
}

// MARK: - Callbacks from C

extension LuaState {
    /// The state that C calls back.
    static func of(_ context: UnsafeMutableRawPointer?) -> LuaState {
        Unmanaged<LuaState>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }
}

private func releaseObject(_ context: UnsafeMutableRawPointer?, _ object: UInt64) {
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(object)) else { return }
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
}

private func writeOutput(_ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int) {
    LuaState.of(context).output(UnsafeRawBufferPointer(start: bytes, count: length))
}

private func unknownGlobal(_ context: UnsafeMutableRawPointer?, _ L: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: Int) -> luca_value {
    let state = LuaState.of(context)
    let text = String(decoding: UnsafeRawBufferPointer(start: name, count: length), as: UTF8.self)
    // EUR without quotes is a text that was meant, and no misspelt D.
    let isText = text.count > 1 && text.allSatisfy { $0.isUppercase || $0.isNumber }
    let near = isText ? nil : state.suggestion(for: text, in: state.namesInReach.map(\.name) + state.globalNames())
    let hint = near ?? (text.first?.isUppercase == true ? "a text stands in quotes: \"\(text)\"" : nil)
    let error = LuaMisuse("unknown name '\(text)'", field: text, hint: hint, kind: "unknown_name")
    return state.raised(error, on: L, level: 1)
}

private func stopError(_ context: UnsafeMutableRawPointer?, _ reason: luca_stop) -> luca_value {
    let state = LuaState.of(context)
    return state.raised(LuaStop(reason) ?? .interrupted, on: state.current, level: 0)
}

extension LuaState {
    /// Every host type, in the order in which it was made known.
    public var definedTypes: [LuaType] { types.compactMap(\.self) }

    /// The host type of a number; nil where there is none.
    func hostType(_ number: UInt16) -> LuaType? { types.indices.contains(Int(number)) ? types[Int(number)] : nil }

    /// The name of a host type.
    public func typeName(_ id: LuaTypeID) -> String? { hostType(id.rawValue)?.name }
}

extension LuaState: CustomReflectable {
    /// No parts: errors and values of Lua hold their state, and whoever shows one by its parts would walk through the whole program.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)](), displayStyle: .class) }
}
