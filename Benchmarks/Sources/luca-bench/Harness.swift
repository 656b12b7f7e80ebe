/// A set of measurements that belong together: one file in Groups, and one line in `allGroups`.
struct Group: Sendable {
    let name: String
    /// What is measured and how, in a sentence or two; printed above the table.
    let about: String
    let run: @Sendable (Settings) throws -> Outcome
}

enum Outcome {
    case table([Row])
    /// The group needs something that is not here; the sentence says what.
    case skipped(String)
}

/// A line of the table.
struct Row {
    let what: String
    /// Nil where it could not be measured.
    let measured: Quantity?
    /// What the measured is held against, measured in the same run so that the ratio carries over to other machines.
    let reference: Reference?
    /// The most that the measured may be.
    let budget: Quantity?

    struct Reference {
        let name: String
        let measured: Quantity
    }

    init(_ what: String, _ measured: Quantity, against reference: Reference? = nil, budget: Quantity? = nil) {
        self.what = what
        self.measured = measured
        self.reference = reference
        self.budget = budget
    }

    /// A line of something that could not be measured, and why.
    init(_ what: String, skipped reason: String) { (self.what, measured, reference, budget) = ("\(what): skipped, \(reason)", nil, nil, nil) }

    /// Whether the measured keeps its budget; true where there is none.
    var isWithin: Bool {
        guard let measured, let budget else { return true }
        return measured.value <= budget.value
    }
}

/// Something to time: `body` does `operations` of it in one call, and returns a number that depends on all of them, so that none
/// can be left out by the compiler.
struct Subject {
    let name: String
    let operations: Int
    let body: () throws -> UInt64

    init(_ name: String, operations: Int, _ body: @escaping () throws -> UInt64) {
        self.name = name
        self.operations = operations
        self.body = body
    }
}

/// The median time of one operation of each subject. The subjects take turns, so that a slow spell of the machine meets all of
/// them; the first turn warms up and does not count.
func measure(_ subjects: [Subject], _ settings: Settings) throws -> [Quantity] {
    var samples = [[Double]](repeating: [], count: subjects.count)
    let clock = ContinuousClock()
    for turn in 0...settings.runs {
        for (index, subject) in subjects.enumerated() {
            let start = clock.now
            let result = try subject.body()
            let elapsed = clock.now - start
            keep(result)
            if turn > 0 { samples[index].append((elapsed / .nanoseconds(1)) / Double(subject.operations)) }
        }
    }
    return samples.map { .nanoseconds(median($0)) }
}

/// A line for a subject and what it is held against.
func row(_ subject: Subject, against reference: Subject, budget: Quantity? = nil, _ settings: Settings) throws -> Row {
    let times = try measure([subject, reference], settings)
    return Row(subject.name, times[0], against: Row.Reference(name: reference.name, measured: times[1]), budget: budget)
}

func median(_ samples: [Double]) -> Double {
    let sorted = samples.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/// Where results go that nobody reads.
@inline(never)
func keep(_ result: UInt64) {
    withExtendedLifetime(result) {}
}
