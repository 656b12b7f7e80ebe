import JSON
import Ledger
import LuaKit
import Plans
import Storage

/// A reserve plan whose tiers are changed, with the text of each: who defines a thousand of them, one after another, has each read and written once, and
/// not all of them for every one.
struct ReserveDraft {
    private(set) var plan: ReservePlan
    /// What the book keeps of each tier.
    private var texts: [String]
    /// The tiers that were changed since the book kept it.
    private var changes: [JSONValue] = []
    /// What the book keeps of all.
    private var body = ""

    /// A plan that the book does not have.
    init(_ plan: ReservePlan) { (self.plan, texts) = (plan, plan.tiers.map { $0.json.text() }) }

    /// The plan of a name, or the one meant where none is named; nil where there is none. That of the last call is not read again.
    init?(_ name: String?, _ call: LuaCall) throws {
        guard let document = try ReserveQuestion.document(name, call.book()) else { return nil }
        if let last = call.runtime.changedReserve, last.plan.name == document.name, last.body == document.body { self = last } else { self.init(try ReserveQuestion.plan(document)) }
    }

    /// Puts a tier in the place of one, or behind all.
    mutating func set(_ tier: ReserveTier, at place: Int?) {
        let json = tier.json
        changes.append(json)
        if let place {
            (plan.tiers[place], texts[place]) = (tier, json.text())
        } else {
            plan.tiers.append(tier)
            texts.append(json.text())
        }
    }

    /// Takes a tier out.
    mutating func remove(at place: Int) {
        plan.tiers.remove(at: place)
        texts.remove(at: place)
    }

    /// Keeps the plan in the book.
    mutating func keep(_ call: LuaCall) throws {
        body = plan.text(ofTiers: texts)
        try call.book().keep(PlanDocument(kind: .reserve, name: plan.name, body: body), changes: .array(changes))
        changes = []
        call.runtime.changedReserve = self
    }
}
