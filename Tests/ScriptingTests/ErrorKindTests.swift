import Formats
import Foundation
import Frames
import LuaKit
import Plans
import Quotes
import Sentences
import Storage
import Testing
@testable import Scripting

@Suite("Kinds of error")
struct ErrorKindTests {
    private static let listed = ErrorKinds.all.flatMap(\.kinds).map(\.kind)

    /// The kinds that enumerations of the modules have.
    private static let enumerated =
        StorageError.Kind.allCases.map(\.rawValue) + PlanError.Kind.allCases.map(\.rawValue) + QuoteError.Kind.allCases.map(\.rawValue)
        + FrameError.Kind.allCases.map(\.rawValue) + ImportIssue.Kind.allCases.map(\.rawValue)
        + [LuaStop.interrupted, .deadline, .instructions, .memory].map(\.kind) + [LuaMisuse("").kind, CommandMismatch.kind]

    /// The Swift files of the program.
    private static func sources() throws -> [(name: String, text: String)] {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        return try files.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
    }

    /// What they write out: `kind: "…"` of an error, and the texts of a property that tells the kind.
    private static func written() throws -> Set<String> {
        var kinds: Set<String> = []
        for (name, text) in try sources() {
            for match in text.matches(of: /\bkind: "([^"]*)"/) where isError(text[..<match.range.lowerBound]) { kinds.insert(String(match.1)) }
            for match in text.matches(of: /var luaKind: String \{ "([^"]*)" \}/) { kinds.insert(String(match.1)) }
            // Errors that are cases with values tell their kinds in a property.
            guard name == "ErrorMessages.swift" || name == "ReturnsError.swift",
                let property = text.firstMatch(of: /(?s)public var kind: String \{(.*?)\n    \}\n/)
            else { continue }
            for match in property.1.matches(of: /: "([^"]*)"/) { kinds.insert(String(match.1)) }
        }
        return kinds
    }

    /// Whether the last thing begun before a kind is an error, and not a warning or an activity.
    private static func isError(_ before: Substring) -> Bool {
        let begun = before.matches(of: /\b(LuaMisuse|LuaFailure|Failure|FrameWarning|ActivityDraft|check)\(/).last?.1
        return begun.map { $0 != "FrameWarning" && $0 != "ActivityDraft" } ?? false
    }

    @Test("The list has each kind that can be raised, and no other")
    func complete() throws {
        let raised = try Self.written().union(Self.enumerated)
        #expect(raised.count > 150)
        #expect(raised.subtracting(Self.listed).sorted() == [], "these are raised and not listed in ErrorKinds.swift")
        #expect(Set(Self.listed).subtracting(raised).sorted() == [], "these are listed and never raised")
        #expect(Self.listed.count == Set(Self.listed).count, "a kind is listed twice")
    }

    @Test("All are spelt alike, and each has its sentence")
    func spelling() throws {
        for (name, text) in try Self.sources() {
            for match in text.matches(of: /\bkind: "([^"\\]*)"/) { #expect(match.1.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(match.1) in \(name)") }
        }
        for (kind, meaning) in ErrorKinds.all.flatMap(\.kinds) {
            #expect(kind.wholeMatch(of: /[a-z]+(_[a-z]+)*/) != nil, "\(kind)")
            #expect(meaning.first?.isUppercase == true && !meaning.hasSuffix("."), "\(kind)")
        }
    }

    @Test("Help shows the list, and what one of them means")
    func help() throws {
        let session = try ScriptSession.small(), text = try #require(session.runtime.help("errors"))
        for kind in Self.listed { #expect(text.contains("  \(kind) "), "\(kind)") }
        #expect(session.runtime.help("oversold") == "oversold, a kind of error\n  More is sold, sent or used than the account holds.")
        #expect(session.runtime.help("disk_full")?.contains("no room left") == true)
        #expect(try session.failure("help('erors')").hint == "did you mean \"errors\"?")
    }

    @Test(
        "A script sees the kind that the list names",
        arguments: [
            ("open('/nowhere/at/all.luca')", "not_found"), ("sql('delete from activities')", "refused"),
            ("sell{account='Savings', symbol='ORCL', quantity=1, price=1}", "oversold"),
            ("amend{id=99, amount=1}", "unknown_entry"), ("recorded_since('nothing')", "no_backup"), ("D'x'", "decimal"), ("holdings{}:sum('nothing')", "unknown_column"),
            ("holdings{nothing=1}", "argument"),
            ("holdings{owner='Nobody'}", "unknown_owner"), ("nothing()", "unknown_name"),
        ])
    func seen(source: String, kind: String) throws {
        #expect(try ScriptSession.small().text("select(2, pcall(function() \(source) end)).kind") == kind)
    }
}
