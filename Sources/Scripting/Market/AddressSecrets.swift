import LuaKit
import Values

/// Keeps keys and passwords out of the addresses that a book holds: what is recorded stays in it, in each of its copies, for ever.
public enum AddressSecrets {
    /// Refuses a setting of addresses, `yahoo=https://proxy.example/yahoo`, in which one holds a password or a key; no sentence repeats it.
    static func check(_ setting: String) throws {
        for word in setting.split(separator: " ") {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            guard pair.count == 2, let what = secret(in: pair[1]) else { continue }
            let provider = SafeText.safe(pair[0])
            throw LuaMisuse(
                "setting: the address of \(provider) holds \(what), and a book keeps what it was told for ever, in each of its copies", field: "value",
                hint: "leave it out; luca key \(provider) asks for a key and keeps it in a file that only you can read", kind: "keys")
        }
    }

    /// What in an address is nobody else's business, in words; nil where nothing looks like it.
    private static func secret(in address: String) -> String? {
        // A folder has no user and no password.
        if let scheme = address.firstRange(of: "://"), address[scheme.upperBound...].prefix(while: { !"/?#".contains($0) }).contains("@") {
            return "a user's name or password"
        }
        let parameters = address.drop { !"?#".contains($0) }.split { "?#&;".contains($0) }
        let names = parameters.map { $0.prefix { $0 != "=" } }
        return names.first { isKey($0) }.map { "what looks like a key, \"\(SafeText.safe(String($0)))\"" }
    }

    /// Whether a parameter of an address is called as keys and passwords are: `apikey`, `api_key`, `X-Access-Token`.
    public static func isKey(_ name: some StringProtocol) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return plain.hasSuffix("key") || ["token", "secret", "passw", "pwd", "signature", "credential"].contains(where: plain.contains)
            || ["auth", "authorization", "sig", "appid", "pass"].contains(plain)
    }
}
