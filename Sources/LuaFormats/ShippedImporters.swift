import Glibc
import LuaKit
import LuaSurface
import Session

/// The importers that come with luca: the files `importers/*.lua` of its library, and of the user's folder of modules, whose files take the place of
/// those of their name.
///
/// Each file is run when a file is imported that needs it, and once a session. It gets the helpers of `importers/kit.lua` and `importers/mapped.lua` as its argument, and sees
/// the built-ins alone, so that no global of the session stands in its way.
struct ShippedImporters {
    private let runtime: Runtime
    /// The names of the files of helpers, which no importer can have.
    static let kit = ["kit", "mapped"]
    private static let folder = "importers/", ending = ".lua"

    /// The importers of a session.
    init(_ runtime: Runtime) { self.runtime = runtime }

    /// What they define, kept for the session.
    private final class Definitions {
        var importers: [ScriptedImporter]?
    }

    /// The names of the files, which are those of the importers too.
    var names: [String] {
        let shipped = Stdlib.names.filter { $0.hasPrefix(Self.folder) && $0.hasSuffix(Self.ending) }.map { String($0.dropFirst(Self.folder.count).dropLast(Self.ending.count)) }
        return (Set(shipped).union(ownNames).subtracting(Self.kit)).sorted()
    }

    /// The importers, in the order of their names.
    func read() throws -> [ScriptedImporter] {
        let definitions = runtime.part(Definitions.init)
        if let importers = definitions.importers { return importers }
        let kept = runtime.part(ScriptedImporters.init)
        let before = kept.all
        defer { kept.all = before }
        kept.all = []
        let kit = try readKit()
        for name in names { _ = try run(name, [kit]) }
        definitions.importers = kept.all
        return kept.all
    }

    /// Has the files read anew when they are needed next, as after one was written.
    func readAnew() { runtime.part(Definitions.init).importers = nil }

    /// Runs the text of an importer, which then is one of the session's own.
    func define(_ text: String, name: String) throws {
        let kit = try readKit()
        switch runtime.lua.compile(text, name: "@\(name)\(Self.ending)", isBuiltin: true) {
        case .function(let chunk): _ = try runtime.lua.call(chunk, [kit])
        case .mistake(let failure): throw failure
        case .incomplete: throw LuaMisuse("the importer \(name) ends before it is complete", kind: "syntax")
        }
    }

    /// What the files share: each part adds to the table that the one before gave.
    private func readKit() throws -> LuaValue { try Self.kit.reduce(LuaValue.none) { kit, part in try run(part, [kit]).first ?? .none } }

    private func run(_ name: String, _ arguments: [LuaValue]) throws -> [LuaValue] {
        let path = Self.folder + name + Self.ending
        let (text, place) = try ownText(name).map { ($0, "@" + $1) } ?? (runtime.stdlib.text(path) ?? "", "=stdlib/\(path)")
        switch runtime.lua.compile(text, name: place, isBuiltin: true) {
        case .function(let chunk): return try runtime.lua.call(chunk, arguments)
        case .mistake(let failure): throw failure
        case .incomplete: throw LuaMisuse("\(place.dropFirst()) ends before it is complete", kind: "syntax")
        }
    }

    // MARK: the user's own

    /// The user's folder of importers; nil where there is none, or scripts are kept from files.
    var ownFolder: String? { runtime.configuration.isSandboxed ? nil : runtime.configuration.libraryFolder.map { "\($0)/importers" } }

    /// The names of the files in it.
    var ownNames: [String] {
        guard let folder = ownFolder, let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name.hasSuffix(Self.ending), !name.hasPrefix(".") { names.append(String(name.dropLast(Self.ending.count))) }
        }
        return names
    }

    private func ownText(_ name: String) throws -> (text: String, path: String)? {
        guard let path = ownFolder.map({ "\($0)/\(name)\(Self.ending)" }), access(path, F_OK) == 0 else { return nil }
        return (try runtime.files.readText(path), path)
    }
}
