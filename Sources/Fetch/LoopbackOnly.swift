import Glibc

/// Keeps requests on this machine while `LUCA_LOOPBACK_ONLY` is 1: a test that asks somebody else by mistake fails, and asks nobody.
enum LoopbackOnly {
    private static let variable = "LUCA_LOOPBACK_ONLY"

    /// Of the environment, what matters here.
    private static var environment: [String: String] { getenv(variable).map { [variable: String(cString: $0)] } ?? [:] }

    /// Whether a host must not be asked.
    static func forbids(_ host: String, environment: [String: String] = environment) -> Bool {
        environment[variable] == "1" && !isLoopback(host)
    }

    /// What is said instead of asking it.
    static func sentence(_ host: String) -> String { "\(variable) is set, and \(host) is another machine than this one" }

    /// An address of the machine itself (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3). Names are not looked up, but for its usual one.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if ["localhost", "::1", "[::1]"].contains(host) { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return parts.count == 4 && parts[0] == 127 && !parts.contains(nil)
    }
}
