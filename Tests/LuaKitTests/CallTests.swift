import LuaKit
import Testing

@Suite struct CallTests {
    @Test func aFunctionGetsItsArgumentsByNameOrPlace() throws {
        let state = try LuaState()
        state.define(LuaFunction("join", [.required("a", .string, "One."), .optional("b", .string, "Another.")], summary: "Joins.") { call in
            call.reply((try call.string("a") ?? "") + "|" + (try call.string("b") ?? "-"))
        })
        #expect(try run(state, "return join{b='y', a='x'}, join('p', 'q'), join 'z'") == ["x|y", "p|q", "z|-"])
    }

    private func run(_ state: LuaState, _ source: String) throws -> [String?] {
        guard case .function(let chunk) = state.compile(source, name: "=test") else { return [] }
        return try state.call(chunk).map(\.stringValue)
    }
}
