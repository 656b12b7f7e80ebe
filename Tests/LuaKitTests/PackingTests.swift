import LuaKit
import Testing

/// Functions that move from one state to another.
@Suite struct PackingTests {
    private func packed(_ source: String, in lua: Harness) throws -> String {
        guard case .function(let function)? = try lua.run(source).first else { return "no function" }
        switch lua.state.packed(function) {
        case .compiled(let bytes): return "\(bytes.count > 20)"
        case .captures(let name): return "captures \(name)"
        case .native: return "native"
        }
    }

    @Test(
        "A function moves unless it has captured something besides the globals, or is none of Lua's",
        arguments: [
            ("return function() end", "true"), ("return function(a) return print, a, function() return a + x end end", "true"), ("return load('return 1')", "true"),
            ("local a = 1 return function() return a end", "captures a"), ("local a, b = 1, 2 return function() return x, b, a end", "captures b"),
            ("local a = 1 return function() return function() return a end end", "captures a"), ("local function f() return f() end return f", "captures f"),
            ("local _ENV = {} return function() return x end", "captures _ENV"), ("return load('return x', 'c', 't', {})", "captures _ENV"), ("return print", "native"),
            ("return coroutine.wrap(print)", "native"),
        ])
    func outcomes(source: String, expected: String) throws { #expect(try packed(source, in: Harness()) == expected) }

    @Test("It sees the globals of the state that it comes to, and errors tell where in its source they are")
    func globals() throws {
        let from = try Harness(), to = try Harness()
        try from.run("x = 'from'")
        try to.run("x = 'to'")
        guard case .function(let function)? = try from.run("return function(a, ...)\n  if a then return x, a, ... end\n  error('none')\nend").first,
            case .compiled(let bytes) = from.state.packed(function)
        else { throw LuaMisuse("no function") }
        let moved = try to.state.unpacked(bytes)
        #expect(try to.state.call(moved, [.integer(1), .string("ä")]).map(\.shown) == ["\"to\"", "1", "\"ä\""])
        #expect(try from.text("return x") == "\"from\"")
        do {
            _ = try to.state.call(moved)
            Issue.record("no error")
        } catch let failure as LuaFailure { #expect(failure.message == "none" && failure.position?.chunk == "test" && failure.position?.line == 3) }
    }

    @Test("Where memory ends while it comes, that is an error, and the state works on")
    func memory() throws {
        let from = try Harness(), body = (1...150).map { "local v\($0) = {'text \($0)', \($0).5}" }.joined(separator: "\n")
        guard case .function(let function)? = try from.run("return function() \(body) end").first, case .compiled(let bytes) = from.state.packed(function)
        else { throw LuaMisuse("no function") }
        let to = try Harness(), used = to.state.memoryUsed
        var refusals = 0
        for room in stride(from: 0, through: 60_000, by: 500) {
            to.state.limitMemory(used + room)
            do { _ = try to.state.unpacked(bytes) } catch { refusals += 1 }
        }
        to.state.limitMemory(0)
        #expect((5..<115).contains(refusals), "\(refusals)")
        #expect(try to.text("return 1 + 1") == "2" && to.state.call(to.state.unpacked(bytes)).isEmpty)
    }
}
