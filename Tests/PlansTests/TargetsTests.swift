import JSON
import Plans
import Testing
import Values

@Suite("Targets")
struct TargetsTests {
    private func decimal(_ text: String) -> FixedDecimal { try! FixedDecimal(text) }

    @Test("Weights are in proportion, and those within a target are parts of its share")
    func shares() throws {
        let targets = try Targets(
            name: "t",
            targets: [
                Target("stocks", weight: 60, members: [Target("ORCL", weight: 2), Target("NVDA", weight: 1)]), Target("BND", weight: 40),
            ])
        #expect(targets.leaves.map(\.name) == ["ORCL", "NVDA", "BND"] && targets.leaves.map(\.share) == [decimal("0.4"), decimal("0.2"), decimal("0.4")])
        #expect(targets.leaves[0].parents.map(\.name) == ["stocks"] && targets.leaves[0].parents[0].share == decimal("0.6") && targets.leaves[2].parents.isEmpty)
    }

    @Test(
        "The rule of 5/25: five points of the whole, or a quarter of the target where that is less",
        arguments: [
            ("0.6", "0.05"), ("0.2", "0.05"), ("0.19", "0.0475"), ("0.1", "0.025"), ("0.04", "0.01"), ("0", "0"),
        ])
    func fiveTwentyFive(share: String, width: String) throws {
        #expect(try Band.fiveTwentyFive.width(ofShare: decimal(share)) == decimal(width))
        #expect(try Band(absolute: decimal("0.03")).width(ofShare: decimal(share)) == decimal("0.03"))
        #expect(try Band(relative: decimal("0.5")).width(ofShare: decimal(share)) == decimal(share) * decimal("0.5"))
    }

    @Test("A target's own band goes before that of the whole")
    func bands() throws {
        let targets = try Targets(
            name: "t", band: .fiveTwentyFive, targets: [Target("A", weight: 90), Target("B", weight: 10, band: Band(absolute: decimal("0.01")))])
        #expect(targets.leaves.map(\.width) == [decimal("0.05"), decimal("0.01")])
        #expect(try Targets(name: "t", targets: [Target("A", weight: 1)]).leaves[0].width == nil)
    }

    @Test("What a book keeps of them is read back as it was")
    func json() throws {
        let targets = try Targets(
            name: "t", by: .class, band: .fiveTwentyFive,
            targets: [
                Target("stock", weight: 60, band: Band(relative: decimal("0.1")), members: [Target("tech", weight: decimal("1.5"), buy: "VTI"), Target("rest", weight: 1)]),
                Target("bond", weight: 40),
            ], accounts: ["VTI": "Brokerage"], tags: ["ORCL": "tech"])
        let text = try #require(targets.json).text()
        #expect(try Targets(name: "t", json: JSONReader.read(Array(text.utf8))) == targets)
        #expect(text.hasPrefix("{\"by\":\"class\",\"band\":{\"absolute\":\"0.05\",\"relative\":\"0.25\"},\"targets\":[{\"name\":\"stock\",\"weight\":\"60\""))
        #expect(try Targets(name: "t", by: .function, targets: [Target("A", weight: 1)]).json == nil)
    }

    @Test("What cannot be is refused with a sentence")
    func misuse() throws {
        func message(_ body: () throws -> Targets) -> String { do { _ = try body() } catch { return "\(error)" }; return "no error" }
        #expect(message { try Targets(name: "t", targets: []) } == "the weights add up to nothing; give at least one of them a weight above zero")
        #expect(message { try Targets(name: "t", targets: [Target("A", weight: -1)]) } == "the weight of \"A\" is -1; a weight is zero or more")
        #expect(
            message { try Targets(name: "t", targets: [Target("A", weight: 1), Target("in", weight: 1, members: [Target("A", weight: 1)])]) }
                == "\"A\" is named twice; give its weight once")
        #expect(message { try Targets(name: "t", json: .object(["by": .string("colour")])) } == "the targets \"t\" cannot be read: \"by\" is \"colour\"; define them anew")
        #expect(throws: PlanError.self) { try Band() }
        #expect(throws: PlanError.self) { try Band(absolute: 5) }
    }
}
