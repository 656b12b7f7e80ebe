extension PythonReserve {
    /// Where money goes, tier by tier; what is left goes to the tier for growth, which may so come twice, or is not shown.
    public func allocate(_ cash: Double) -> [Row] {
        var rows: [Row] = []
        let rest = eachGap(cash) { tier, amount in rows.append(Row(tier: tier.name, account: nil, amount: PythonRound.cents(amount))) }
        if rest > 0, let growth { rows.append(Row(tier: growth.name, account: nil, amount: PythonRound.cents(rest))) }
        return rows
    }

    /// Where money goes, account by account.
    ///
    /// - Throws: where a tier that gets money prefers an account that it does not have, or where there is no end of rows.
    public func allocateInDetail(_ cash: Double) throws(PlanError) -> [Row] {
        var rows: [Row] = []
        let rest = try eachGap(cash) { tier, amount throws(PlanError) in rows += try Self.rows(tier, amount) }
        if rest > 0, let growth { rows += try Self.rows(growth, rest) }
        return rows
    }

    /// Hands each tier that lacks money what it gets, by priority; returns what is left.
    private func eachGap<Failure>(_ cash: Double, _ body: (Tier, Double) throws(Failure) -> Void) throws(Failure) -> Double {
        var rest = Python.max(0, cash)
        for tier in byPriority where rest > 0 {
            let gap = tier.gap
            guard gap > 0 else { continue }
            let amount = Python.min(rest, gap)
            try body(tier, amount)
            rest -= amount
        }
        return rest
    }

    /// The rows of a tier; where none has room the first account gets everything, cap or no cap.
    private static func rows(_ tier: Tier, _ amount: Double) throws(PlanError) -> [Row] {
        var rows = try split(tier, amount)
        if rows.isEmpty, let first = tier.accounts.first { rows = [Row(tier: tier.name, account: first.name, amount: PythonRound.cents(amount))] }
        return rows
    }

    private static func split(_ tier: Tier, _ amount: Double) throws(PlanError) -> [Row] {
        var rest = Python.max(0, amount), rows: [Row] = []
        func add(_ account: Account, _ amount: Double) { rows.append(Row(tier: tier.name, account: account.name, amount: amount)) }
        guard rest > 0, !tier.accounts.isEmpty else { return rows }
        if let name = tier.preferred, !name.isEmpty {
            guard let preferred = tier.accounts.first(where: { $0.name == name }) else {
                throw PlanError(
                    .badArgument, "the tier \"\(tier.name)\" prefers the account \"\(name)\", which is not in it",
                    hint: "the desktop program stops here; prefer an account of the tier, or leave out mode=\"python\"")
            }
            let portion = Python.min(rest, preferred.room)
            if portion > 0 {
                add(preferred, PythonRound.cents(portion))
                rest -= portion
            }
        }
        // What an account gets does not lessen its room, so these stay the same.
        let candidates = tier.accounts.filter { $0.room > 0 }
        while rest > 0, let first = candidates.first {
            let weights = candidates.reduce(0) { $0 + Python.max(0, $1.weight) }
            guard weights > 0 else {
                add(first, PythonRound.cents(Python.min(rest, first.room)))
                break
            }
            let before = rows.count
            for account in candidates {
                let portion = PythonRound.cents(Python.min(rest * (Python.max(0, account.weight) / weights), account.room))
                guard portion > 0 else { continue }
                add(account, portion)
                rest -= portion
            }
            if rows.count == before { break }
            guard rows.count <= mostRows else {
                throw PlanError(
                    .overflow, "the tier \"\(tier.name)\" would get more than \(mostRows) rows",
                    hint: "its caps are small beside the amount; leave out mode=\"python\", which gives one row an account")
            }
        }
        return rows
    }
}
