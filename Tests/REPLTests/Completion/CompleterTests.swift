import SampleSentences
import Sentences
import Testing

@testable import REPL

@Suite("What is being completed")
struct CompleterTests {
    private func request(_ line: String, pending: String = "") -> CompletionRequest? {
        Completer(SampleSentences.table, SampleSentences.vocabulary).request(line, pending: pending)
    }

    private func made(_ start: Int, _ prefix: String, _ subjects: [CompletionSubject], quote: Character? = nil) -> CompletionRequest {
        CompletionRequest(start: start, prefix: prefix, quote: quote, subjects: subjects)
    }

    @Test(
        "Names of Lua and command words",
        arguments: [
            ("", 0, "", [.commandWord, .global]),
            ("ho", 0, "ho", [.commandWord, .global]),
            ("x = ho", 4, "ho", [.global]),
            ("holdings:", 9, "", [.member(of: "holdings", isMethod: true)]),
            ("report.inc", 7, "inc", [.member(of: "report", isMethod: false)]),
            ("report . inc", 9, "inc", [.member(of: "report", isMethod: false)]),
            (#"gains{year=2014}:by("symbol"):su"#, 30, "su", [.member(of: "gains():by()", isMethod: true)]),
            (#"account "Ray":"#, 14, "", [.member(of: "account()", isMethod: true)]),
            ("f[1].", 5, "", [.member(of: "f[]", isMethod: false)]),
            ("a.b.c", 4, "c", [.member(of: "a.b", isMethod: false)]),
        ] as [(String, Int, String, [CompletionSubject])])
    func names(line: String, start: Int, prefix: String, subjects: [CompletionSubject]) {
        #expect(request(line) == made(start, prefix, subjects))
    }

    @Test(
        "Arguments of a call by name",
        arguments: [
            ("buy{", 4, "", nil, [.argumentName(of: "buy", given: [])]),
            ("buy{qu", 4, "qu", nil, [.argumentName(of: "buy", given: [])]),
            ("buy{quantity=1, sy", 16, "sy", nil, [.argumentName(of: "buy", given: ["quantity"])]),
            ("buy({quantity=f(1, 2), ", 23, "", nil, [.argumentName(of: "buy", given: ["quantity"])]),
            ("f:where{sym", 8, "sym", nil, [.argumentName(of: "f:where", given: [])]),
            (#"buy{account="Br"#, 13, "Br", "\"", [.argumentValue(of: "buy", name: "account")]),
            ("buy{account='Br", 13, "Br", "'", [.argumentValue(of: "buy", name: "account")]),
            ("buy{account=Br", 12, "Br", nil, [.argumentValue(of: "buy", name: "account"), .global]),
            (#"account "Ray Col"#, 9, "Ray Col", "\"", [.argumentValue(of: "account", name: nil)]),
            (#"account("Br"#, 9, "Br", "\"", [.argumentValue(of: "account", name: nil)]),
            (#"f:csv("out"#, 7, "out", "\"", [.argumentValue(of: "f:csv", name: nil), .file]),
            (#"import("tr"#, 8, "tr", "\"", [.argumentValue(of: "import", name: nil), .file]),
            ("buy{quantity=1 + x", 17, "x", nil, [.global]),
            ("buy{quantity=(2", nil, "", nil, []),
        ] as [(String, Int?, String, Character?, [CompletionSubject])])
    func calls(line: String, start: Int?, prefix: String, quote: Character?, subjects: [CompletionSubject]) {
        #expect(request(line) == start.map { made($0, prefix, subjects, quote: quote) })
    }

    @Test(
        "Places and keywords of a sentence",
        arguments: [
            ("buy ", 4, "", nil, []),
            ("buy 10 OR", 7, "OR", nil, [.place(.symbol, name: "symbol", command: "buy")]),
            ("buy 10 ORCL ", 12, "", nil, [.keyword(["@", "fee", "in", "on", "note"])]),
            ("buy 10 ORCL f", 12, "f", nil, [.keyword(["@", "fee", "in", "on", "note"])]),
            ("buy 10 ORCL in Br", 15, "Br", nil, [.place(.account, name: "account", command: "buy")]),
            ("buy 10 ORCL in Ray Col", 15, "Ray Col", nil, [.place(.account, name: "account", command: "buy")]),
            (#"buy 10 ORCL in "Ray Col"#, 16, "Ray Col", "\"", [.place(.account, name: "account", command: "buy")]),
            ("import tr", 7, "tr", nil, [.file]),
            ("import ./tr", 7, "./tr", nil, [.file]),
            (#"import "my tr"#, 8, "my tr", "\"", [.file]),
            ("report inc", 7, "inc", nil, [.place(.report, name: "name", command: "report")]),
            ("help ga", 5, "ga", nil, [.place(.topic, name: "topic", command: "help")]),
            ("buy nonsense more ", 18, "", nil, []),
        ] as [(String, Int, String, Character?, [CompletionSubject])])
    func sentences(line: String, start: Int, prefix: String, quote: Character?, subjects: [CompletionSubject]) {
        #expect(request(line) == made(start, prefix, subjects, quote: quote))
    }

    @Test(
        "Settings and their values",
        arguments: [
            (".", 0, ".", [.setting]), (".mo", 0, ".mo", [.setting]), (".mode ", 6, "", [.settingValue(of: "mode")]),
            (".mode c", 6, "c", [.settingValue(of: "mode")]), (".output ou", 8, "ou", [.file]),
        ] as [(String, Int, String, [CompletionSubject])])
    func settings(line: String, start: Int, prefix: String, subjects: [CompletionSubject]) {
        #expect(request(line) == made(start, prefix, subjects))
    }

    @Test(
        "Nothing in comments, numbers, closed strings and texts",
        arguments: [
            "-- ho", "x = 1 --[[ ho", "12", "1.", #"f("a""#, #"x = "Br"#, ".nosuch x",
        ])
    func nothing(line: String) {
        #expect(request(line) == nil)
    }

    @Test("A later line of an entry is Lua, with what came before in mind")
    func pending() {
        #expect(request("acc", pending: "buy{quantity=1,") == made(0, "acc", [.argumentName(of: "buy", given: ["quantity"])]))
        #expect(request("holdings on", pending: "for i = 1, 2 do") == made(9, "on", [.global]))
        #expect(request("ho", pending: "x = [[") == nil)
    }
}
