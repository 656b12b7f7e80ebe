import Testing
@testable import Sandbox

@Suite("How long a sandboxed script has run")
struct SandboxClockTests {
    private static let second: Int64 = 1_000_000_000

    @Test("Its time begins with the script, and ends a little later than Lua has it, so that Lua can tell the line")
    func verdicts() {
        var clock = SandboxClock(milliseconds: 1000, start: 0)
        #expect(clock.verdict(at: 59 * Self.second) == .goesOn && clock.verdict(at: 61 * Self.second) == .isOver && !clock.hasBegun)
        clock.begin(at: 10 * Self.second)
        clock.begin(at: 1000 * Self.second)
        #expect(clock.hasBegun && clock.verdict(at: 11 * Self.second) == .goesOn)
        #expect(clock.verdict(at: 11 * Self.second + 300_000_000) == .isDue && clock.verdict(at: 12 * Self.second) == .isOver)
        #expect(clock.milliseconds(at: 12 * Self.second) == 2000)
    }

    @Test("What luca does for it is not its time, for two minutes in all, however often it asks")
    func waiting() {
        var clock = SandboxClock(milliseconds: 1000, start: 0)
        clock.begin(at: 0)
        clock.pause(from: 0, to: 20 * Self.second)
        #expect(clock.verdict(at: 21 * Self.second) == .goesOn && clock.milliseconds(at: 21 * Self.second) == 1000)
        for round in Int64(1)...100 { clock.pause(from: round * 20 * Self.second, to: (round + 1) * 20 * Self.second) }
        #expect(clock.verdict(at: 121 * Self.second) == .goesOn && clock.verdict(at: 122 * Self.second) == .isOver)
    }
}

@Suite("What a script is run behind")
struct SandboxWallsTests {
    @Test("With a filter it is run, without one by --weak and behind Landlock alone, and without limits never")
    func refusals() {
        for (hasFilter, hasLandlock, isWeak, told) in [
            (true, true, false, nil), (true, false, false, nil), (true, false, true, nil), (false, true, true, nil), (false, true, false, "--weak runs it so"),
            (false, false, true, "nor Landlock"), (false, false, false, "nor Landlock"),
        ] as [(Bool, Bool, Bool, String?)] {
            let refusal = SandboxWalls(hasFilter: hasFilter, hasLandlock: hasLandlock, problem: "why").refusal(isWeak: isWeak)
            #expect((refusal == nil) == (told == nil), "\(hasFilter) \(hasLandlock) \(isWeak)")
            if let told, let refusal {
                #expect("\(refusal.message) \(refusal.hint ?? "")".contains(told) && refusal.message.contains("why"))
                // What is proposed has to work.
                #expect(hasLandlock || refusal.hint?.contains("--weak runs it") != true)
            }
        }
        let unlimited = SandboxWalls(hasFilter: true, hasLandlock: true, limitsProblem: "no memory is measured")
        for isWeak in [false, true] { #expect(unlimited.refusal(isWeak: isWeak)?.message.contains("no memory is measured") == true) }
    }

    @Test("What it lacked is told of a script that ran without a filter, and of no other")
    func lacking() {
        #expect(SandboxWalls(hasFilter: true, hasLandlock: false).lacking.isEmpty && SandboxWalls(hasFilter: false, hasLandlock: true, problem: "why").lacking == "why")
        var outcome = SandboxOutcome(.vanished, SandboxLimits())
        #expect(outcome.warning == nil)
        outcome.lacking = "why"
        #expect(outcome.warning?.contains("(why)") == true)
    }
}
