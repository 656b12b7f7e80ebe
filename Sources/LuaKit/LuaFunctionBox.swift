internal import CLuca

/// A function's record as C calls it.
final class LuaFunctionBox {
    let function: LuaFunction
    /// The record's, beside it: a call reaches it without touching the rest.
    private let body: @Sendable (LuaCall) throws -> LuaReply
    private let checksNothing: Bool
    unowned(unsafe) var state: LuaState!
    /// 1 for a method, whose receiver comes before its arguments.
    let receiver: Int32
    private(set) var receiverType: LuaTypeID?
    private(set) var receiverName = ""
    let raw: UnsafeMutablePointer<luca_function>
    private let accepted: [UInt16]
    private let requiredCount: Int
    private let names: [UnsafeMutablePointer<CChar>]
    private let nameTable: UnsafeMutablePointer<UnsafePointer<CChar>?>

    init(_ function: LuaFunction, receiver type: LuaTypeID? = nil, named typeName: String = "", state: LuaState) {
        precondition(function.parameters.count <= Int(LUCA_PARAMETER_LIMIT), "\(function.name) has too many parameters")
        self.function = function
        body = function.body
        checksNothing = type == nil && function.parameters.isEmpty && function.style == .positional
        self.state = state
        receiver = type == nil ? 0 : 1
        receiverType = type
        receiverName = typeName
        // Bit 0 stands for nil, which a parameter that may be left out takes.
        accepted = function.parameters.map { $0.type.accepted.rawValue | ($0.isRequired ? 0 : 1) }
        requiredCount = function.parameters.lastIndex { $0.isRequired }.map { $0 + 1 } ?? 0
        names = function.parameters.map { duplicate($0.name) } + [duplicate(String(function.name.split(separator: ".").last ?? ""))]
        nameTable = .allocate(capacity: names.count)
        for (i, name) in names.enumerated() { (nameTable + i).initialize(to: UnsafePointer(name)) }
        raw = .allocate(capacity: 1)
        raw.initialize(to: luca_function(
            name: names[names.count - 1], body: callBox, context: nil, state: nil,
            parameters: nameTable, parameter_count: Int32(function.parameters.count),
            takes_names: function.style == .named, receiver: receiver))
        raw.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        for name in names { name.deallocate() }
        nameTable.deallocate()
        raw.deallocate()
    }

    /// Sets the type whose members this is one of, once the type has its number.
    func belongs(to type: LuaTypeID) { receiverType = type }

    /// Checks what the record promises about the arguments: no cost for a function without parameters.
    private func check(_ call: LuaCall) throws {
        if receiver == 1 { try checkReceiver(call) }
        let count = call.count
        if call.raw.pointee.unknown.tag != LUCA_NIL { throw unknownName(call) }
        for place in 0 ..< min(max(count, requiredCount), accepted.count) {
            let kind = UInt16(1) << UInt16(call.value(place).tag.rawValue)
            if accepted[place] & kind == 0 { throw refusal(call, place) }
        }
        if count > accepted.count, function.style == .named { throw tooMany(call) }
    }

    /// Checks the arguments and runs the body.
    @inline(__always)
    func call(_ call: LuaCall) throws -> Int32 {
        if !checksNothing { try check(call) }
        return try body(call).status
    }

    private func checkReceiver(_ call: LuaCall) throws {
        let given = call.raw.pointee.count > 0 ? call.raw.pointee.arguments[0] : luca_value()
        guard given.type == receiverType?.rawValue, given.tag == LUCA_BOXED || given.tag == LUCA_OBJECT else {
            throw LuaMisuse("\(function.name): call it on \(LuaState.withArticle(receiverName)) with a colon, as in x:\(function.name)(…)")
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
        let hint = call.state.nearestName(text, known).map { "did you mean \($0)?" } ?? (known.isEmpty ? "it takes none" : "it takes \(known.joined(separator: ", "))")
        return LuaMisuse("\(function.name): there is no field \(text)", field: text, hint: hint)
    }

    private func tooMany(_ call: LuaCall) -> LuaMisuse {
        LuaMisuse("\(function.name): takes \(accepted.isEmpty ? "no" : "\(accepted.count)") argument\(accepted.count == 1 ? "" : "s"), got \(call.count)")
    }
}

private func duplicate(_ text: String) -> UnsafeMutablePointer<CChar> {
    let bytes = Array(text.utf8CString)
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return copy
}

/// The one entry from Lua into Swift. An error becomes a status; C raises it when this frame is gone.
private func callBox(context: UnsafeMutableRawPointer?, raw: UnsafeMutablePointer<luca_call>?) -> Int32 {
    // The state holds the box as long as Lua can call it.
    Unmanaged<LuaFunctionBox>.fromOpaque(context.unsafelyUnwrapped)._withUnsafeGuaranteedRef { box in
        let raw = raw.unsafelyUnwrapped
        do {
            return try box.call(LuaCall(raw, box))
        } catch {
            raw.pointee.result = box.state.raised(error, on: raw.pointee.L, level: 1)
            return LUCA_RAISE.rawValue
        }
    }
}
