import Testing
import Values

@Suite("Texts that are looked for")
struct TextSearchTests {
    @Test(
        "The better fit is told",
        arguments: [
            ("oracle", "Oracle", TextSearch.Fit.whole), ("oracle", "ORACLE Corp", .beginning), ("corp", "Oracle Corp", .word), ("acle", "Oracle", .inside),
            ("corp oracle", "Oracle Corp", .words), ("oracle corp", "The Oracle Corp", .word), ("cafe", "Le Café", .word), ("CAFÉ", "cafe\u{301} crème", .beginning),
            ("lodz", "Łódź", .whole), ("strasse", "Hauptstraße", .inside), ("οδος", "ΟΔΟΣ", .whole), ("i", "naïve", .inside), ("o", "o", .whole), ("naive", "not naïve", .word),
            ("東京", "在東京", .inside),
        ])
    func fits(_ wanted: String, _ text: String, _ fit: TextSearch.Fit) { #expect(TextSearch(wanted)?.fit(text) == fit) }

    @Test("What does not fit is not told", arguments: [("oracle", "Orcale"), ("ab", "a b"), ("corp oracle", "Oracle"), ("x", "")])
    func misfits(_ wanted: String, _ text: String) { #expect(TextSearch(wanted)?.fit(text) == nil) }

    @Test("A name that is spelt nearly so comes last, and short words are not guessed")
    func near() {
        #expect(TextSearch("orcale")?.fit(name: "Oracle Corporation") == .near)
        #expect(TextSearch("savngs")?.fit(name: "Sävings") == .near)
        #expect(TextSearch("oa")?.fit(name: "or") == nil)
        #expect(TextSearch("oracle")?.fit(name: "Oracle") == .whole)
        #expect(TextSearch.Fit.near < .words && TextSearch.Fit.beginning < .whole)
    }

    @Test("Blanks alone are nothing to look for") func nothing() { #expect(TextSearch(" \t") == nil && TextSearch("") == nil) }

    @Test("Letters of two bytes are compared as all others are, whichever way they are read")
    func latin() {
        for value in 0xC0..<UInt32(0x250) {
            let letter = String(Unicode.Scalar(value)!), plain = TextFolding.plain(letter)
            // A sign that is no Latin letter takes the long way.
            for text in [letter, letter + "東"] where !plain.isEmpty { #expect(TextSearch(plain + (text == letter ? "" : "東"))?.fit(text) == .whole, "\(letter)") }
        }
    }

    @Test("Capitals make no difference in any alphabet", arguments: [("STRASSE", "straße"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ÉCART", "écart"), ("a", "A")])
    func capitals(_ a: String, _ b: String) {
        #expect(TextFolding.caseless(a) == TextFolding.caseless(b))
        #expect(TextFolding.plain(a) == TextFolding.plain(b))
    }
}
