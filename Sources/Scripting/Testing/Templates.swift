import LuaKit
public import LuaSurface
import Values

/// What `luca new` writes: a script to change, and its test.
public struct Template: Sendable {
    /// A kind of script.
    public enum Kind: String, CaseIterable, Sendable {
        /// A report, which is called by its name.
        case report
        /// An importer of a broker's or a bank's file.
        case importer
        /// A recurring rule.
        case rule
    }

    /// A file that is to be written.
    public struct File: Sendable {
        /// Its name.
        public let name: String
        /// Its text.
        public let text: String
    }

    /// The files, the script first.
    public let files: [File]

    /// The files of a kind, under a name of letters, digits and underscores.
    ///
    /// - Throws: a misuse where the name is none that Lua has for a function.
    public init(_ kind: Kind, named name: String, _ runtime: Runtime) throws {
        guard name.isIdentifier else {
            let near = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? Character($0.lowercased()) : "_" })
            throw LuaMisuse(
                "\(quoted(name)) is no name for a script", field: "name",
                hint: "a name has letters, digits and _, such as \(near.isEmpty || near.first?.isNumber == true ? "mine" : near)", kind: "argument")
        }
        files = ["", "_test"].map { ending in
            let text = runtime.stdlib.text("templates/\(kind.rawValue)\(ending).lua") ?? ""
            return File(name: "\(name)\(ending).lua", text: text.replacing("NAME", with: name))
        }
    }
}
