import Values

/// Keeps keys and passwords out of the addresses that a book holds: what is recorded stays in it, in each of its copies, for ever.
public enum AddressSecrets {
    /// The first provider in a setting of addresses, `yahoo=https://proxy.example/yahoo`, whose address holds a password or a key, and what it holds, in
    /// words; nil where none does.
    package static func found(in setting: String) -> (provider: String, what: String)? {
        for word in setting.split(separator: " ") {
            let pair = word.split(separator: "=", maxSplits: 1).map(String.init)
            if pair.count == 2, let what = secret(in: pair[1]) { return (SafeText.safe(pair[0]), what) }
        }
        return nil
    }

    /// What an address holds that must stay secret, in words: a user's name or password, or what looks like a key. nil where it holds nothing of the
    /// kind.
    private static func secret(in address: String) -> String? {
        // A folder has no user and no password.
        if let scheme = address.firstRange(of: "://"), address[scheme.upperBound...].prefix(while: { !"/?#".contains($0) }).contains("@") {
            return "a user's name or password"
        }
        let parameters = address.drop { !"?#".contains($0) }.split { "?#&;".contains($0) }
        let names = parameters.map { $0.prefix { $0 != "=" } }
        return names.first { isKey($0) }.map { "what looks like a key, \"\(SafeText.safe(String($0)))\"" }
    }

    /// Whether the name of a parameter is one that keys and passwords have: `apikey`, `api_key`, `X-Access-Token`.
    public static func isKey(_ name: some StringProtocol) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return plain.hasSuffix("key") || ["token", "secret", "passw", "pwd", "signature", "credential"].contains(where: plain.contains)
            || ["auth", "authorization", "sig", "appid", "pass"].contains(plain)
    }
}
