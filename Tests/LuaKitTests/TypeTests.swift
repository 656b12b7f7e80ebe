import LuaKit
import Testing

/// Host values and objects as scripts hold them.
@Suite struct TypeTests {
    /// A number of units as a boxed value.
    private static func units(_ state: LuaState) -> LuaTypeID {
        // The error type is the first, so the types of a test come from 2 on.
        let id = LuaTypeID(2)
        func operation(_ name: String, _ apply: @escaping @Sendable (Int, Int) -> Int) -> LuaFunction {
            LuaFunction(name, summary: "", style: .positional) { call in
                func operand(_ place: Int) throws -> Int {
                    if let box = call.boxed(place, id) { return Int(bitPattern: UInt(box.low)) }
                    guard let whole = call.integer(at: place) else { throw LuaMisuse("\(name): not a unit") }
                    return whole
                }
                return call.reply(LuaBoxed(type: id, low: UInt64(bitPattern: Int64(apply(try operand(0), try operand(1))))))
            }
        }
        let given = state.define(
            LuaType(
                "unit", summary: "", layout: .value,
                fields: [LuaFunction("whole", summary: "") { $0.reply(Int(bitPattern: UInt($0.receiver(id).low))) }],
                methods: [
                    LuaFunction("twice", summary: "") { $0.reply(LuaBoxed(type: id, low: $0.receiver(id).low * 2)) },
                    LuaFunction("plus", [.required("n", .integer, "")], summary: "") { call in
                        call.reply(LuaBoxed(type: id, low: call.receiver(id).low + UInt64(try call.integer("n") ?? 0)))
                    },
                    LuaFunction("pair", summary: "") { call in call.reply([.boxed(call.receiver(id)), .string("pair")]) },
                ],
                metamethods: [
                    operation("__add", +), operation("__sub", -), operation("__unm") { a, _ in -a },
                    LuaFunction("__lt", summary: "", style: .positional) { call in
                        guard let a = call.boxed(0, id), let b = call.boxed(1, id) else { throw LuaMisuse("only units compare") }
                        return call.reply(a.low < b.low)
                    },
                    LuaFunction("__tostring", summary: "", style: .positional) { call in call.reply("\(call.boxed(0, id)?.low ?? 0) units") },
                    LuaFunction("__len", summary: "", style: .positional) { call in call.reply(Int(call.boxed(0, id)?.low ?? 0)) },
                    LuaFunction("__call", summary: "", style: .positional) { call in call.reply(call.count) },
                ]))
        precondition(given == id)
        return id
    }

    private func harness() throws -> Harness {
        let lua = try Harness()
        let id = Self.units(lua.state)
        lua.state.define(
            LuaFunction("unit", [.required("n", .integer, "")], summary: "", style: .positional) { call in
                call.reply(LuaBoxed(type: id, low: UInt64(call.integer(at: 0) ?? 0)))
            })
        lua.state.define(
            LuaFunction("marked", [.required("n", .integer, "")], summary: "", style: .positional) { call in
                call.reply(LuaBoxed(type: id, low: UInt64(call.integer(at: 0) ?? 0), mark: 200))
            })
        lua.state.define(
            LuaFunction("mark", [.required("unit", .any, "")], summary: "", style: .positional) { call in call.reply(Int(call.boxed(0, id)?.mark ?? 0)) })
        return lua
    }

    @Test(arguments: [
        ("unit(3) + unit(4)", "box(2, 7, 0)"), ("unit(3) + 4", "box(2, 7, 0)"), ("3 + unit(4)", "box(2, 7, 0)"),
        ("unit(9) - unit(4)", "box(2, 5, 0)"), ("unit(3) == unit(3)", "true"), ("unit(3) ~= unit(4)", "true"), ("unit(3) == 3", "false"),
        ("unit(3) < unit(4), unit(3) > unit(4)", "true, false"), ("tostring(unit(3))", "\"3 units\""), ("#unit(3)", "3"),
        ("unit(3).whole", "3"), ("unit(3):twice().whole", "6"), ("unit(3):plus(4).whole", "7"), ("unit(3):plus{n=4}.whole", "7"),
        ("unit(3):pair()", "box(2, 3, 0), \"pair\""), ("unit(3)('a', 'b')", "3"), ("select('#', unit(3).whole)", "1"),
        ("getmetatable(unit(3))", "\"unit\""), ("type(unit(3))", "\"userdata\""), ("rawequal(unit(3), unit(3))", "false"),
        ("table.concat({tostring(unit(1)), tostring(unit(2))}, ', ')", "\"1 units, 2 units\""), ("unit(3).plus == unit(4).plus", "true"),
        ("mark(marked(3)), mark(unit(3))", "200, 0"), ("marked(3) == unit(3), marked(3) == marked(4)", "true, false"), ("mark(marked(3) + 1)", "0"),
        ("mark((marked(3):pair()))", "200"), ("(function() local t = {marked(3)} return mark(t[1]), t[1].whole end)()", "200, 3"),
        ("type(marked(3)), getmetatable(marked(3)), marked(3):plus(1).whole", "\"userdata\", \"unit\", 4"),
        ("(function() local t = {unit(3), unit(1), unit(2)} table.sort(t) return t[1].whole, t[3].whole end)()", "1, 3"),
    ])
    func valuesBehave(expression: String, expected: String) throws {
        #expect(try harness().text("return " + expression) == expected)
    }

    @Test(arguments: [
        ("unit(3) + 'x'", "__add: not a unit"), ("unit(3) < 4", "only units compare"), ("unit(3) .. 'x'", "attempt to concatenate a unit value"),
        ("unit(3) * 2", "attempt to perform arithmetic on a unit value"), ("unit(3).nothing", "a unit has no nothing"),
        ("setmetatable(unit(3), {})", "bad argument #1 to 'setmetatable' (table expected, got unit)"),
        ("unit(3):plus(1, 2)", "plus: takes 1 argument, got 2"),
    ])
    func valuesRefuse(expression: String, message: String) throws {
        #expect(try harness().message("return " + expression) == message)
    }

    @Test func aValueCannotBeChangedByAScript() throws {
        let lua = try harness()
        #expect(try lua.message("local u = unit(3) u.whole = 4").contains("a unit is read-only: whole cannot be set"))
        #expect(try lua.text("return pcall(rawset, unit(3), 'whole', 4)").hasPrefix("false"))
        #expect(try lua.text("return pcall(next, unit(3))").hasPrefix("false"))
        #expect(try lua.text("return debug.getmetatable, debug.setmetatable, debug.setuservalue, debug.getregistry") == "nil, nil, nil, nil")
        #expect(try lua.text("for _, m in ipairs{'unit', 'error'} do end return unit(3)[1], unit(3)[{}], unit(3)[unit(1)]") == "nil, nil, nil")
    }

    @Test func anOpenTypeAnswersNil() throws {
        let lua = try Harness()
        let id = lua.state.define(LuaType("bag", summary: "", layout: .value, isOpen: true))
        try lua.state.set("bag", .boxed(LuaBoxed(type: id, low: 1, high: 2)))
        #expect(try lua.text("return bag.anything, bag") == "nil, box(2, 1, 2)")
    }

    @Test func aFieldMayGiveSeveralValuesOrNone() throws {
        let lua = try Harness()
        let id = lua.state.define(
            LuaType(
                "odd", summary: "", layout: .value,
                fields: [
                    LuaFunction("none", summary: "") { _ in .nothing }, LuaFunction("empty", summary: "") { $0.reply([]) },
                    LuaFunction("two", summary: "") { $0.reply([.string("a"), .string("b")]) },
                    LuaFunction("table", summary: "") { $0.reply(.list([.integer(5)])) },
                ]))
        try lua.state.set("odd", .boxed(LuaBoxed(type: id, low: 0)))
        #expect(try lua.text("return odd.none, odd.empty, odd.two, odd.table") == "nil, nil, \"a\", {1=5}")
        #expect(try lua.text("return select('#', odd.two)") == "1")
    }

    @Test func typesAreToldApart() throws {
        let lua = try Harness(), state = lua.state
        let ids = (0..<3).map { state.define(LuaType("kind\($0)", summary: "", layout: .value)) }
        for (place, id) in ids.enumerated() { try state.set("v\(place)", .boxed(LuaBoxed(type: id, low: 7))) }
        let second = ids[1]
        state.define(LuaFunction("is_second", summary: "", style: .positional) { $0.reply($0.boxed(0, second) != nil) })
        #expect(
            try lua.text("return is_second(v0), is_second(v1), is_second(v2), is_second(), is_second(io.stdout), is_second('x')")
                == "false, true, false, false, false, false")
        #expect(try lua.text("return v0 == v1, v1 == v1") == "false, true")
        #expect(state.typeName(at: "v1") == "kind1")
    }
}
