import Foundation
import Frames
import LuaKit
import LuaSurface
import Sentences
import Testing
@testable import Scripting

/// Who types a sentence is told sentences: hints and warnings are written in Lua once, and said in the words of sentences where there are any.
@Suite("Hints and warnings in the form that was typed")
struct SentenceHintTests {
    private let session: ScriptSession

    init() throws { session = try ScriptSession.small() }

    private func frame(_ source: String) throws -> Frame {
        let value = try session.run("return \(source)").first
        return try #require(value.flatMap(session.runtime.frame))
    }

    private func pattern(_ name: String) throws -> CommandPattern { try #require(session.runtime.functions.commands.first { $0.name == name }) }

    @Test(
        "A mistake in a sentence is mended by a sentence",
        arguments: [
            ("buy 2 AAPL @ 3 in Brokerage", "Define it with instrument AAPL USD"), ("buy 2 SPY @ 3 in Foo", "Define it with account Foo USD"),
            ("deposit 5 to Brokerage on 2030-01-01", "Say status pending until it has happened"), ("history 99", "activities lists the activities with their ids"),
            ("sell 50 ORCL @ 3 in Brokerage", "If it may go short, say account{name=\"Brokerage\", allow_short=true}"),
            ("value 5 ORCL in Brokerage", "account Brokerage USD tracking holdings lets what it holds be told instead"),
            ("performance against SPY", "store some with price SPY CLOSE on DATE, or sync"),
        ])
    func errors(line: String, hint: String) throws {
        do {
            _ = try session.sentence(line)
            Issue.record("\(line) is no mistake")
        } catch let failure as LuaFailure {
            #expect(failure.hint?.contains(hint) == true, "\(failure.hint ?? failure.message)")
        }
    }

    @Test(
        "What a text says in Lua, and what a sentence is told",
        arguments: [
            ("holdings", "store one with quote{symbol=\"ORCL\", date=…, close=…}, or sync", "store one with price ORCL CLOSE on DATE, or sync"),
            ("holdings", "rate{from=\"USD\", to=\"EUR\", date=\"2014-12-31\", rate=…}", "rate USD EUR RATE on 2014-12-31"),
            ("holdings", "say value{account=\"My ISA\", amount=…}", "say value AMOUNT in \"My ISA\""), ("holdings", "lots{} lists them", "lots lists them"),
            ("holdings", "holdings{on=…} shows what is held", "holdings on DATE shows what is held"), ("holdings", "setting(\"base_currency\", \"EUR\")", "set base_currency EUR"),
            ("holdings", "recurring.remove{name=\"rent\"}", "recurring remove rent"),
            ("holdings", "delete_account{name=\"Savings\", confirm=true}", "delete account Savings confirm"),
            ("holdings", "void(ID) takes it back", "void ID takes it back"), ("holdings", "amend{id=12} takes it again", "amend 12 takes it again"),
            ("holdings", "account{name=\"Savings\", opened=\"2013-01-01\"}", "account Savings USD opened 2013-01-01"),
            ("buy", "say settle=\"EUR\" with fx_rate=…", "say settle EUR with fx_rate AMOUNT"), ("import", "say date_order=\"dmy\" or \"mdy\"", "say date_order dmy or mdy"),
            ("import", "partial=true imports the others", "adding partial imports the others"),
            ("import", "say account=\"…\" for rows without one", "say into ACCOUNT for rows without one"),
            // What no sentence says stays Lua, and so does what is done with an answer.
            ("holdings", "plan{ready=true} begins one", "plan{ready=true} begins one"), ("holdings", "account{name=\"A\", closed=false}", "account{name=\"A\", closed=false}"),
            ("holdings", "holdings{}:csv(\"a.csv\")", "holdings{}:csv(\"a.csv\")"), ("holdings", "say status=\"pending\"", "say status=\"pending\""),
            ("holdings", "a book (or none) = nothing", "a book (or none) = nothing"), ("holdings", "lots={12, {lot=15, quantity=3}}", "lots={12, {lot=15, quantity=3}}"),
        ])
    func texts(word: String, lua: String, said: String) throws { #expect(try session.runtime.said(lua, by: pattern(word)) == said) }

    @Test("Warnings and messages of what a sentence answers are said so, and the frame that is kept stays as it is")
    func frames() throws {
        try session.run("kept = holdings{base='EUR'}")
        let kept = try frame("kept"), said = session.runtime.said(kept, by: try pattern("holdings"))
        #expect(kept.warnings.contains { $0.message.contains("rate{from=\"USD\", to=\"EUR\"") } && !said.warnings.contains { $0.message.contains("{") })
        #expect(said.warnings.contains { $0.message.contains("rate USD EUR RATE on 2014-12-31") } && said.rowCount == kept.rowCount)
        let listed = try frame("warnings{prices=true}")
        let messages = try session.runtime.said(listed, by: pattern("warnings")).list("message").map { "\($0)" }
        #expect(try listed.list("message").contains { "\($0)".contains("quote{symbol=") } && messages.contains { $0.contains("price ORCL CLOSE on DATE") })
    }

    // MARK: All of them

    /// What no sentence says, so that it stays Lua; `X` is what is known only when it is printed.
    private static let withoutSentence = [
        "closed=false}", "allow_short=true}", "name=\"X\", …}", "account{name=\"X\", X", "instrument{symbol=\"X\", X", "status=\"all\"}", "compare(a, b", "explain{row=",
        "explain_return{",
        "holdings{}:", "kind=\"option\"", "irr{{", "open(\"", "plan{", "all=true}", "remove=true}", "rates{currency", "rebalance{", "recurring{",
        "recurring.calendar{",
        "risk{risk_free", "tier{name",
    ]

    /// The texts of a source file's line as they are printed, `X` in the place of what is known only then.
    private static func texts(of line: Substring) -> [String] {
        var texts: [String] = [], text: String?, rest = line
        while let character = rest.first {
            if text != nil, rest.hasPrefix("\\(") {
                var depth = 0
                let inside = rest.dropFirst().prefix { character in
                    depth += character == "(" ? 1 : character == ")" ? -1 : 0
                    return depth > 0
                }
                text? += inside.contains("quoted") ? "\"X\"" : "X"
                rest = rest.dropFirst(inside.count + 2)
            } else if text != nil, character == "\\" {
                text?.append(rest.dropFirst().first ?? " ")
                rest = rest.dropFirst(2)
            } else {
                if character != "\"" { text?.append(character) } else if let whole = text { (texts, text) = (texts + [whole], nil) } else { text = "" }
                rest.removeFirst()
            }
        }
        return texts
    }

    @Test("Every function that a hint or a warning of the program names is said in a sentence, where one calls it")
    func all() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
        let names = Set(session.runtime.functions.records.keys), form = SentenceForm(session.runtime.functions.commands, session.runtime.vocabulary())
        var left: [String] = [], count = 0
        for file in files {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            for (place, line) in lines.enumerated() where line.contains("{") || line.contains("(\\\"") || line.contains("('") {
                // What is a hint stands in its line or in the one before it.
                let near = (place > 0 ? lines[place - 1] : "") + line, isHint = ["hint", "arning", "notice", "message", "obstacles"].contains { near.contains($0) }
                guard isHint || file.lastPathComponent == "ErrorHints.swift", !["example:", "summary:", "///", "returns:"].contains(where: { line.contains($0) }) else { continue }
                for text in Self.texts(of: line) {
                    let said = form.said(text)
                    if said.matches(of: /([a-z_.]+)[{(]/).contains(where: { names.contains(String($0.1)) }), !said.contains("-->") { left.append(said) }
                    count += said == text ? 0 : 1
                }
            }
        }
        #expect(count > 30)
        for text in left where !Self.withoutSentence.contains(where: { text.contains($0) }) { Issue.record("there is a sentence to say for: \(text)") }
        for part in Self.withoutSentence { #expect(left.contains { $0.contains(part) }, "nothing says \(part) any more") }
    }
}
