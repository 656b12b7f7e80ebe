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
    let raw: UnsafeMutablePointer<luca_function>
    private let accepted: UnsafeMutablePointer<UInt16>
    /// The names of the parameters and of the function, one behind the other, each with its end.
    private let names: UnsafeMutablePointer<CChar>
    private let nameTable: UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// The box of a function, or of a method or field of a type.
    init(_ function: LuaFunction, receiver type: LuaTypeID? = nil, named typeName: String = "", state: LuaState) {
        // C keeps the arguments of a call in an array of this size.
        precondition(function.parameters.count <= Int(LUCA_PARAMETER_LIMIT), "\(function.name) has too many parameters")
        self.function = function
        body = function.body
        self.state = state
        receiverName = typeName
        accepted = .allocate(capacity: max(function.parameters.count, 1))
        for (place, parameter) in function.parameters.enumerated() {
            let kinds = parameter.type.accepted.rawValue & ~UInt16(LUCA_REQUIRED)
            // Bit 0 stands for nil, which a parameter that may be left out takes; one that takes anything takes it too where it is given.
            (accepted + place).initialize(to: kinds | (parameter.isRequired ? UInt16(LUCA_REQUIRED) : 1))
        }
        // One piece of memory for all names: hundreds of functions are defined at each start.
        names = .allocate(capacity: function.parameters.reduce(function.name.utf8.count + 1) { $0 + $1.name.utf8.count + 1 })
        nameTable = .allocate(capacity: function.parameters.count + 1)
        var end = names
        for (place, parameter) in function.parameters.enumerated() {
            (nameTable + place).initialize(to: end)
            end = append(parameter.name.utf8, at: end)
        }
        let ownName = function.name.utf8
        (nameTable + function.parameters.count).initialize(to: end)
        _ = append(ownName.suffix(from: ownName.lastIndex(of: UInt8(ascii: ".")).map(ownName.index(after:)) ?? ownName.startIndex), at: end)
        raw = .allocate(capacity: 1)
        raw.initialize(
            to: luca_function(
                name: nameTable[function.parameters.count], body: callBody, refuse: refuseCall, context: nil, state: nil, parameters: nameTable, accepted: accepted,
                parameter_count: Int32(function.parameters.count), required_count: Int32(function.parameters.lastIndex { $0.isRequired }.map { $0 + 1 } ?? 0),
                takes_names: function.style == .named, takes_more: function.style == .positional,
                is_method: type != nil, receiver_type: type?.rawValue ?? 0))
        raw.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        names.deallocate()
        nameTable.deallocate()
        accepted.deallocate()
        raw.deallocate()
    }

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
            call.state.suggestion(for: text, in: known) ?? call.state.fieldHint(text)
            ?? (known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))")
        return LuaMisuse("\(function.name): there is no field \(text)", field: text, hint: hint)
    }

    private func tooMany(_ call: LuaCall) -> LuaMisuse {
        let count = function.parameters.count
        return LuaMisuse("\(function.name): takes \(count == 0 ? "no" : "\(count)") argument\(count == 1 ? "" : "s"), got \(call.count)")
    }
}

/// Writes a text of C, and returns the place behind its end.
private func append(_ text: some Sequence<UInt8>, at start: UnsafeMutablePointer<CChar>) -> UnsafeMutablePointer<CChar> {
    var place = start
    for byte in text {
        place.initialize(to: CChar(bitPattern: byte))
        place += 1
    }
    place.initialize(to: 0)
    return place + 1
}

/// The one entry from Lua into Swift. An error becomes a status; C raises it when this frame is gone.
private func callBody(context: UnsafeMutableRawPointer?, raw: UnsafeMutablePointer<luca_call>?) -> Int32 {
    // The state holds the box as long as Lua can call it.
    Unmanaged<LuaFunctionBox>.fromOpaque(context.unsafelyUnwrapped)._withUnsafeGuaranteedRef { box in
        let raw = raw.unsafelyUnwrapped
        do {
            return try box.body(LuaCall(raw, box)).status
        } catch {
            raw.pointee.result = box.state.raised(error, on: raw.pointee.L, level: 1)
            return LUCA_RAISE.rawValue
        }
    }
}

/// Called in the body's stead where C found that the record does not allow the call.
private func refuseCall(context: UnsafeMutableRawPointer?, raw: UnsafeMutablePointer<luca_call>?) -> Int32 {
    let box = Unmanaged<LuaFunctionBox>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue(), raw = raw.unsafelyUnwrapped
    raw.pointee.result = box.state.raised(box.complaint(about: LuaCall(raw, box)), on: raw.pointee.L, level: 1)
    return LUCA_RAISE.rawValue
}
