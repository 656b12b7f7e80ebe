import Glibc
import Quotes
import Values

/// The keys of providers: one a line, `alphavantage=KEY`, in a file of their own that nobody else can read, and never in a book.
///
/// A key in a book would be in each of its backups and in what is sent to a tax adviser. Lines that begin with `#` are left as they are.
public struct ProviderKeys: Sendable {
    /// Where the file is.
    public let path: String

    /// The keys in the file of a path, which need not be there.
    public init(path: String) { self.path = path }

    /// Something is wrong with the file or with what is to be kept in it; no sentence holds a key.
    public struct Problem: Error {
        /// What is wrong, in a sentence.
        public let message: String
        /// What to do about it.
        public let hint: String?
    }

    /// The keys by provider; nothing where there is no file.
    public func read() throws -> [String: String] {
        try file.read { Problem(message: "line \($0) of \(path) is no key", hint: "write each key as PROVIDER=KEY, or let luca key PROVIDER write it") }
    }

    /// A warning where others on this machine may read or write the file; nil where only the owner may.
    public var warning: String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
        return "other users of this machine may read the keys in \(path): chmod 600 \(SafeText.shellWord(path))"
    }

    /// Keeps a key, or with nil takes it away. The file is replaced whole, for its owner alone.
    public func set(_ provider: String, to key: String?) throws {
        try Self.check(provider)
        if let key { try Self.check(key: key, of: provider) }
        try file.set(provider, to: key)
    }

    /// Whether a provider on the network has a name, in any case.
    public static func isProvider(_ name: some StringProtocol) -> Bool { Providers.networkNames.contains(name.lowercased()) }

    /// Refuses a name that no provider on the network has.
    public static func check(_ provider: String) throws {
        guard !Providers.networkNames.contains(provider) else { return }
        // What is near no name may be a key in the place of one, and is not shown again.
        guard let near = nearestName(to: provider, in: Providers.networkNames) else {
            throw Problem(message: "no provider on the network has that name", hint: "there are \(Providers.networkNames.joined(separator: ", "))")
        }
        throw Problem(message: "no provider on the network is called \(SafeText.safe(provider))", hint: Suggestion(near).question)
    }

    private static func check(key: String, of provider: String) throws {
        if key.isEmpty { throw Problem(message: "the key for \(provider) is empty, so nothing was kept", hint: "luca key \(provider) --remove takes a key away") }
        if key.utf8.count > 500 || key.unicodeScalars.contains(where: { SafeText.isUnsafe($0) || $0.properties.isWhitespace }) {
            throw Problem(message: "the key for \(provider) holds blanks or control characters, or is very long, so nothing was kept", hint: "paste the key alone, on one line")
        }
    }

    private var file: NamedValues { NamedValues(path: path) { Problem(message: $0, hint: $1) } }
}

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
