import Frames
public import LuaKit

/// Values as the prompt shows them.
extension Runtime {
    /// A value as text, without a line break at its end.
    public func shown(_ value: LuaValue) throws -> String {
        switch value {
        case .object(let object) where object.type == .frame:
            let text = try unsafeDowncast(object.instance, to: FrameObject.self).frame.rendered(as: format, rendering)
            return text.hasSuffix("\n") ? String(text.dropLast()) : text
        case .table(let pairs): return table(pairs, depth: 0)
        case .string(let text): return text
        case .boxed(let box) where box.type == .account || box.type == .instrument:
            return try record(box)
        case .reference:
            guard case .function(let text) = lua.compile("return tostring(...)", name: "=show") else { return PlainText.plain(value) }
            return try lua.call(text, [value]).first?.stringValue ?? ""
        default: return PlainText.plain(value)
        }
    }

    /// The frame that a value is, if it is one.
    public func frame(_ value: LuaValue) -> Frame? {
        guard case .object(let object) = value, object.type == .frame else { return nil }
        return unsafeDowncast(object.instance, to: FrameObject.self).frame
    }

    private func table(_ pairs: [LuaPair], depth: Int) -> String {
        if pairs.isEmpty { return "{}" }
        if depth > 3 { return "{…}" }
        let list = LuaValue.table(pairs).array ?? []
        var parts = list.map { item($0, depth) }
        let named = pairs.filter { pair in
            guard case .integer(let index) = pair.key else { return true }
            return index < 1 || index > list.count
        }
        parts += named.map { (PlainText.plain($0.key), item($0.value, depth)) }.sorted { $0.0 < $1.0 }.map { "\($0.0) = \($0.1)" }
        let line = "{" + parts.joined(separator: ", ") + "}"
        if line.count <= 100 { return line }
        let indent = String(repeating: "  ", count: depth + 1)
        return "{\n" + parts.map { indent + $0 }.joined(separator: ",\n") + "\n" + String(repeating: "  ", count: depth) + "}"
    }

    private func item(_ value: LuaValue, _ depth: Int) -> String {
        switch value {
        case .string(let text): LuaForm.quoted(text)
        case .table(let pairs): table(pairs, depth: depth + 1)
        case .object(let object) where object.type == .frame: "a frame"
        default: PlainText.plain(value)
        }
    }

    /// An account or instrument with all that is known of it.
    private func record(_ box: LuaBoxed) throws -> String {
        guard let type = box.type == .account ? AccountType.type : InstrumentType.type as LuaType? else { return "" }
        guard case .function(let function) = lua.compile("local x = ... local r = {} for _, f in ipairs{\(type.fields.map { LuaForm.quoted($0.name) }.joined(separator: ","))} do local v = x[f] if v ~= nil then r[#r + 1] = f .. \": \" .. tostring(v) end end return table.concat(r, \"\\n\")", name: "=show") else { return "" }
        return try lua.call(function, [.boxed(box)]).first?.stringValue ?? ""
    }
}
