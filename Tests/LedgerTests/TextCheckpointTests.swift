@testable import Ledger
import Testing
import TestSupport
import Values

/// Settings and plans that change often within an act.
@Suite("Texts that an act changes often") struct TextCheckpointTests {
    @Test("They are noted once for an act, so that its memory does not grow with their square")
    func notes() throws {
        let page = Page(), start = page.ledger.checkpoint()
        for number in 1...50 {
            try page.set("watch_list", (1...number).map { "S\($0)>5" }.joined(separator: " "))
            try page.ledger.apply(.plan(PlanDocument(kind: .reserve, name: "Reserve", body: String(repeating: "x", count: number))), id: page.nextID)
        }
        // What was not there before is noted apart from what stood.
        #expect(page.ledger.undo.steps.count <= 4, "\(page.ledger.undo.steps.count)")
        page.ledger.rollback(to: start)
        #expect(page.ledger.settings.isEmpty && page.ledger.plans.isEmpty)
    }

    @Test("Acts within acts, kept or taken back, leave what stood, and the rules that the settings amount to")
    func nested() throws {
        var random = SeededRandom.forTest()
        for _ in 0..<200 {
            let page = Page()
            for name in ["A", "B"] { try page.define(Account(name: name, currency: .usd)) }
            var open: [(Checkpoint, [String: String], PlanStore)] = []
            for _ in 0..<40 {
                switch random.int(0...7) {
                case 0: open.append((page.ledger.checkpoint(), page.ledger.settings, page.ledger.plans))
                case 1:
                    guard let (start, settings, plans) = open.popLast() else { continue }
                    page.ledger.rollback(to: start)
                    #expect(page.ledger.settings == settings && page.ledger.plans == plans)
                case 2: open.popLast().map { page.ledger.release($0.0) }
                case 3, 4:
                    let key = random.pick(["lot_method", "lot_method/account=1", "lot_method/account=2", "lot_method/from=2020-01-01", "watch_list"])
                    let watched = page.ledger.settings["watch_list"].map { $0 + " " } ?? ""
                    // A list that goes on is read from where it does, and what is there twice is refused all the same.
                    let list = (random.chance(oneIn: 2) ? watched : "") + random.pick(["A", "B", "AB", "C D", "Ä"]) + ">\(random.int(1...9))"
                    let isDouble = Set(list.split(separator: " ").map { $0.prefix { $0 != ">" } }).count < list.split(separator: " ").count
                    if key == "watch_list", isDouble {
                        #expect(throws: LedgerError.self) { try page.set(key, list) }
                    } else {
                        try page.set(key, random.chance(oneIn: 3) ? "" : key == "watch_list" ? list : random.pick(["fifo", "lifo", "average"]))
                    }
                default:
                    let body = random.chance(oneIn: 3) ? "" : "\(random.int(0...99))"
                    try page.ledger.apply(.plan(PlanDocument(kind: .limit, name: random.pick(["X", "Y", "Z"]), body: body)), id: page.nextID)
                }
                let anew = Setting.policy(page.ledger.settings), policy = page.ledger.policy
                #expect(Set(policy.lotRules) == Set(anew.lotRules) && policy.lotMethod == anew.lotMethod && policy.watchList == anew.watchList)
                #expect(policy.lotRules.map(\.rank.0) == policy.lotRules.map(\.rank.0).sorted())
            }
        }
    }
}
