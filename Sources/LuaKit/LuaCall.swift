internal import CLuca

/// What a host function gives back: nothing, or what was handed to `LuaCall.reply`.
public struct LuaReply: Sendable {
    /// What C is told: no result, one result, several, or an error to raise.
    let status: Int32
    /// No result.
    public static var nothing: LuaReply {
        @inline(__always) get { LuaReply(status: 0) }
    }
}

/// A call of a host function: its arguments, and the way back.
///
/// Good only until the function returns. Arguments are found by their parameter's name or place; a method's receiver is apart from them.
public struct LuaCall {
    /// The call as C describes it; gone when the function has returned.
    let raw: UnsafeMutablePointer<luca_call>
    /// The function that is called.
    unowned(unsafe) let box: LuaFunctionBox

    @inline(__always)
    init(_ raw: UnsafeMutablePointer<luca_call>, _ box: LuaFunctionBox) {
        self.raw = raw
        self.box = box
    }

    /// The state the call comes from.
    public var state: LuaState { box.state! }
    /// The function's name, for messages.
    public var name: String { box.function.name }
    /// How many arguments were given, without the receiver; where they are given by name, how many parameters there are.
    public var count: Int { Int(raw.pointee.count) }
    /// Whether this is the same call as another, both being under way.
    public func isSame(as other: LuaCall) -> Bool { raw == other.raw }
    /// Whether the arguments were given by name, in one table.
    public var isNamed: Bool { raw.pointee.named }

    /// The argument at a place, as C holds it; nil past the last.
    @inline(__always)
    func value(_ index: Int) -> luca_value {
        if index >= Int(raw.pointee.count) { return luca_value() }
        return index < Int(LUCA_PARAMETER_LIMIT) ? raw.pointee.arguments[index] : luca_argument(raw, Int32(index))
    }

    /// The value that a method or field belongs to.
    @inline(__always)
    var receiver: luca_value { raw.pointee.arguments[-1] }

    /// The place of a parameter.
    @inline(__always)
    func index(_ name: String) -> Int {
        let parameters = box.function.parameters
        for i in parameters.indices where parameters[i].name == name { return i }
        preconditionFailure("\(box.function.name) has no parameter \(name)")
    }
}

// MARK: - Arguments

extension LuaCall {
    /// Whether an argument was given and is not nil.
    public func has(_ name: String) -> Bool { value(index(name)).tag != LUCA_NIL }

    /// An argument, copied into Swift; `.none` where it was left out.
    public func argument(_ name: String) throws -> LuaValue { try naming(name) { try argument(index(name)) } }

    /// The argument at a place counted from 0, copied into Swift; `.none` past the last.
    public func argument(_ place: Int) throws -> LuaValue { try state.copy(value(place), on: raw.pointee.L) }

    /// The sixteen bytes of an argument at a place, if it is of that type; cheap.
    @inline(__always)
    public func boxed(_ place: Int, _ type: LuaTypeID) -> LuaBoxed? {
        let argument = value(place)
        guard argument.tag == LUCA_BOXED, argument.type == type.rawValue else { return nil }
        return LuaBoxed(type: type, low: argument.lo, high: argument.hi, mark: UInt8(truncatingIfNeeded: argument.length))
    }

    /// An argument's number if it is a Lua integer; cheap.
    @inline(__always)
    public func integer(at place: Int) -> Int? {
        let argument = value(place)
        return argument.tag == LUCA_INTEGER ? Int(Int64(bitPattern: argument.lo)) : nil
    }

    /// A text argument; nil where it was left out.
    public func string(_ name: String) throws -> String? {
        let place = index(name), argument = value(place)
        if argument.tag == LUCA_NIL { return nil }
        guard argument.tag == LUCA_STRING else { throw mismatch(place) }
        return try naming(name) { try LuaState.exactText(argument) }
    }

    /// Reads an argument; where its text cannot be taken, the error names the parameter.
    private func naming<Result>(_ parameter: String, _ read: () throws -> Result) throws -> Result {
        do { return try read() } catch let misuse as LuaMisuse where misuse.kind == "bad_text" {
            throw LuaMisuse("\(name): \(parameter): \(misuse.message)", field: parameter, hint: misuse.hint, kind: misuse.kind)
        }
    }

    /// A whole number; floats with an integral value count. Nil where it was left out.
    public func integer(_ name: String) throws -> Int? {
        let place = index(name), argument = value(place)
        switch argument.tag {
        case LUCA_NIL: return nil
        case LUCA_INTEGER: return Int(Int64(bitPattern: argument.lo))
        case LUCA_NUMBER:
            guard let whole = Int(exactly: Double(bitPattern: argument.lo)) else { throw mismatch(place) }
            return whole
        default: throw mismatch(place)
        }
    }

    /// True or false; nil where it was left out.
    public func boolean(_ name: String) throws -> Bool? {
        let place = index(name), argument = value(place)
        if argument.tag == LUCA_NIL { return nil }
        guard argument.tag == LUCA_BOOLEAN else { throw mismatch(place) }
        return argument.lo != 0
    }

    /// A function, kept by reference; nil where it was left out.
    public func function(_ name: String) throws -> LuaReference? {
        switch try argument(name) {
        case .none: return nil
        case .function(let reference): return reference
        case .boolean, .integer, .number, .string, .boxed, .object, .table, .reference, .other: throw mismatch(index(name))
        }
    }

    /// The error for an argument of the wrong kind. One that is missing where it is required never gets here: C refuses the call.
    public func mismatch(_ place: Int) -> LuaMisuse {
        let parameter = box.function.parameters[place]
        return mismatch(parameter.name, expected: parameter.type.phrase, got: value(place))
    }

    /// The error for an argument that is of the right kind but says nothing usable.
    public func mismatch(_ name: String, expected: String, hint: String? = nil) -> LuaMisuse {
        mismatch(name, expected: expected, got: value(index(name)), hint: hint)
    }

    private func mismatch(_ parameter: String, expected: String, got: luca_value, hint: String? = nil) -> LuaMisuse {
        LuaMisuse("\(name): \(parameter) must be \(expected), got \(state.describe(got, on: raw.pointee.L))", field: parameter, hint: hint)
    }

    /// The receiver of a method, if it is of that type; cheap.
    @inline(__always)
    public func receiver(_ type: LuaTypeID) -> LuaBoxed {
        LuaBoxed(type: type, low: receiver.lo, high: receiver.hi, mark: UInt8(truncatingIfNeeded: receiver.length))
    }

    /// The object whose method this is; the call has checked its type.
    public func receiverObject<T: AnyObject>(as type: T.Type) throws -> T {
        guard let object = Self.object(receiver) else {
            throw LuaMisuse("\(name): this \(box.receiverName) is closed", kind: "closed")
        }
        return unsafeDowncast(object, to: type)
    }

    /// The object of an argument, if it is of that type and still open.
    public func object<T: AnyObject>(_ place: Int, _ type: LuaTypeID, as: T.Type) -> T? {
        let argument = value(place)
        guard argument.tag == LUCA_OBJECT, argument.type == type.rawValue, let object = Self.object(argument) else { return nil }
        return unsafeDowncast(object, to: T.self)
    }

    /// The object behind a value of a host type; nil where it is closed.
    @inline(__always)
    static func object(_ value: luca_value) -> AnyObject? {
        guard let pointer = UnsafeRawPointer(bitPattern: UInt(value.lo)) else { return nil }
        return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
    }
}

// MARK: - Replies

extension LuaCall {
    /// Gives back one value.
    public func reply(_ value: LuaValue) -> LuaReply {
        switch value {
        case .none, .boolean, .integer, .number, .boxed, .other:
            raw.pointee.result = LuaState.plain(value)
            return LuaReply(status: 1)
        case .string(let text): return reply(text)
        case .object, .table, .function, .reference: return reply([value])
        }
    }

    /// Gives back a value of sixteen bytes; the fastest way.
    @inline(__always)
    public func reply(_ boxed: LuaBoxed) -> LuaReply {
        raw.pointee.result = luca_value(tag: LUCA_BOXED, type: boxed.type.rawValue, length: UInt32(boxed.mark), lo: boxed.low, hi: boxed.high)
        return LuaReply(status: 1)
    }

    /// Gives back an integer.
    @inline(__always)
    public func reply(_ number: Int) -> LuaReply {
        raw.pointee.result = luca_value(tag: LUCA_INTEGER, type: 0, length: 0, lo: UInt64(bitPattern: Int64(number)), hi: 0)
        return LuaReply(status: 1)
    }

    /// Gives back true or false.
    @inline(__always)
    public func reply(_ truth: Bool) -> LuaReply {
        raw.pointee.result = luca_value(tag: LUCA_BOOLEAN, type: 0, length: 0, lo: truth ? 1 : 0, hi: 0)
        return LuaReply(status: 1)
    }

    /// Gives back a string.
    public func reply(_ text: String) -> LuaReply {
        raw.pointee.result = state.arenaText(text)
        return LuaReply(status: 1)
    }

    /// Gives back several values.
    public func reply(_ values: [LuaValue]) -> LuaReply {
        let state = state
        // A reply that was thought better of.
        luca_drop(state.raw, raw.pointee.stream_base, raw.pointee.arena_base)
        raw.pointee.results = Int32(values.count)
        for value in values { state.emit(value) }
        return LuaReply(status: LUCA_STREAMED.rawValue)
    }

    /// Gives back nil and why: the answer for "not found".
    public func notFound(_ message: String) -> LuaReply { reply([.none, .string(message)]) }
}

extension LuaCall {
    /// The object the function is a method of in this call; nil where it was called as a plain function.
    public var receiverObject: AnyObject? {
        raw.pointee.is_method ? Self.object(receiver) : nil
    }

    /// Arguments by place from 0, each copied; for functions that take any number.
    public func allArguments() throws -> [LuaValue] { try (0..<count).map { try argument($0) } }
}

extension LuaCall {
    /// Where the Lua code is that made the call; nil where there is none.
    public var caller: LuaPosition? { state.position(on: raw.pointee.L, level: 1) }

    /// The names of the parameters that the function's record lists.
    public var parameterNames: [String] { box.function.parameters.map(\.name) }
}
