import LuaKit
import Testing
import TestSupport

/// Nonsense of every kind to functions of every shape: each call ends in a result or in a typed error, and nothing else.
@Suite struct FuzzTests {
    /// Values that a careless or hostile script could hand over, as Lua source.
    private static let nonsense = [
        "nil", "true", "false", "0", "1", "-1", "7", "math.maxinteger", "math.mininteger", "1.5", "-0.0", "1/0", "-1/0", "0/0", "1e308", "2^53", "2^63", "''", "'x'", "'ten'",
        "'1.5'", "'\\0'", "'\\xff\\xfe'", "('long'):rep(1000)", "{}", "{1, 2, 3}", "{a = 1}", "{symbol = 'A'}", "{quantity = 'x'}", "{[1.5] = 1}", "{[print] = print}",
        "{[{}] = {}}",
        "{a = {b = {c = {}}}}", "loop", "deep", "shared", "setmetatable({}, {__index = function() error 'index' end})", "setmetatable({}, {__len = function() return -1 end})",
        "setmetatable({}, {__tostring = function() error 'no' end})", "setmetatable({}, {__pairs = function() error 'no' end})", "setmetatable({}, {__name = 5})", "print",
        "function() end",
        "function() error 'called' end", "function(...) return ... end", "coroutine.create(print)", "coroutine.wrap(print)", "io.stdout", "value", "thing", "closed", "f", "g",
        "f[1]",
        "closedrow", "fault", "_G", "_ENV", "string", "math.huge", "shape0", "f.take", "thing.name",
    ]

    /// Functions whose parameters are of each type, required or not, called by name or by place, plain and as methods.
    private func harness(_ census: Census) throws -> Harness {
        let lua = try Harness.withFrame(census), state = lua.state
        let types: [LuaParameterType] = [.string, .integer, .number, .boolean, .table, .function, .any]
        let body: @Sendable (LuaCall) throws -> LuaReply = { call in
            var taken: [LuaValue] = []
            for place in 0..<call.count { taken.append(try call.argument(place)) }
            return call.reply(taken)
        }
        var shapes: [LuaFunction] = []
        for style in [LuaFunction.Style.named, .positional] {
            shapes.append(LuaFunction("shape\(shapes.count)", summary: "", style: style, body: body))
            for type in types {
                for required in [true, false] {
                    let one: LuaParameter = required ? .required("symbol", type, "") : .optional("symbol", type, "")
                    shapes.append(LuaFunction("shape\(shapes.count)", [one, .optional("quantity", .number, ""), .optional("a", .any, "")], summary: "", style: style, body: body))
                }
            }
        }
        for shape in shapes { state.define(shape) }
        let thing = state.define(
            LuaType(
                "thing", summary: "", layout: .object,
                fields: [
                    LuaFunction("name", summary: "") { call in
                        _ = try call.receiverObject(as: Counted.self)
                        return call.reply("name")
                    }
                ],
                methods: shapes.map { shape in
                    LuaFunction(shape.name, shape.parameters, summary: "", style: shape.style) { call in
                        _ = try call.receiverObject(as: Counted.self)
                        return try shape.body(call)
                    }
                },
                metamethods: ["__add", "__concat", "__lt", "__le", "__call", "__unm", "__len", "__mod", "__idiv"].map {
                    LuaFunction($0, summary: "", style: .positional, body: body)
                }))
        try state.set("thing", .object(LuaObject(type: thing, instance: Counted(census))))
        try state.set("closed", .object(LuaObject(type: thing, instance: Counted(census))))
        try state.set("value", .boxed(LuaBoxed(type: LuaTypeID(2), low: 1)))
        try lua.run(
            """
            do local x <close> = closed end
            closedrow = h[1]
            do local x <close> = h end
            loop = {} loop.loop = loop
            deep = {} for i = 1, 200 do deep = {deep} end
            shared = {} for i = 1, 40 do shared = {shared, shared} end
            fault = select(2, pcall(shape1, 5))
            """)
        return lua
    }

    @Test func nonsenseIsAnswered() throws {
        var random = SeededRandom.forTest()
        let census = Census(), lua = try harness(census)
        // Tables that unfold to more than memory holds are refused early.
        lua.state.limitMemory(32 << 20)
        var outcomes: [String: Int] = [:]
        for _ in 0..<4000 {
            let source = "return " + call(&random)
            do {
                _ = try lua.run(source)
                outcomes["result", default: 0] += 1
            } catch let failure as LuaFailure {
                #expect(!failure.message.isEmpty && failure.kind != "limit", "\(source): \(failure)")
                outcomes[failure.kind, default: 0] += 1
            }
        }
        #expect(outcomes["result", default: 0] > 400 && outcomes["argument", default: 0] > 400, "\(outcomes)")
        #expect(try lua.text("return thing.name, #f, f[1].number") == "\"name\", 4, 10")
        let before = lua.state.memoryUsed
        try lua.run("for k in pairs(_G) do _G[k] = nil end")
        for _ in 0..<3 { lua.state.collectGarbage() }
        #expect(census.alive == 0 && lua.state.memoryUsed < before)
    }

    private func call(_ random: inout SeededRandom) -> String {
        let value = { (random: inout SeededRandom) in random.pick(Self.nonsense) }
        let function = "shape\(random.int(0 ... 29))"
        let arguments = (0..<random.int(0...4)).map { _ in value(&random) }.joined(separator: ", ")
        return switch random.int(0...11) {
        case 0, 1, 2: "\(function)(\(arguments))"
        case 3, 4: "\(function){symbol = \(value(&random)), quantity = \(value(&random)), a = \(value(&random))}"
        case 5: "\(function){symbol = \(value(&random)), [\(value(&random)) or 1] = 1}".replacing("[0/0 or 1]", with: "[1]")
        case 6: "thing:\(function)(\(arguments))"
        case 7: "thing.\(function)(\(arguments))"
        case 8: "thing:\(function){symbol = \(value(&random))}"
        case 9: "(\(value(&random)))[\(value(&random))]"
        case 10: "(\(value(&random))) \(random.pick(["+", "..", "<", "<=", "==", "~=", "%", "//", "*"])) (\(value(&random)))"
        default: "(f or g)(\(arguments)), f:take(\(value(&random))), thing(\(arguments))"
        }
    }
}
