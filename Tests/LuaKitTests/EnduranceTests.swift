import Glibc
import LuaKit
import Testing
import TestSupport

/// Ten million calls of every kind leave memory as it was.
@Suite(.serialized) struct EnduranceTests {
    // In a process of its own, so that its memory is all that grows.
    @Test(.disabled(if: Sanitizer.keepsFreedMemory, "\(Sanitizer.absence)")) func tenMillionMixedCallsDoNotGrowMemory() async {
        await #expect(processExitsWith: .success) { try Self.run() }
    }

    private static func run() throws {
        let census = Census(), lua = try Harness.withFrame(census), state = lua.state
        let thing = state.define(LuaType("thing", summary: "", layout: .object, methods: [LuaFunction("poke", summary: "") { _ in .nothing }]))
        state.define(LuaFunction("noop", summary: "", style: .positional) { _ in .nothing })
        state.define(LuaFunction("increment", [.required("n", .integer, "")], summary: "", style: .positional) { $0.reply(($0.integer(at: 0) ?? 0) &+ 1) })
        state.define(
            LuaFunction("box", [.required("n", .integer, "")], summary: "", style: .positional) { call in
                call.reply(LuaBoxed(type: LuaTypeID(2), low: UInt64(call.integer(at: 0) ?? 0)))
            })
        state.define(LuaFunction("name", summary: "") { $0.reply("a name") })
        state.define(LuaFunction("pair", summary: "") { $0.reply([.integer(1), .string("two")]) })
        state.define(LuaFunction("fail", summary: "") { _ in throw Trouble(number: 1) })
        state.define(LuaFunction("thing", summary: "") { $0.reply(.object(LuaObject(type: thing, instance: Counted(census)))) })
        state.define(
            LuaFunction("apply", [.required("f", .function, "")], summary: "", style: .positional) { call in
                call.reply(try call.state.call(try call.function("f")!))
            })
        state.define(
            LuaFunction("named", [.optional("a", .any, ""), .optional("b", .table, "")], summary: "") { call in
                _ = try call.argument("b")
                return .nothing
            })
        let round = try lua.chunk(
            """
            local noop, increment, box, name, pair, fail, thing, apply, named, f = noop, increment, box, name, pair, fail, thing, apply, named, f
            local n, one = 0, function() return 1 end
            for i = 1, 20000 do
                for j = 1, 30 do noop() n = increment(n) end
                for row in f do local x, y = row.number, row.symbol end
                for j = 1, 3 do local b, c, d = box(i), name(), pair() end
            end
            for i = 1, 2000 do
                pcall(fail) thing():poke() apply(one) named{a = i, b = {i, one}} local s = f[1].price
            end
            """)
        try lua.run("collectgarbage('generational')")
        for _ in 0..<2 { _ = try state.call(round) }
        state.collectGarbage()
        let used = state.memoryUsed, resident = residentBytes()
        // 20,000 × (60 + 12 + 9) + 2,000 × 10 calls and fields a round.
        for _ in 0..<6 { _ = try state.call(round) }
        state.collectGarbage()
        #expect(state.memoryUsed <= used + 16_384)
        // One byte lost a call would be ten megabytes.
        #expect(residentBytes() < resident + (4 << 20))
        #expect(census.alive == 3)
    }

    private static func residentBytes() -> Int {
        guard let file = fopen("/proc/self/statm", "r") else { return 0 }
        defer { fclose(file) }
        var size = 0, resident = 0
        guard
            withUnsafeMutablePointer(
                to: &size,
                { size in
                    withUnsafeMutablePointer(to: &resident) { resident in withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) } }
                }) == 2
        else { return 0 }
        return resident * sysconf(Int32(_SC_PAGESIZE))
    }
}
