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
    let budget: Budget?
    private(set) var isFailed = false

    struct Reference {
        let name: String
        let measured: Quantity
        /// Whether luca itself is the reference: then the ratio tells how two parts of it compare, and not whether both became slower.
        let isOwn: Bool

        init(name: String, measured: Quantity, isOwn: Bool = false) { (self.name, self.measured, self.isOwn) = (name, measured, isOwn) }
    }

    init(_ what: String, _ measured: Quantity, against reference: Reference? = nil, budget: Budget? = nil) {
        self.what = what
        self.measured = measured
        self.reference = reference
        self.budget = budget
    }

    /// A line of something that could not be measured, and why.
    init(_ what: String, skipped reason: String) { (self.what, measured, reference, budget) = ("\(what): skipped, \(reason)", nil, nil, nil) }

    /// A line of something that ended with an error, which counts as over budget.
    init(_ what: String, failed error: any Error) {
        (self.what, measured, reference, budget, isFailed) = ("\(what): failed, \((error as? BenchError)?.message ?? "\(error)")", nil, nil, nil, true)
    }

    /// How many times the reference it takes.
    var ratio: Double? {
        guard let measured, let reference, reference.measured.value > 0 else { return nil }
        return measured.value / reference.measured.value
    }

    /// Whether the measured keeps its budget; true where there is none, and where the reference of a ratio could not be measured.
    var isWithin: Bool {
        guard let measured, let budget else { return !isFailed }
        switch budget {
        case .most(let quantity): return measured.value <= quantity.value
        case .times(let factor): return ratio.map { $0 <= factor } ?? true
        }
    }
}

/// The rows of a step. One that fails is a row that says so, and not the end of the group.
func step(_ what: String, _ body: () throws -> [Row]) -> [Row] {
    do { return try body() } catch { return [Row(what, failed: error)] }
}

/// A measurement that cannot be made.
struct BenchError: Error {
    let message: String
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
func row(_ subject: Subject, against reference: Subject, budget: Budget? = nil, _ settings: Settings) throws -> Row {
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
