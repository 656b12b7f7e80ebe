import LuaKit
import Testing

@Suite("Keys and passwords in addresses")
struct AddressSecretTests {
    @Test(
        "An address with a key or a password is not recorded, and not repeated",
        arguments: [
            "alphavantage=http://proxy.example/query?apikey=SECRET", "yahoo=http://user:SECRET@proxy.example/yahoo", "yahoo=https://SECRET@proxy.example",
            "stooq=https://a.example yahoo=https://proxy.example/q?x=1&api_key=SECRET", "yahoo=https://proxy.example/#access_token=SECRET",
            "yahoo=https://proxy.example/?KEY=SECRET",
            "yahoo=https://proxy.example/?X-Auth-Token=SECRET", "yahoo=https://proxy.example/?password=SECRET;a=1", "yahoo=https://proxy.example/?client_secret=SECRET",
        ])
    func refused(value: String) throws {
        let session = try ScriptSession.small()
        try session.expectNothingRecorded {
            let failure = try session.failure("setting('provider_urls', '\(value)')")
            #expect(failure.kind == "keys" && failure.hint?.contains("luca key ") == true, "\(failure)")
            #expect(!failure.message.contains("SECRET") && failure.hint?.contains("SECRET") == false)
        }
    }

    @Test(
        "Other addresses are taken",
        arguments: [
            "yahoo=https://proxy.example/yahoo", "folder=/home/ada@home/prices", "yahoo=https://proxy.example/q?region=us&lang=en stooq=http://[::1]:8080/a@b",
        ])
    func taken(value: String) throws {
        let session = try ScriptSession.small()
        #expect(try session.text("setting('provider_urls', '\(value)')") == value)
    }
}
