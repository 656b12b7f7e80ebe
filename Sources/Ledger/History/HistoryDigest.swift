package import Values

extension History {
    /// Adds all that daily values take from the history. O(n) in the changes.
    ///
    /// Accounts and instruments go by their numbers, so that a position which is new changes nothing of the days before it.
    package func note(in digest: inout DayDigest) { note(from: .min, in: &digest) }

    /// The digest of all that daily values take from the history, given that of another; nil where it has to be made anew. O(changes since).
    package func digest(after other: DayDigest, of identity: Identity) -> DayDigest? {
        guard let grown, grown.from === identity, firstDay?.previous == other.first, var digest = other.before(grown.day) else { return nil }
        note(from: grown.day, in: &digest)
        return digest
    }

    private func note(from day: Day, in digest: inout DayDigest) {
        noteHoldings(from: day, in: &digest)
        if !corrections.isEmpty { noteTold(in: &digest) }
        noteMovements(from: day, in: &digest)
        noteUnitMoves(from: day, in: &digest)
    }

    /// The first day on which something counts that an instrument is worth: units came in, or came and went on the same day.
    package var firstDays: [InstrumentID: Day] {
        var first: [InstrumentID: Day] = [:]
        func note(_ place: Int, _ day: Day) {
            guard let instrument = positions[place].instrument else { return }
            first[instrument] = min(first[instrument] ?? day, day)
        }
        for (place, steps) in units.enumerated() { if !steps.isEmpty { note(place, steps.day(at: 0)) } }
        for move in unitMoves { note(move.position.index, move.day) }
        return first
    }

    private func noteHoldings(from day: Day, in digest: inout DayDigest) {
        for (place, steps) in units.enumerated() where !steps.isEmpty { Self.note(steps, from: day, fact(.units, of: place), in: &digest) }
        for (place, steps) in balances.enumerated() where !steps.isEmpty {
            var fact = DayDigest.Fact(.balance)
            fact.mix(Int(cashPositions[place].account.rawValue))
            fact.mix(cashPositions[place].currency)
            Self.note(steps, from: day, fact, in: &digest)
        }
        // Units with the same splits are valued together, so that one counts for the days before it, too.
        for (place, splits) in splits {
            for split in splits {
                var fact = fact(.split, of: place)
                fact.mix(split.day)
                fact.mix(split.ratio.new)
                fact.mix(split.ratio.old)
                let first = units[place].first?.day ?? split.day
                if first >= day { digest.add(fact, on: first) }
            }
        }
    }

    private func noteTold(in digest: inout DayDigest) {
        for correction in corrections {
            var fact = DayDigest.Fact(.correction)
            fact.mix(Int(correction.account.rawValue))
            fact.mix(correction.currency)
            // That an account is told what it is worth counts for all of its days.
            digest.add(fact, on: .min)
            Self.note(correction.steps, from: .min, fact, in: &digest)
            for (kind, step) in [(1, correction.opening), (2, correction.closing)] {
                guard let step else { continue }
                var fact = fact
                fact.mix(kind)
                fact.mix(step.day)
                fact.mix(step.figure)
                digest.add(fact, on: step.day)
            }
        }
    }

    private func noteMovements(from day: Day, in digest: inout DayDigest) {
        let position = positions.indices.map { fact(.movement, of: $0) }
        for place in (day > .min ? movements.firstPlace(after: day.previous) : 0)..<movements.count {
            let movement = movements[place]
            var fact = position[movement.position.index]
            // What came before on the day may count, as in what was brought in and taken out.
            fact.mix(place << 3 | Int(movement.kind.rawValue))
            fact.mix(movement.currency)
            fact.mix(movement.amount)
            if let own = movement.own { Self.mix(own, into: &fact) }
            if !partners.isEmpty, let partner = partners[place] {
                fact.mix(Int(partner.account.rawValue))
                if let changed = partner.changed { Self.mix(changed, into: &fact) }
            }
            digest.add(fact, on: movement.day)
        }
    }

    private func noteUnitMoves(from day: Day, in digest: inout DayDigest) {
        for (place, move) in unitMoves.enumerated() where move.day >= day {
            var fact = fact(.unitMove, of: move.position.index)
            fact.mix(place)
            fact.mix(move.quantity)
            fact.mix(move.cost)
            fact.mix(move.costKnownFrom)
            fact.mix(Int(move.partner?.rawValue ?? -1))
            if let giver = move.giver { Self.mix(positions[giver.index], into: &fact) }
            digest.add(fact, on: move.day)
        }
    }

    private func fact(_ kind: DayDigest.Fact.Kind, of place: Int) -> DayDigest.Fact {
        var fact = DayDigest.Fact(kind)
        Self.mix(positions[place], into: &fact)
        return fact
    }

    private static func mix(_ position: (account: AccountID, instrument: InstrumentID?), into fact: inout DayDigest.Fact) {
        fact.mix(Int(position.account.rawValue))
        fact.mix(Int(position.instrument?.rawValue ?? -1))
    }

    private static func mix(_ money: Money, into fact: inout DayDigest.Fact) {
        fact.mix(money.amount)
        fact.mix(money.currency)
    }

    private static func note(_ steps: Steps, from day: Day, _ fact: DayDigest.Fact, in digest: inout DayDigest) {
        for step in day > .min ? steps[steps.place(after: day.previous)...] : steps[...] {
            var fact = fact
            fact.mix(step.figure)
            digest.add(fact, on: step.day)
        }
    }
}
