import Plans
import Testing

@Suite("Places within a period, in words")
struct PlacementWordsTests {
    @Test("What is read is written back as it is read")
    func roundTrip() throws {
        let placements: [Placement] =
            [.asStart, .lastDay, .firstWorkingDay, .lastWorkingDay] + (1...7).map { .weekday($0) } + (1...31).map { .dayOfMonth($0) }
            + (1...5).flatMap { nth in (1...7).map { .weekdayOfMonth(nth, $0) } }
        for placement in placements {
            let words = placement.words
            func text(_ name: String) -> String? { words?.name == name ? words?.text : nil }
            #expect(try Placement(day: text("day"), weekday: text("weekday"), on: text("on")) == placement)
        }
    }

    @Test(
        "Words as people write them",
        arguments: [
            ("first_working", Placement.firstWorkingDay), ("the last working day", .lastWorkingDay), ("First", .dayOfMonth(1)), ("last", .lastDay),
            ("third fri", .weekdayOfMonth(3, 5)), ("Last Sunday", .weekdayOfMonth(5, 7)), ("first tues", .weekdayOfMonth(1, 2)),
        ])
    func words(text: String, placement: Placement) throws {
        #expect(try Placement(on: text) == placement)
    }

    @Test("What is none is told, with the nearest that there is")
    func refused() {
        func message(_ body: () throws -> Placement) -> String {
            do { return "\(try body())" } catch { return "\(error)" }
        }
        #expect(message { try Placement(on: "frist working day") } == "\"frist working day\" is no place in a month; did you mean \"first working day\"?")
        #expect(message { try Placement(on: "fifth friday") }.hasPrefix("\"fifth friday\" is no place in a month"))
        #expect(message { try Placement(weekday: "mondy") } == "\"mondy\" is no day of the week; did you mean \"monday\"?")
        #expect(message { try Placement(day: "32") } == "there is no day 32 of a month; 1 to 31, or \"last\"")
        #expect(message { try Placement(day: "-2") } == "there is no day -2 of a month; 1 to 31, or \"last\"")
        #expect(message { try Placement(day: "1", on: "last day") } == "day and on both say where dates fall; leave one of them out")
    }
}
