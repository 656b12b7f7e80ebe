internal import CLuca

/// A function's record as C calls it.
final class LuaFunctionBox {
    /// The function's record.
    let function: LuaFunction
    /// The body of the record, kept beside it, so that a call reaches it without touching the rest.
    fileprivate let body: @Sendable (LuaCall) throws -> LuaReply
    /// The state that the function is defined in; it outlives the box.
    unowned(unsafe) var state: LuaState!
    /// The name of the type whose method or field this is; empty for a plain function.
    private(set) var receiverName = ""
    /// The description that C reads.
    ///
    /// Hundreds of functions are defined at each start, so it stands in one piece of memory with what it points to: which kinds each parameter takes, and the
    /// function's name with its end. The names of parameters are handed over when a call first gives arguments by name.
    let raw: UnsafeMutablePointer<luca_function>

    /// The box of a function, or of a method or field of a type.
    init(_ function: LuaFunction, receiver type: LuaTypeID? = nil, named typeName: String = "", state: LuaState) {
        let parameters = function.parameters, count = parameters.count
        // C keeps the arguments of a call in an array of this size.
        precondition(count <= Int(LUCA_PARAMETER_LIMIT), "\(function.name) has too many parameters")
        self.function = function
        body = function.body
        self.state = state
        receiverName = typeName
        var ownName = function.name
        // A method's name has no path.
        if type == nil, let dot = ownName.utf8.lastIndex(of: UInt8(ascii: ".")) { ownName = String(ownName[ownName.index(after: dot)...]) }
        let head = MemoryLayout<luca_function>.stride, kinds = count * MemoryLayout<UInt16>.stride, bytes = ownName.utf8.count + 1
        let block = UnsafeMutableRawPointer.allocate(byteCount: head + kinds + bytes, alignment: MemoryLayout<luca_function>.alignment)
        raw = block.bindMemory(to: luca_function.self, capacity: 1)
        let accepted = (block + head).bindMemory(to: UInt16.self, capacity: count), name = (block + head + kinds).bindMemory(to: CChar.self, capacity: bytes)
        var required = 0
        // Places are counted instead of walked along: a walk would copy each parameter.
        for place in 0..<count {
            let kinds = parameters[place].type.accepted.rawValue & ~UInt16(LUCA_REQUIRED), isRequired = parameters[place].isRequired
            // Bit 0 stands for nil, which a parameter that may be left out takes; one that takes anything takes it too where it is given.
            (accepted + place).initialize(to: kinds | (isRequired ? UInt16(LUCA_REQUIRED) : 1))
            if isRequired { required = place + 1 }
        }
        ownName.withUTF8 { text in
            if let base = text.baseAddress { UnsafeMutableRawPointer(name).copyMemory(from: base, byteCount: text.count) }
        }
        (name + bytes - 1).initialize(to: 0)
        raw.initialize(
            to: luca_function(
                name: name, body: callBody, refuse: refuseCall, context: nil, state: nil, parameter: nameParameter, accepted: accepted,
                parameter_count: Int32(count), required_count: Int32(required), takes_names: function.style == .named, takes_more: function.style == .positional,
                is_method: type != nil, receiver_type: type?.rawValue ?? 0))
        raw.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { UnsafeMutableRawPointer(raw).deallocate() }

    /// Why a call is not one that the record allows.
    fileprivate func complaint(about call: LuaCall) -> LuaMisuse {
        switch call.raw.pointee.refusal {
        case LUCA_WRONG_RECEIVER:
            LuaMisuse("\(function.name): call it on \(LuaState.withArticle(receiverName)) with a colon, as in x:\(function.name)(…)")
        case LUCA_UNKNOWN_NAME: unknownName(call)
        case LUCA_GIVEN_TWICE: LuaMisuse("\(function.name): \(function.parameters[0].name) is given twice", field: function.parameters[0].name)
        case LUCA_WRONG_KIND: refusal(call, Int(call.raw.pointee.refused))
        default: tooMany(call)
        }
    }

    private func refusal(_ call: LuaCall, _ place: Int) -> LuaMisuse {
        let parameter = function.parameters[place]
        if call.value(place).tag == LUCA_NIL {
            return LuaMisuse("\(function.name): \(parameter.name) is missing; it must be \(parameter.type.phrase)", field: parameter.name)
        }
        return call.mismatch(place)
    }

    private func unknownName(_ call: LuaCall) -> LuaMisuse {
        let key = call.raw.pointee.unknown
        let text = key.tag == LUCA_STRING ? LuaState.text(key) : "[\(call.state.describe(key, on: call.raw.pointee.L))]"
        let known = function.parameters.map(\.name)
        let hint =
            call.state.whyNot(function.name, text) ?? call.state.suggestion(for: text, in: known) ?? call.state.fieldHint(text)
            ?? (known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))")
        return LuaMisuse("\(function.name): there is no field \(text)", field: text, hint: hint)
    }

    private func tooMany(_ call: LuaCall) -> LuaMisuse {
        let count = function.parameters.count
        return LuaMisuse("\(function.name): takes \(count == 0 ? "no" : "\(count)") argument\(count == 1 ? "" : "s"), got \(call.count)")
    }
}

/// The one entry from Lua into Swift. An error becomes a status; C raises it when this frame is gone.
@inline(__always)
private func callBody(context: UnsafeMutableRawPointer?, raw: UnsafeMutablePointer<luca_call>?) -> Int32 {
    // The state holds the box as long as Lua can call it.
    Unmanaged<LuaFunctionBox>.fromOpaque(context.unsafelyUnwrapped)._withUnsafeGuaranteedRef { box in
        let raw = raw.unsafelyUnwrapped
        do {
            return try box.body(LuaCall(raw, box)).status
        } catch {
            return raise(error, raw, box)
        }
    }
}

/// Says that C is to raise an error. Apart from the call, which else would set up for it each time.
@inline(never)
private func raise(_ error: any Error, _ raw: UnsafeMutablePointer<luca_call>, _ box: LuaFunctionBox) -> Int32 {
    raw.pointee.result = box.state.raised(error, on: raw.pointee.L, level: 1)
    return LUCA_RAISE.rawValue
}

/// Hands a parameter's name to C.
private func nameParameter(context: UnsafeMutableRawPointer?, place: Int32) -> luca_value {
    let box = Unmanaged<LuaFunctionBox>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    return box.state.arenaText(box.function.parameters[Int(place)].name)
}

/// Called in the body's stead where C found that the record does not allow the call.
private func refuseCall(context: UnsafeMutableRawPointer?, raw: UnsafeMutablePointer<luca_call>?) -> Int32 {
    let box = Unmanaged<LuaFunctionBox>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue(), raw = raw.unsafelyUnwrapped
    raw.pointee.result = box.state.raised(box.complaint(about: LuaCall(raw, box)), on: raw.pointee.L, level: 1)
    return LUCA_RAISE.rawValue
}
