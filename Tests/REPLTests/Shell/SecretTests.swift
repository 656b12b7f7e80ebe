import Foundation
import TestSupport
import Testing
import Values

@testable import REPL

/// Entries that hold a key or a password, and entries of every day that look a little like them.
enum SecretSamples {
    static let secret = [
        ".key alphavantage EQSECRET9", ".key alphavantage=EQSECRET9", ".KEY alphavantage EQSECRET9", ".keys alphavantage EQSECRET9", ".kye alphavantage EQSECRET9",
        ".key EQSECRET9",
        ".key=alphavantage=EQSECRET9", "  .Key alphavantage: EQSECRET9", "luca> .key alphavantage EQSECRET9", ".apikey alphavantage EQSECRET9", "Key alphavantage EQSECRET9",
        "alphavantage=EQSECRET9",
        "luca key EQSECRET9", "luca key alphavantage=EQSECRET9",
        "setting('provider_keys', 'alphavantage=EQSECRET9')", "setting(\"alphavantage_key\",\"EQSECRET9\")", "setting(\"api_key\",\"EQSECRET9\")", "setting 'api_key' 'EQSECRET9'",
        "setting(\n  \"api_key\",\n  \"EQSECRET9\")",
        "setting('key', 'EQSECRET9')", "book:setting(\"ALPHAVANTAGE_TOKEN\", \"EQSECRET9\")", "setting alphavantage_key EQSECRET9", "setting token EQSECRET9",
        ".set alphavantage_key EQSECRET9", ".set password EQSECRET9",
        "settings{alphavantage_key=\"EQSECRET9\"}", "settings{[\"api-key\"] = 'EQSECRET9'}", "provider.define{id='x', apiKey='EQSECRET9'}", "token = 'EQSECRET9'",
        "my_secret = [[EQSECRET9]]",
        "setting(\"provider_urls\",\"alphavantage=http://u:EQSECRET9@h/x\")", "setting('provider_urls','yahoo=http://h/x?token=EQSECRET9')",
        "u = 'https://h/x?api_key=XX&token=EQSECRET9'",
        "u = 'https://h/x?a=1&key=EQSECRET9'", "https://EQSECRET9@h/", "os.setenv('LUCA_ALPHAVANTAGE_KEY', 'EQSECRET9')", "export LUCA_ALPHAVANTAGE_KEY=EQSECRET9",
        "headers = {['Authorization'] = 'Bearer EQSECRET9'}",
        "curl -H 'Authorization: Bearer EQSECRET9' h", "login --password EQSECRET9", "body = '{\"api_key\": \"EQSECRET9\"}'", "body = \"{\\\"password\\\":\\\"EQSECRET9\\\"}\"",
        "password: EQSECRET9",
    ]
    static let everyday = [
        ".key alphavantage", ".key alphavantge", ".key", ".keys", "luca key alphavantage", "key = 'ORCL'", "for key, value in pairs(t) do print(key, value) end", "buy 10 KEY @ 5",
        "buy{symbol=\"KEY\", quantity=10, price=5}",
        "quote(\"KEY\", 17)", "quote('TOKEN', 5)", "buy 3 TOKEN @ 2 in Wallet", "deposit{account='A', amount=5, notes='the key to success = patience'}",
        "account{name=\"Key Bank\", currency=\"USD\"}",
        "deposit 5 in Savings note \"bearer bond, keyed in late\"", "keyed = true", "monkey = 'x'", "turkey = 5", "watch KEY TOKEN", "setting('lot_method', 'lifo')",
        "setting lot_method lifo",
        "settings{}:where{key='lot_method'}", "providers():where{id='alphavantage'}[1].key", "sql(\"select key, value from settings where key = 'lot_method'\")",
        "holdings{}:sort('symbol'):group('key')",
        "sort_key = 'symbol'", "tokens = {}", "token = next_token()", "token = tokens[1]", "if token == 'x' then end", "#tokens == 3", "x = { passes = 3, pass = true }",
        "setting('provider_urls', 'yahoo=https://proxy.example/yahoo')",
        "https://example.org/a@b", "import ada@example.org.csv", "secretary = 'Ada'", "tags = {'token', 'defi'}", ".mode csv", ".save keys.lua", "yahoo = 5",
    ]
}

@Suite("Keys and passwords in what is typed")
struct SecretTests {
    @Test("An entry with one is not kept in the history, nor shown again", arguments: SecretSamples.secret)
    func found(entry: String) {
        #expect(Secrets.mayBe(in: entry))
        let history = InputHistory(path: nil)
        history.append(entry)
        #expect(history.entries.isEmpty)
        let failure = Failure(kind: "syntax", message: "near 'EQSECRET9'", hint: "EQSECRET9?", sourceLine: entry).hidingSecrets(of: entry)
        #expect(!FailureText(style: TextStyle(isColoured: false)).text(failure).contains("EQSECRET9"))
    }

    @Test("An entry of every day is kept and shown", arguments: SecretSamples.everyday)
    func passed(entry: String) {
        #expect(!Secrets.mayBe(in: entry))
        let history = InputHistory(path: nil)
        history.append(entry)
        #expect(history.entries == [String(entry.trimmedAtEnd)])
    }

    @Test("A long paste is looked through as fast as it is long", .timeLimit(.minutes(1)))
    func longPaste() {
        let line = "x = {" + (0..<10_000).map { "'abc def \($0)'" }.joined(separator: ",") + "}"
        #expect(!Secrets.mayBe(in: line))
        #expect(Secrets.mayBe(in: line + " token = 'EQSECRET9'"))
    }

    @Test(
        "No error of the program repeats one, wherever it was written", .enabled(if: BuiltProgram.path != nil),
        arguments: [
            "setting(\"alphavantage_key\",\"EQSECRET9\")", "setting('provider_urls','alphavantage=http://u:EQSECRET9@h/x')",
            "setting('provider_urls','alphavantage=http://h/x?api_key=XX&token=EQSECRET9')",
            "setting(\n\"api_key\",\n\"EQSECRET9\")", "setting('api_key' 'EQSECRET9')", "setting('api_key', EQSECRET9)", "setting alphavantage_key EQSECRET9",
            "load([[setting('api_key', 'EQSECRET9')]])()",
            ".keys alphavantage EQSECRET9", ".key=alphavantage=EQSECRET9", ".key alphavantage=EQSECRET9", ".key EQSECRET9", "settings{alphavantage_key=\"EQSECRET9\"}",
        ])
    func errors(source: String) throws {
        let folder = try TemporaryFolder(), home = folder.path
        try (source + "\n").write(toFile: home + "/s.lua", atomically: true, encoding: .utf8)
        var runs = [try BuiltProgram.run(["-e", source], home: home), try BuiltProgram.run([], input: source + "\n", home: home)]
        if !source.hasPrefix(".") { runs.append(try BuiltProgram.run(["run", "s.lua"], home: home)) }
        for run in runs { #expect(run.code != 0 && run.errors.contains("error") && !(run.errors + run.output).contains("EQSECRET9"), "\(run)") }
    }
}
