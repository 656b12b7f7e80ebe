import Values
import Testing
@testable import Sandbox

@Suite("How much a sandboxed script may take")
struct SandboxLimitsTests {
    @Test(
        "Times are written with and without a unit",
        arguments: [("10", 10_000), ("0.5", 500), ("500ms", 500), ("2min", 120_000), ("1 s", 1000), ("24h", 86_400_000), ("10ms", 10)])
    func times(text: String, milliseconds: Int) throws {
        var limits = SandboxLimits()
        try limits.set(.time, to: text)
        #expect(limits.milliseconds == milliseconds)
    }

    @Test("Sizes too", arguments: [("256", 256 << 20), ("8M", 8 << 20), ("1G", 1 << 30), ("64MiB", 64 << 20), ("9000K", 9000 << 10), ("64 G", 64 << 30)])
    func sizes(text: String, bytes: Int) throws {
        var limits = SandboxLimits()
        try limits.set(.memory, to: text)
        try limits.set(.output, to: text)
        #expect(limits.heap == bytes && limits.output == bytes && limits.addressSpace == 4 * bytes)
    }

    @Test("What is no limit is refused, and nothing is set", arguments: ["", "x", "-1", "0", "1e9", "nan", "inf", "5 parsecs", "9999999999999999999999", "1.2.3"])
    func mistakes(text: String) {
        for name in SandboxLimits.Name.allCases {
            var limits = SandboxLimits()
            #expect(throws: SandboxLimits.Mistake.self) { try limits.set(name, to: text) }
            #expect(limits == SandboxLimits())
        }
    }

    @Test("Bounds are kept", arguments: [(SandboxLimits.Name.time, "9ms"), (.time, "25h"), (.memory, "7M"), (.memory, "65G"), (.output, "0.5K")])
    func bounds(name: SandboxLimits.Name, text: String) {
        var limits = SandboxLimits()
        #expect(throws: SandboxLimits.Mistake.self) { try limits.set(name, to: text) }
    }

    @Test(
        "Figures are told in the unit that suits them",
        arguments: [(5, "5 bytes"), (1 << 10, "1 KiB"), (1536 << 10, "1.5 MiB"), (128 << 20, "128 MiB"), (.max, "8796093022208 MiB")])
    func shownSizes(bytes: Int, text: String) { #expect(ByteCount.text(bytes) == text) }

    @Test("So are times", arguments: [(5000, "5 s"), (1500, "1.5 s"), (20, "20 ms"), (500, "0.5 s")])
    func shownTimes(milliseconds: Int, text: String) { #expect(SandboxLimits.shown(milliseconds: milliseconds) == text) }
}

@Suite("What a sandboxed script may do beyond reading")
struct SandboxPermissionsTests {
    @Test("Words are read and written")
    func words() throws {
        let words = ["record", "write=/tmp/out", "write=a=b", "net=api.example.com"]
        let permissions = try SandboxPermissions(words)
        #expect(permissions.records && permissions.folders == ["/tmp/out", "a=b"] && permissions.hosts == ["api.example.com"])
        #expect(permissions.words == words && permissions.sentences.count == 4 && !permissions.isEmpty)
    }

    @Test("Others are refused", arguments: ["", "all", "record=x", "write", "write=", "net", "net=", "net=localhost", "net=a.b/c", "net=.example.com", "net=a.b:80", "read=/"])
    func mistakes(word: String) { #expect(throws: SandboxPermissions.Mistake.self) { try SandboxPermissions([word]) } }

    @Test(
        "A script asks in the comment that it begins with, and nowhere else",
        arguments: [
            ("-- allow: record", ["record"]), ("#!/usr/bin/env luca\n\n-- A report.\n--  Allow: net=a.example.com, record\nreturn 1", ["record", "net=a.example.com"]),
            ("return 1 -- allow: record", []), ("local x = 1\n-- allow: record", []), ("-- allow record", []),
            ("-- allow: write=out\r\n-- allow: record\r\n", ["record", "write=out"]), ("", []),
        ])
    func asked(script: String, words: [String]) throws { #expect(try SandboxPermissions(askedBy: script).words == words) }

    @Test("What is allowed already is not asked for again")
    func beyond() throws {
        let asked = try SandboxPermissions(["record", "net=a.example.com", "write=x"])
        var allowed = try SandboxPermissions(["net=a.example.com"])
        #expect(try asked.beyond(allowed) == SandboxPermissions(["record", "write=x"]))
        allowed.add(asked)
        #expect(asked.beyond(allowed).isEmpty && allowed.words.count == 3)
    }
}
