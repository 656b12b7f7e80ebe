import Testing

@Suite("The Lua surface stands on a session that knows no Lua, in parts that do not know each other")
struct LayerTests {
    private static let parts = ["LuaQueries", "LuaRecording", "LuaMarket", "LuaPlans", "LuaFormats"]

    @Test("What a session has open, and questions about a book, know no Lua", arguments: ["Session", "Queries"])
    func stateKnowsNoLua(module: String) {
        let reached = Self.reach(of: module)
        #expect(reached.contains("Storage") && reached.isDisjoint(with: ["LuaKit", "CLuca", "CLua"]), "\(module) reaches \(reached.sorted())")
    }

    @Test("A part of the surface reaches what all parts share, and no other part", arguments: parts)
    func partsAreApart(module: String) {
        let reached = Self.reach(of: module)
        #expect(reached.contains("LuaSurface") && reached.isDisjoint(with: Self.parts), "\(module) reaches \(reached.sorted())")
    }

    @Test("Whoever joins the parts knows them all")
    func scriptingJoins() throws {
        #expect(try #require(ModuleTable.rule("Scripting")).modules.isSuperset(of: Self.parts))
    }

    /// The modules of ours that one imports, and those that they import.
    private static func reach(of module: String) -> Set<String> {
        let direct = ModuleTable.rule(module)?.modules ?? []
        return direct.reduce(direct) { $0.union(reach(of: $1)) }
    }
}
