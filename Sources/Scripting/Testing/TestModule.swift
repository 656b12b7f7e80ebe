import Frames
import LuaKit
import LuaSurface
import Values

/// What tests are written with: known where `luca test` runs them, and nowhere else.
enum TestModule {
    /// The functions of the group, in the order in which help lists them.
    static let module = Module("tests", isAboutBooks: false, [describe, it, beforeEach, expect, useToday, demoBook])

    private static let name = LuaParameter.required("name", .string, "What is tested, in a few words.")
    private static let body = LuaParameter.required("body", .function, "The Lua of it.")

    private static let describe = LuaFunction(
        "describe", [name, body], returns: "nil", summary: "Puts the tests of its body under a name; there may be others in it.", style: .positional
    ) { call in
        guard let body = try call.function("body") else { return .nothing }
        let plan = try plan(call, inTest: false)
        try plan.scoped(call.string("name") ?? "") { _ = try call.state.call(body) }
        return .nothing
    }

    private static let it = LuaFunction(
        "it", [name, body], returns: "nil", summary: "A test. It runs when the file is read, in an empty book of its own that is kept in memory.", style: .positional
    ) { call in
        guard let body = try call.function("body") else { return .nothing }
        try plan(call, inTest: false).add(try call.string("name") ?? "", body)
        return .nothing
    }

    private static let beforeEach = LuaFunction(
        "before_each", [body], returns: "nil", summary: "What runs before each test of its describe, in the test's own book.", style: .positional
    ) { call in
        guard let body = try call.function("body") else { return .nothing }
        try plan(call, inTest: false).setUp(body)
        return .nothing
    }

    private static let expect = LuaFunction(
        "expect", [.optional("value", .any, "The value, or a function that is to fail.")], returns: "expectation",
        summary: "Begins what is expected of a value: expect(1 + 1):is(2).", style: .positional
    ) { call in
        let plan = call.runtime.part { TestPlan() }
        return call.reply(.object(LuaObject(type: plan.expectationType(call.runtime), instance: Expectation(of: try call.argument("value")))))
    }

    private static let useToday = LuaFunction(
        "use_today", [.required("day", .date, "The day.")], returns: "nil", summary: "Takes a day for today until the test ends.", style: .positional
    ) { call in
        _ = try plan(call, inTest: true)
        call.runtime.testDay = try call.day("day")
        return .nothing
    }

    private static let demoBook = LuaFunction(
        "demo_book", returns: "nil", summary: "Fills the test's empty book with the sample family's accounts, prices and transactions; today is the last day of 2014.",
        style: .positional
    ) { call in
        _ = try plan(call, inTest: true)
        try call.runtime.fillDemoBook()
        if call.runtime.testDay == nil { call.runtime.testDay = try Day("2014-12-31") }
        return .nothing
    }

    /// The tests of the file, for a function that belongs into a test, or around tests.
    ///
    /// - Throws: a misuse where it stands elsewhere, since nothing would come of it: each test has a book and a day of its own.
    private static func plan(_ call: LuaCall, inTest: Bool) throws -> TestPlan {
        let plan = call.runtime.part { TestPlan() }
        guard plan.isRunning != inTest else { return plan }
        throw LuaMisuse(
            "\(call.name) stands \(inTest ? "outside of any test, where it is of no use to one" : "in a test, where it comes too late")",
            hint: inTest ? "put it into it(…), or into before_each(…) for several tests" : "put it beside the test, into describe(…) or into none")
    }
}

/// The tests that a file defines, as they are gathered while it is read.
final class TestPlan {
    /// A test.
    struct Case {
        /// The names that it stands under, its own at the end.
        let path: [String]
        /// What runs before it, from the outside in.
        let setups: [LuaReference]
        /// The test itself.
        let body: LuaReference
    }

    /// The tests, in the order in which they stand in the file.
    private(set) var cases: [Case] = []
    private var scope: [(name: String, setups: [LuaReference])] = [("", [])]
    private var type: LuaTypeID?
    /// Whether a test runs, and the file is read.
    var isRunning = false
    /// The folder of golden files of the file that is tested.
    var goldenFolder = ""
    /// Whether golden files are written anew.
    var updates = false
    /// Golden files that were written.
    var written: [String] = []

    /// Runs something whose tests stand under a name.
    func scoped(_ name: String, _ body: () throws -> Void) rethrows {
        scope.append((name, []))
        defer { scope.removeLast() }
        try body()
    }

    /// Adds a test.
    func add(_ name: String, _ body: LuaReference) {
        cases.append(Case(path: scope.map(\.name).filter { !$0.isEmpty } + [name], setups: scope.flatMap(\.setups), body: body))
    }

    /// Adds what runs before each test that comes behind it in the same scope.
    func setUp(_ body: LuaReference) { scope[scope.count - 1].setups.append(body) }

    /// The number of the type of expectations, made known with the first.
    func expectationType(_ runtime: Runtime) -> LuaTypeID {
        if let type { return type }
        let made = runtime.lua.define(Expectation.type)
        type = made
        return made
    }
}
