public import Values

/// What is recorded again and again by the calendar: "500 into Savings on the first working day of each month".
///
/// A rule says on which days and what; which of its days are settled is the book's to know. A value without a clock.
public struct RecurringRule: Hashable, Sendable {
    /// A field of what is recorded, as text.
    public struct Field: Hashable, Sendable {
        /// What `record` calls it.
        public let name: String
        /// What is said.
        public let text: String

        /// A field.
        public init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
    }

    /// What it is called; its days are kept under this name.
    public var name: String
    /// The stretch from one date to the next.
    public var every: Period
    /// Where in its period a date falls.
    public var placement: Placement
    /// The first day that can be a date.
    public var from: Day
    /// The last day that can be a date by the rule.
    public var until: Day?
    /// How many dates there are in all; nil for no end.
    public var count: Int?
    /// What becomes of dates on which nobody works.
    public var shift = Shift.none
    /// The calendar that says when nobody works; nil for one of weekends alone.
    public var calendar: String?
    /// `posted` or `draft`; nil for what the book's setting says.
    public var status: String?
    /// The day from which it rests; nil where it does not.
    public var pausedFrom: Day?
    /// What is recorded, field by field; empty where a script's function does it.
    public var record: [Field]

    /// A rule.
    public init(
        _ name: String, every: Period, on placement: Placement = .asStart, from: Day, until: Day? = nil, count: Int? = nil, record: [Field] = []
    ) {
        (self.name, self.every, self.placement, self.from) = (name, every, placement, from)
        (self.until, self.count, self.record) = (until, count, record)
    }

    /// The text of a field of what is recorded.
    public subscript(field name: String) -> String? { record.first { $0.name == name }?.text }

    /// Its dates on given working days.
    public func schedule(_ workingDays: WorkingDays) throws(PlanError) -> Schedule {
        try Schedule(from: from, every: every, on: placement, until: until, count: count, shift: shift, workingDays: workingDays)
    }

    /// When it comes, in words: `every month on the first working day from 2014-02-01`.
    public var when: String {
        var words = ["every \(every)"]
        switch placement {
        case .asStart: break
        case .dayOfMonth(let day): words.append("on day \(day)")
        case .weekday: words.append("on \(placement.words?.text ?? "")")
        default: words.append("on the \(placement.words?.text ?? "")")
        }
        words.append("from \(from)")
        if let until { words.append("to \(until)") }
        if let count { words.append(count == 1 ? "once" : "\(count) times") }
        if shift != .none { words.append("or the \(shift.rawValue) working day") }
        return words.joined(separator: " ")
    }
}

extension RecurringRule {
    /// The dates of the rule that are due: those up to a day, oldest first, of which the book says nothing, or says that they are open again.
    ///
    /// What lies in the period of the last day that was posted or before it is never due, unless it was opened again: a rule whose days are
    /// changed later goes on from where it stands, and posts neither its past nor the same month anew.
    ///
    /// - Parameters:
    ///   - isOpen: how a day by the rule stands: true for open again, false for settled, nil where nothing was said of it.
    ///   - lastPosted: the last day by the rule that was posted.
    public func due(
        to day: Day, _ workingDays: WorkingDays, lastPosted: Day?, isOpen: (Day) -> Bool?
    ) throws(PlanError) -> [Schedule.Occurrence] {
        try schedule(workingDays).occurrences(from: .min, to: day).filter { occurrence in
            if let pausedFrom, occurrence.date >= pausedFrom { return false }
            return isOpen(occurrence.nominal) ?? isLater(occurrence.nominal, than: lastPosted)
        }
    }

    /// Whether a day by the rule lies in a later period than the last one that was posted.
    public func isLater(_ day: Day, than lastPosted: Day?) -> Bool {
        lastPosted.map { every.number(of: day, from: from) > every.number(of: $0, from: from) } ?? true
    }
}
