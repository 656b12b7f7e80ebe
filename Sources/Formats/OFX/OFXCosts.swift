import Ledger
import Values

/// What positions say that securities are worth, to know in which sense a file tells what units that came in have cost.
struct OFXCosts {
    /// A position as it is written.
    private struct Position {
        var units: FixedDecimal
        var price: FixedDecimal?
        var worth: FixedDecimal?
    }

    private var positions: [String: Position] = [:]

    /// How far what units cost may be from what they are worth.
    private static let most: FixedDecimal = 5

    /// Takes in a position; the first of a security is kept.
    mutating func add(_ record: OFXRecord, _ numbers: NumberReader) {
        let id = record.text("UNIQUEID")
        guard positions[id] == nil, let units = (try? record.number("UNITS", numbers)) ?? nil, !units.isZero else { return }
        let price = (try? record.number("UNITPRICE", numbers)) ?? nil, worth = (try? record.number("MKTVAL", numbers)) ?? nil
        positions[id] = Position(units: units.magnitude, price: price, worth: worth?.magnitude)
    }

    /// What one unit of a security is worth; nil where nothing tells.
    ///
    /// - Parameters:
    ///   - price: the price beside the units that came in.
    ///   - sense: what one unit costs at a price of one.
    func worth(of id: String, at price: FixedDecimal?, sense: FixedDecimal) -> FixedDecimal? {
        let position = positions[id]
        if let position, let worth = position.worth, worth > .zero { return try? worth / position.units }
        guard let price = price ?? position?.price, price > .zero else { return nil }
        return try? price * sense
    }

    /// Whether a cost of one unit is near what that is worth.
    static func isNear(_ cost: FixedDecimal, _ worth: FixedDecimal) -> Bool { (try? cost <= worth * most && worth <= cost * most) ?? false }

    /// How costs were read, to be told at the end.
    struct Tally {
        /// Those that are near what is held only as the cost of all units.
        var totals = 0
        /// Those that nothing of the file explains, taken as the cost of one unit.
        var unexplained = 0
        /// Those of options that nothing explains, which are left out.
        var ofOptions = 0
        /// Those that are in another currency than their security, and left out.
        var foreign = 0

        func tell(_ plan: inout PlanBuilder) {
            plan.notice(
                .changed, count: totals, "transfer tells a cost (AVGCOSTBASIS) that is near what is held only as that of all its units; it is taken as that",
                "transfers tell costs (AVGCOSTBASIS) that are near what is held only as those of all their units; they are taken as that")
            plan.notice(
                .changed, count: unexplained, "transfer tells a cost (AVGCOSTBASIS), and no price of the file is near it; it is taken as that of one unit",
                "transfers tell costs (AVGCOSTBASIS), and no prices of the file are near them; they are taken as those of one unit")
            plan.notice(
                .leftOut, count: ofOptions, "cost (AVGCOSTBASIS) of an option is left out, since no price of the file tells whether it is of a share, of a contract, or of all",
                "costs (AVGCOSTBASIS) of options are left out, since no price of the file tells whether they are of a share, of a contract, or of all")
            plan.notice(
                .leftOut, count: foreign, "cost (AVGCOSTBASIS) is left out, since its security is priced in another currency",
                "costs (AVGCOSTBASIS) are left out, since their securities are priced in another currency")
        }
    }
}

extension OFXPlanner {
    /// Tells what units that came in have cost: mostly what one has, in percent of the face value of a bond, for a contract of an option; with some brokers what all have.
    mutating func tellCost(_ row: OFXRow, of units: FixedDecimal, _ draft: inout ActivityDraft, _ plan: inout PlanBuilder) throws(ImportIssue) {
        guard let cost = try row.record.number("AVGCOSTBASIS", numbers), cost > .zero else { return }
        let id = row.record.text("UNIQUEID"), kind = OFXSecurity.kind(securities.security(id).tag ?? row.record.tag), multiplier = try multiplier(row, &plan)
        let known = plan.instrument(named: securities.symbol(id, &plan))
        if known != 0, let code = draft.currency, plan.instrument(known).currency.code != code {
            draft.currency = nil
            tally.costs.foreign += 1
            return
        }
        // What the cost of one unit is of the figure, in the order in which senses are tried.
        let senses: [FixedDecimal] = kind == .bond ? [.cent, .one] : kind == .option ? [.one, multiplier] : [.one]
        let price = try row.record.number("UNITPRICE", numbers), worth = survey.costs.worth(of: id, at: price, sense: kind == .bond ? .cent : multiplier)
        do {
            var found: FixedDecimal?
            for sense in senses where found == nil {
                let one = try cost * sense
                if let worth, OFXCosts.isNear(one, worth) { found = one }
            }
            if found == nil, let worth, OFXCosts.isNear(try cost / units, worth) {
                draft.amount = cost
                tally.costs.totals += 1
            } else if found == nil, kind == .option {
                draft.currency = nil
                tally.costs.ofOptions += 1
            } else {
                if found == nil { tally.costs.unexplained += 1 }
                draft.price = try (found ?? cost * senses[0]) / multiplier
            }
        } catch {
            throw ImportIssue(.outOfRange, column: "AVGCOSTBASIS", message: "the cost is too large: \(error)")
        }
    }
}
