import Foundation

/// A folder that goes with whoever holds it.
public final class TemporaryFolder: Sendable {
    /// Its path.
    public let path: String

    public init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "luca-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
