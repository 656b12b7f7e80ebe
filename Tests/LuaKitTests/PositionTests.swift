import LuaKit
import Testing

@Suite("Where an error was")
struct PositionTests {
    private let lua: Harness

    init() throws { lua = try Harness() }

    @Test(
        "A text that looks like a place is none, and stays in the message",
        arguments: [
            ("error('at 12:30: no price', 0)", "at 12:30: no price"), ("error('x:0: y', 0)", "x:0: y"), ("error('x:9: y', 0)", "x:9: y"),
            ("error('test:0: y', 0)", "test:0: y"), ("error('test:9223372036854775807: y', 0)", "test:9223372036854775807: y"),
            ("error('test:99999999999999999999: y', 0)", "test:99999999999999999999: y"), ("error(':1: y', 0)", ":1: y"), ("error('[string \"a:1: y', 0)", "[string \"a:1: y"),
        ])
    func noPlace(source: String, message: String) throws {
        let failure = try lua.failure(source)
        #expect(failure.message == message && failure.position == nil, "\(failure)")
    }

    @Test(
        "What ships hands on where it was called from; a script in a folder of that name has its own lines",
        arguments: [("=stdlib/mine.lua", LuaPosition(chunk: "test", line: 2)), ("@stdlib/mine.lua", LuaPosition(chunk: "stdlib/mine.lua", line: 3))])
    func shipped(name: String, position: LuaPosition) throws {
        lua.state.define(LuaFunction("refuse", summary: "") { _ in throw LuaMisuse("no") })
        guard case .function(let chunk) = lua.state.compile("function f()\n  local x = 1\n  refuse()\nend", name: name) else { throw LuaMisuse("no chunk") }
        _ = try lua.state.call(chunk)
        #expect(try lua.failure("\nf()").position == position)
    }

    @Test("The place of a chunk on the stack, of one that was compiled, of one of load and of a file is found")
    func places() throws {
        #expect(try lua.failure("\nerror 'at 12:30: no price'").position == LuaPosition(chunk: "test", line: 2))
        #expect(try lua.failure("error 'at 12:30: no price'").message == "at 12:30: no price")
        guard case .function(let earlier) = lua.state.compile("function f() error 'x' end", name: "=line 7") else { throw LuaMisuse("no chunk") }
        _ = try lua.state.call(earlier)
        #expect(try lua.failure("f()").position == LuaPosition(chunk: "line 7", line: 1))
        #expect(try lua.failure("local ok, e = pcall(f) error(e, 0)").position == LuaPosition(chunk: "line 7", line: 1))
        #expect(try lua.failure("load('\\nerror \"x\"')()").position == LuaPosition(chunk: "[string \"...\"]", line: 2))
        #expect(try lua.failure("load('error \"x\"', '=mine')()").position == LuaPosition(chunk: "mine", line: 1))
        #expect(try lua.failure("error('folder/a.lua:3: x', 0)").position == LuaPosition(chunk: "folder/a.lua", line: 3))
        for mark in ["=", "@"] {
            let name = mark + String(repeating: "long ", count: 20)
            guard
                case .function(let long) = lua.state.compile(
                    "local ok, e = pcall(error, 'x', 1) function g() local ok, e = pcall(function() error 'x' end) return e end", name: name)
            else { throw LuaMisuse("no chunk") }
            _ = try lua.state.call(long)
            #expect(try lua.failure("error(g(), 0)").position?.line == 1, "\(name)")
        }
        guard case .mistake(let mistake) = lua.state.compile("x = = 1", name: "=line 8") else { throw LuaMisuse("no mistake") }
        #expect(mistake.position == LuaPosition(chunk: "line 8", line: 1))
    }
}
