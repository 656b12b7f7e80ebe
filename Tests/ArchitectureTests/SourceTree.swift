import Foundation

/// A file of the source tree.
struct SourceFile {
    /// From the top of the tree, as `Sources/Values/Day.swift`.
    var path: String
    var lines: [String]
    var text: SourceText

    init(path: String, contents: String) {
        self.path = path
        lines = contents.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        let isCode = [".swift", ".c", ".h"].contains { path.hasSuffix($0) }
        text = SourceText(isCode ? contents : "")
    }

    var isSwift: Bool { path.hasSuffix(".swift") }
    var isC: Bool { path.hasSuffix(".c") || path.hasSuffix(".h") }

    /// The module that a file under `Sources` belongs to.
    var module: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }
}

/// The tree that these tests were compiled from.
enum SourceTree {
    static let root: URL = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Swift and C of the program.
    static let sources: [SourceFile] = files(under: "Sources") { $0.hasSuffix(".swift") || $0.hasSuffix(".c") || $0.hasSuffix(".h") }
    /// Swift of the tests.
    static let tests: [SourceFile] = files(under: "Tests") { $0.hasSuffix(".swift") }
    /// Everything else that people write and ship: Lua, shell, manifest, prose.
    static let others: [SourceFile] =
        files(under: "stdlib") { $0.hasSuffix(".lua") || $0.hasSuffix(".md") } + files(under: "scripts") { _ in true }
        + files(under: "bin") { _ in true } + files(under: ".ci") { _ in true }
        + files(under: "Sources") { $0.hasSuffix(".md") || $0.hasSuffix(".modulemap") }
        + files(under: "docs") { $0.hasSuffix(".md") } + ["Package.swift", "README.md", "CHANGELOG.md", "CONTRIBUTING.md"].compactMap(file)

    /// The names of the folders in `Sources`.
    static let moduleFolders: [String] = {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "Sources").path)) ?? []
        return entries.filter { isFolder("Sources/" + $0) }.sorted()
    }()

    static func file(_ path: String) -> SourceFile? {
        guard let contents = try? String(contentsOf: root.appending(path: path), encoding: .utf8) else { return nil }
        return SourceFile(path: path, contents: contents)
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    /// Paths of the files under a folder, sorted; hidden ones are left out.
    static func paths(under folder: String) -> [String] {
        let entries = FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap { $0 as? String } ?? []
        return entries.filter { !$0.split(separator: "/").contains { $0.hasPrefix(".") } }
            .map { folder + "/" + $0 }.filter { !isFolder($0) }.sorted()
    }

    private static func files(under folder: String, where isWanted: (String) -> Bool) -> [SourceFile] {
        paths(under: folder).filter(isWanted).compactMap(file)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: root.appending(path: path).path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
