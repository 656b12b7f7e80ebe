import FoundationEssentials
package import Values

extension TimeZoneFile {
    /// The zone of a name such as `Europe/Berlin`; nil where the system has none of that name, or its file cannot be read.
    package init?(named name: String, folder: String = TimeZoneFile.systemFolder) {
        // The name comes from the network or from a script, and may lead nowhere else.
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { part in
            !part.isEmpty && part.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || "_+-".utf8.contains($0) }
        }
        guard isPlain, let contents = FileManager.default.contents(atPath: "\(folder)/\(name)") else { return nil }
        self.init([UInt8](contents))
    }

    /// Where Linux systems keep their database of time zones.
    package static let systemFolder = "/usr/share/zoneinfo"
}
