import Plans
import TestSupport
import Testing
import Values

@Suite("Schedules")
struct ScheduleTests {
    @Test("The end of the month is computed from the start, so it comes back after a short month")
    func monthEnd() throws {
        let schedule = try Schedule(from: Day("2024-01-31"), every: .months(1), count: 5)
        #expect(schedule.dates(from: .min, to: .max).map(\.description) == ["2024-01-31", "2024-02-29", "2024-03-31", "2024-04-30", "2024-05-31"])
        let leap = try Schedule(from: Day("2024-02-29"), every: .years(1), until: Day("2028-12-31"))
        #expect(leap.dates(from: .min, to: .max).map(\.description) == ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"])
    }

    @Test("The example of the documentation")
    func example() throws {
        let rent = try Schedule(from: Day("2024-01-31"), every: .months(1), shift: .previous)
        #expect(rent.dates(from: rent.start, to: try Day("2024-04-30")).map(\.description) == ["2024-01-31", "2024-02-29", "2024-03-29", "2024-04-30"])
    }

    @Test("A shift off weekends and holidays, onto the next working day or the one before")
    func shifts() throws {
        let days = try WorkingDays(holidays: [Day("2024-12-25"), Day("2024-12-26"), Day("2025-01-01")])
        func dates(_ shift: Shift) throws -> [String] {
            try Schedule(from: Day("2024-12-25"), every: .weeks(1), count: 2, shift: shift, workingDays: days).dates(from: .min, to: .max).map(\.description)
        }
        #expect(try dates(.none) == ["2024-12-25", "2025-01-01"])
        #expect(try dates(.next) == ["2024-12-27", "2025-01-02"])
        #expect(try dates(.previous) == ["2024-12-24", "2024-12-31"])
    }

    @Test("Named places in the month")
    func placements() throws {
        func first(_ placement: Placement, _ start: String = "2024-03-02") throws -> String? {
            try Schedule(from: Day(start), every: .months(1), on: placement).occurrence(0)?.date.description
        }
        #expect(try first(.lastDay) == "2024-03-31")
        #expect(try first(.lastWorkingDay) == "2024-03-29")
        #expect(try first(.firstWorkingDay) == "2024-04-01")
        #expect(try first(.firstWorkingDay, "2024-06-01") == "2024-06-03")
        #expect(try first(.weekdayOfMonth(3, 5)) == "2024-03-15")
        #expect(try first(.weekdayOfMonth(5, 7)) == "2024-03-31")
        #expect(try first(.dayOfMonth(1)) == "2024-04-01")
        #expect(try first(.dayOfMonth(31), "2024-02-10") == "2024-02-29")
        #expect(try Schedule(from: Day("2024-03-02"), every: .weeks(2), on: .weekday(5)).occurrence(1)?.date.description == "2024-03-22")
    }

    @Test("Every rule gives the dates of a walk day by day over thirty years", arguments: 0..<40)
    func oracle(round: Int) throws {
        var random = SeededRandom.forTest("oracle \(round)")
        let start = Day(number: Int32(random.int(9_000...12_000)))
        let end = Day(number: start.number + 365 * 30 + 8)
        let holidays = Set((0..<600).map { _ in Day(number: start.number + Int32(random.int(-40...11_000))) })
        let workingDays = try WorkingDays(weekend: random.pick([[6, 7], [5, 6], [7], []]), holidays: holidays)
        let (period, placement) = rule(&random)
        let shift = random.pick(Shift.allCases)
        let until = random.chance(oneIn: 3) ? Day(number: start.number + Int32(random.int(0...9000))) : nil
        let count = random.chance(oneIn: 3) ? random.int(0...60) : nil
        let schedule = try Schedule(
            from: start, every: period, on: placement, until: until, count: count, shift: shift, workingDays: workingDays)

        let walk = Walk(start: start, end: end, period: period, placement: placement, workingDays: workingDays)
        var nominals = walk.nominals().filter { day in until.map { day <= $0 } ?? true }
        if let count { nominals = Array(nominals.prefix(count)) }
        let expected = nominals.enumerated().map { ($0.offset, $0.element, walk.shifted($0.element, shift)) }
        let limit = Day(number: end.number - 60)

        for _ in 0..<30 {
            let a = Day(number: start.number + Int32(random.int(-50...10_900))), b = Day(number: a.number + Int32(random.int(0...900)))
            let found = schedule.occurrences(from: a, to: min(b, limit))
            let wanted = expected.filter { $0.2 >= a && $0.2 <= min(b, limit) }
            #expect(found.map(\.number) == wanted.map(\.0) && found.map(\.nominal) == wanted.map { walk.kept($0.1) } && found.map(\.date) == wanted.map(\.2), "\(schedule)")
            if a < limit, let next = wanted.first(where: { $0.2 > a }) { #expect(schedule.next(after: a)?.number == next.0) }
        }
        #expect(schedule.dates(from: .min, to: limit) == expected.map(\.2).filter { $0 <= limit }, "\(schedule)")
    }

    private func rule(_ random: inout SeededRandom) -> (Period, Placement) {
        switch random.int(0...8) {
        case 0: (.days(random.int(1...40)), .asStart)
        case 1: (.weeks(random.int(1...5)), .weekday(random.int(1...7)))
        case 2: (.months(random.int(1...18)), .asStart)
        case 3: (.months(random.int(1...18)), .dayOfMonth(random.int(1...31)))
        case 4: (.months(random.pick([1, 3, 12])), .lastDay)
        case 5: (.months(random.pick([1, 3, 12])), .firstWorkingDay)
        case 6: (.months(random.pick([1, 3, 12])), .lastWorkingDay)
        case 7: (.years(random.int(1...3)), .asStart)
        default: (.months(random.pick([1, 3, 12])), .weekdayOfMonth(random.int(1...5), random.int(1...7)))
        }
    }

    @Test("Where a whole month is free, its first working day lies behind it and is found from there")
    func longHolidays() throws {
        let june = (0..<100).map { Day(number: try! Day("2024-05-01").number + $0) }
        let schedule = try Schedule(
            from: Day("2024-01-01"), every: .months(1), on: .firstWorkingDay, workingDays: WorkingDays(holidays: Set(june)))
        let day = try Day("2024-08-09")
        #expect(schedule.occurrences(from: day, to: day).map(\.number) == [4, 5, 6, 7])
        #expect(schedule.next(after: day)?.number == 8)
    }

    @Test("The calendar's ends end a schedule, and a span turned about is empty")
    func ends() throws {
        let schedule = try Schedule(from: Day("9999-11-30"), every: .months(1))
        #expect(schedule.dates(from: .min, to: .max).map(\.description) == ["9999-11-30", "9999-12-30"])
        #expect(schedule.next(after: .max) == nil && schedule.occurrence(-1) == nil && schedule.occurrence(.max) == nil)
        #expect(schedule.dates(from: .max, to: .min) == [])
    }

    @Test(
        "Rules that make no sense are refused with a hint",
        arguments: [
            (Period.days(0), Placement.asStart), (.months(-1), .asStart), (.days(10), .weekday(1)), (.weeks(1), .weekday(8)), (.months(1), .weekday(1)),
            (.months(1), .dayOfMonth(32)), (.weeks(1), .lastDay), (.months(1), .weekdayOfMonth(6, 1)), (.months(1), .weekdayOfMonth(1, 0)),
        ])
    func refused(period: Period, placement: Placement) throws {
        #expect(throws: PlanError.self) { try Schedule(from: .epoch, every: period, on: placement) }
    }

    @Test("A week without working days is refused")
    func wholeWeek() {
        #expect(throws: PlanError.self) { try WorkingDays(weekend: Set(1...7)) }
        #expect(throws: PlanError.self) { try WorkingDays(weekend: [0]) }
        #expect(throws: PlanError.self) { try Schedule(from: .epoch, every: .days(1), count: -1) }
    }
}

/// The dates of a rule by looking at every day there is.
private struct Walk {
    let start: Day
    let end: Day
    let period: Period
    let placement: Placement
    let workingDays: WorkingDays

    func nominals() -> [Day] {
        let days = days(start, end)
        guard case .months(let months) = period else { return days.filter(isStep(from: firstDay(days))) }
        // The first month is walked from its beginning, and what lies before the start left out at the end.
        return monthsOfDays().enumerated().filter { $0.offset % months == 0 }.compactMap { placed($0.element) }.filter { $0 >= start && $0 <= end }
    }

    private func firstDay(_ days: [Day]) -> Day {
        if case .weekday(let weekday) = placement { days.first { $0.weekday == weekday }! } else { start }
    }

    private func isStep(from first: Day) -> (Day) -> Bool {
        guard case .days(let step) = period else { preconditionFailure("no period of days") }
        return { $0 >= first && ($0.number - first.number) % Int32(step) == 0 }
    }

    /// The days from the first of the start's month on, by month.
    private func monthsOfDays() -> [[Day]] {
        var months: [[Day]] = []
        for day in days(Day(number: start.number - Int32(start.day) + 1), Day(number: end.number + 31)) {
            if day.day == 1 { months.append([]) }
            months[months.count - 1].append(day)
        }
        return months
    }

    /// The day of a month that the rule means.
    private func placed(_ month: [Day]) -> Day? {
        switch placement {
        case .asStart: month.last { $0.day <= start.day }
        case .dayOfMonth(let wanted): month.last { $0.day <= wanted }
        case .lastDay: month.last
        case .firstWorkingDay: month.first { workingDays.contains($0) }
        case .lastWorkingDay: month.last { workingDays.contains($0) }
        case .weekdayOfMonth(5, let weekday): month.last { $0.weekday == weekday }
        case .weekdayOfMonth(let nth, let weekday): month.filter { $0.weekday == weekday }.dropFirst(nth - 1).first
        case .weekday: nil
        }
    }

    /// The day that it is kept by, which no calendar moves.
    func kept(_ day: Day) -> Day {
        switch placement {
        case .firstWorkingDay: Day(number: day.number - Int32(day.day) + 1)
        case .lastWorkingDay: days(day, Day(number: day.number + 31)).last { $0.month == day.month }!
        default: day
        }
    }

    func shifted(_ day: Day, _ shift: Shift) -> Day {
        var day = day
        while shift != .none && !workingDays.contains(day) { day.number += shift == .next ? 1 : -1 }
        return day
    }

    private func days(_ from: Day, _ to: Day) -> [Day] { (from.number...to.number).map { Day(number: $0) } }
}
