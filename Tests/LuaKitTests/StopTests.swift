import Glibc
import LuaKit
import Testing
import TestSupport

/// Stopping scripts: nothing a script does holds it off, and the state works on afterwards.
@Suite(.serialized) struct StopTests {
    /// Scripts that run for ever, and try to go on when they are told to stop.
    static let endless: [String] = [
        "while true do end",
        "local function f() return f() end f()",
        "for i = 1, math.huge do end",
        "goto top ::top:: goto top",
        "while true do pcall(function() while true do end end) end",
        "while true do pcall(error) end",
        "while true do xpcall(function() while true do end end, function(e) return e end) end",
        "while true do xpcall(error, function() while true do end end) end",
        "while true do xpcall(function() while true do end end, function() while true do end end) end",
        "xpcall(function() local x = nil + 1 end, function() while true do end end) while true do end",
        "local function tower(n) if n == 0 then while true do end end while true do pcall(tower, n - 1) end end tower(50)",
        "while true do local co = coroutine.create(function() while true do end end) while coroutine.resume(co) do end end",
        "while true do local f = coroutine.wrap(function() while true do end end) pcall(f) end",
        "while true do pcall(coroutine.wrap(function() while true do pcall(coroutine.wrap(function() while true do end end)) end end)) end",
        "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end",
        "made_before()",
        "while true do pcall(made_before) end",
        "while true do pcall(coroutine.resume, resumable) end while true do end",
        "while true do local x <close> = setmetatable({}, {__close = function() while true do end end}) end",
        "local x <close> = setmetatable({}, {__close = function() while true do end end}) while true do end",
        "pcall(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) error 'x' end) while true do end",
        "while true do local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() while true do end end}) coroutine.yield() end) coroutine.resume(co) coroutine.close(co) end",
        "while true do local x = setmetatable({}, {__index = function() while true do end end}).y end",
        "while true do tostring(setmetatable({}, {__tostring = function() while true do end end})) end",
        "while true do print(setmetatable({}, {__tostring = function() while true do end end})) end",
        "while true do table.sort({3, 2, 1}, function() while true do end end) end",
        "while true do for w in ('x y z'):gmatch('%a') do end end",
        "while true do ('x'):gsub('x', function() while true do end end) end",
        "while true do load(function() while true do end end) end",
        "while true do load(function() return ' ' end) end",
        "while true do for r in f do local x = r.number end end",
        "while true do apply(function() while true do end end) end",
        "while true do pcall(apply, function() while true do end end) end",
        "while true do swallow(function() while true do end end) end",
        "while true do apply(function() pcall(apply, function() while true do end end) end) end",
        "while true do coroutine.wrap(apply)(function() while true do end end) end",
        "while true do pcall(function() local t <close> = setmetatable({}, {__close = function() swallow(function() while true do end end) end}) error(1) end) end",
        "setmetatable({}, {__gc = function() while true do end end}) collectgarbage() while true do end",
        "setmetatable({}, {__gc = function() while true do pcall(error) end end}) coroutine.wrap(collectgarbage)() while true do end",
        "setmetatable({}, {__gc = setmetatable({}, {__call = function() while true do end end})}) collectgarbage() while true do end",
        "string.find(string.rep('a', 60), string.rep('a*', 60) .. 'b')",
        "string.find(string.rep('(', 2e5) .. string.rep(')', 2e5), '%b()x')",
        "while true do pcall(string.match, string.rep('a', 60), string.rep('a-', 60) .. 'b') end",
        "for w in string.rep('a', 200000):gmatch('.-b') do end",
        "string.rep('a', 200000):gsub('a*b', '')",
        "pcall(table.move, {}, 1, 1e12, 2)",
        "local t = {} for i = 1, 3e4 do t[i] = i % 7 end while true do table.sort(t) end",
        "local t = {} for i = 1, 3e4 do t[i] = 'x' end while true do table.concat(t) end",
        "setmetatable({}, {__gc = function() pcall(function() for i = 1, 1e5 do end end) end}) collectgarbage() while true do end",
    ]

    private func harness() throws -> Harness {
        let lua = try Harness.withFrame()
        lua.state.define(
            LuaFunction("apply", [.required("f", .function, "")], summary: "", style: .positional) { call in
                call.reply(try call.state.call(try call.function("f")!))
            })
        lua.state.define(
            LuaFunction("swallow", [.required("f", .function, "")], summary: "Hides every error.", style: .positional) { call in
                _ = try? call.state.call(try call.function("f")!)
                return .nothing
            })
        try lua.run("made_before = coroutine.wrap(function() coroutine.yield() while true do end end) made_before()")
        try lua.run("resumable = coroutine.create(function() coroutine.yield() while true do end end) coroutine.resume(resumable)")
        return lua
    }

    /// Runs a script that must be stopped, and sees that the state is none the worse for it.
    private func stopped(_ lua: Harness, _ source: String, _ stop: LuaStop, _ location: SourceLocation = #_sourceLocation) throws {
        let failure = try lua.failure(source, location)
        #expect(failure.underlying as? LuaStop == stop, "\(source): \(failure.message)", sourceLocation: location)
        #expect(failure.kind == stop.kind, sourceLocation: location)
    }

    private func worksOn(_ lua: Harness, _ source: String) throws {
        lua.state.limitTime(nil)
        lua.state.limitInstructions(nil)
        lua.state.limitMemory(0)
        let sum = try lua.text("local n = 0 for i = 1, 50000 do n = n + i end return n, pcall(error, 'x'), apply(function() return 1 end)")
        #expect(sum == "1250025000, false, 1", "\(source)")
    }

    @Test(arguments: endless) func theyStopAfterSoManyInstructions(source: String) throws {
        let lua = try harness()
        lua.state.limitInstructions(200_000)
        try stopped(lua, source, .instructions)
        try worksOn(lua, source)
    }

    @Test(arguments: endless) func theyStopAtADeadline(source: String) throws {
        let lua = try harness()
        lua.state.limitTime(.milliseconds(5))
        try stopped(lua, source, .deadline)
        try worksOn(lua, source)
    }

    @Test(arguments: endless) func theyStopAtAnInterrupt(source: String) throws {
        let lua = try harness()
        let alarm = Alarm(lua.state, microseconds: 3000)
        try stopped(lua, source, .interrupted)
        alarm.wait()
        try worksOn(lua, source)
    }

    @Test(arguments: [
        "local t = {} while true do t[#t + 1] = {t} end",
        "local s = 'x' while true do s = s .. s end",
        "local t = {} while true do pcall(function() while true do t[#t + 1] = {} end end) end",
        "while true do pcall(string.rep, 'x', 1e9) end",
        "while true do xpcall(string.rep, function(e) return e end, 'x', 1e9) end",
        "while true do coroutine.wrap(function() while true do pcall(string.rep, 'x', 1e9) end end)() end",
        "while true do pcall(coroutine.wrap(function() string.rep('x', 1e9) end)) end",
        "local co = coroutine.create(function() string.rep('x', 1e9) end) coroutine.resume(co) while true do end",
        "while true do apply(function() pcall(string.rep, 'x', 1e9) end) end",
        "while true do swallow(function() string.rep('x', 1e9) end) end",
        "local t = {} while true do t[#t + 1] = coroutine.create(function() end) end",
        "local t = {} for i = 1, 1e9 do t[i] = f[1] end",
        "local function f(...) return f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, ...) end f()",
        "local t = {} while true do t[#t + 1] = setmetatable({}, {__close = function() end}) end",
        "local s = 'x' while true do s = load('return \"' .. s .. s .. '\"')() end",
        "local x <close> = setmetatable({}, {__close = function() string.rep('x', 1e9) end}) string.rep('x', 1e9)",
    ])
    func theyStopAtTheLimitOfMemory(source: String) throws {
        let lua = try harness()
        lua.state.limitMemory(4 << 20)
        lua.state.limitTime(.seconds(20))
        try stopped(lua, source, .memory)
        #expect(lua.state.memoryUsed <= 4 << 20)
        try worksOn(lua, source)
    }

    @Test func aStopThrownByTheHostCannotBeCaughtEither() throws {
        let lua = try harness()
        lua.state.define(LuaFunction("halt", summary: "") { _ in throw LuaStop.interrupted })
        #expect(try lua.failure("pcall(halt) pcall(halt) return 1").underlying as? LuaStop == .interrupted)
        #expect(try lua.failure("pcall(apply, halt) return 1").kind == "interrupted")
        try worksOn(lua, "halt")
    }

    @Test func aCoroutineThatOutlivedAStopRunsAtFullSpeed() throws {
        let lua = try harness()
        try lua.run("survivor = coroutine.wrap(function() while true do for i = 1, 100000 do end coroutine.yield(true) end end)")
        lua.state.limitInstructions(5000)
        _ = try lua.failure("while true do end")
        // A hook at every instruction would count a thousand for each.
        lua.state.limitInstructions(1_000_000)
        #expect(try lua.text("return survivor(), survivor()") == "true, true")
    }

    @Test func anInterruptWaitsForAScript() throws {
        let lua = try harness()
        lua.state.interrupt()
        #expect(try lua.failure("while true do end").underlying as? LuaStop == .interrupted)
        try worksOn(lua, "interrupt")
    }

    @Test func noInterruptIsLostWhateverItMeets() throws {
        var random = SeededRandom.forTest()
        let lua = try harness()
        let scripts = try [
            "while true do end",
            "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end",
            "while true do for r in f do local x = r.number end apply(function() end) end",
            "while true do pcall(coroutine.wrap(function() pcall(error, 'x') end)) local t = {{}} end",
            "while true do local co = coroutine.create(function() local x <close> = setmetatable({}, {__close = function() end}) coroutine.yield() end) coroutine.resume(co) coroutine.close(co) end",
            "local function f(n) if n > 0 then return f(n - 1) end end while true do f(50) end",
        ].map(lua.chunk)
        for _ in 0..<300 {
            let alarm = Alarm(lua.state, microseconds: UInt32(random.int(0...300)))
            #expect(throws: LuaFailure.self) { try lua.state.call(random.pick(scripts)) }
            alarm.wait()
        }
        try worksOn(lua, "interrupts")
    }

    // The interrupt of the keyboard goes to every state, so that this has a process of its own.
    @Test func theKeyboardInterruptsWhateverRuns() async {
        await #expect(processExitsWith: .success) {
            let lua = try Harness()
            LuaState.interrupt()
            #expect(LuaState.isInterrupted)
            #expect(try lua.failure("while true do end").underlying as? LuaStop == .interrupted)
            #expect(!LuaState.isInterrupted)
            LuaState.interrupt()
            LuaState.clearInterrupt()
            #expect(try lua.text("for i = 1, 100000 do end return 1") == "1")
        }
    }

    // So has this one.
    @Test func whatStopsOneStateLeavesTheKeyboardsInterrupt() async {
        await #expect(processExitsWith: .success) {
            let lua = try Harness(), other = try Harness()
            LuaState.interrupt()
            lua.state.interrupt()
            #expect(try lua.failure("while true do end").underlying as? LuaStop == .interrupted)
            #expect(LuaState.isInterrupted && lua.state.isInterruptAsked)
            #expect(try other.failure("while true do end").underlying as? LuaStop == .interrupted)
            #expect(!LuaState.isInterrupted && !lua.state.isInterruptAsked)
            // So it is where host code receives them.
            LuaState.interrupt()
            lua.state.interrupt()
            #expect(lua.state.receiveInterrupt() == .interrupted && LuaState.isInterrupted)
            #expect(lua.state.receiveInterrupt() == .interrupted && !LuaState.isInterrupted)
            #expect(try lua.text("for i = 1, 100000 do end return 1") == "1")
        }
    }

    /// A state that a function of another one runs.
    private struct Held: @unchecked Sendable {
        let lua: Harness
    }

    // And this one.
    @Test func aSteadyStateRunsToItsEndAndTheInterruptWaits() async {
        await #expect(processExitsWith: .success) {
            let lua = try Harness(), steady = Held(lua: try Harness())
            steady.lua.state.isSteady = true
            LuaState.interrupt()
            #expect(try steady.lua.text("for i = 1, 100000 do end return 1") == "1")
            #expect(LuaState.isInterrupted)
            #expect(try lua.failure("while true do end").underlying as? LuaStop == .interrupted)
            // One that comes while it runs reaches the script that it runs for.
            steady.lua.state.define(
                LuaFunction("interrupt", summary: "") { _ in
                    LuaState.interrupt()
                    return .nothing
                })
            lua.state.define(LuaFunction("ask", summary: "") { call in call.reply(try steady.lua.text("interrupt() for i = 1, 100000 do end return 1")) })
            #expect(try lua.failure("ask() while true do end").underlying as? LuaStop == .interrupted)
            #expect(!LuaState.isInterrupted)
        }
    }

    @Test func theHostIsToldWhatIsDue() throws {
        let lua = try Harness(), other = try Harness()
        #expect(lua.state.dueStop == nil)
        lua.state.limitTime(.zero)
        #expect(lua.state.dueStop == .deadline)
        lua.state.interrupt()
        #expect(lua.state.dueStop == .interrupted && other.state.dueStop == nil)
        lua.state.forgetInterrupt()
        lua.state.limitTime(.seconds(1000))
        #expect(lua.state.dueStop == nil)
    }

    /// Interrupts a state once, from another thread.
    private final class Alarm: @unchecked Sendable {
        private var thread = pthread_t()
        private let state: LuaState
        private let delay: UInt32

        init(_ state: LuaState, microseconds: UInt32) {
            self.state = state
            delay = microseconds
            let context = Unmanaged.passUnretained(self).toOpaque()
            pthread_create(
                &thread, nil,
                { context in
                    let alarm = Unmanaged<Alarm>.fromOpaque(context!).takeUnretainedValue()
                    usleep(alarm.delay)
                    alarm.state.interrupt()
                    return nil
                }, context)
        }

        func wait() { pthread_join(thread, nil) }
    }
}
