import CLuca
import FoundationEssentials
import Glibc
import LuaKit

/// The part of luca that is written in Lua, and the demo's figures: embedded in the program, each file overridable by a folder.
struct Stdlib {
    /// A folder whose files take the place of the embedded ones; nil for none.
    let folder: String?

    /// The folder that is told by the environment, else the one beside an installed program.
    init(folder: String?) {
        self.folder = folder ?? ProcessInfo.processInfo.environment["LUCA_STDLIB"]
    }

    /// The names of all embedded files.
    static var names: [String] {
        var names: [String] = []
        while let file = luca_embedded_file(Int32(names.count)) { names.append(String(cString: file.pointee.name)) }
        return names
    }

    /// The bytes of a file.
    func bytes(_ name: String) -> [UInt8]? {
        if let folder, let bytes = try? FileAccess(isAllowed: true).read("\(folder)/\(name)") { return bytes }
        var number: Int32 = 0
        while let file = luca_embedded_file(number) {
            if String(cString: file.pointee.name) == name {
                return [UInt8](UnsafeBufferPointer(start: file.pointee.bytes, count: file.pointee.length))
            }
            number += 1
        }
        return nil
    }

    /// The text of a file.
    func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }
}

extension Runtime {
    /// Runs the standard library: what it defines belongs to the built-ins.
    func loadStandardLibrary() throws {
        for name in ["prelude.lua", "reports.lua", "commands.lua"] { try loadStandard(name) }
    }

    /// Says where `require` looks for modules, besides the script's own folder: in the user's folder of modules, then in luca's own library.
    func openLibraries() throws {
        if configuration.isSandboxed { return }
        lua.module = { [stdlib] in stdlib.text($0.replacing(".", with: "/") + ".lua") }
        if let folder = configuration.libraryFolder { try lua.setModulePath("\(folder)/?.lua;\(folder)/?/init.lua") }
    }

    /// Runs a file of the standard library.
    func loadStandard(_ name: String) throws {
        guard let text = stdlib.text(name) else { preconditionFailure("\(name) is not embedded") }
        switch lua.compile(text, name: "@stdlib/\(name)") {
        case .function(let chunk):
            // What a file returns by name takes the place of the built-ins.
            for field in try lua.call(chunk).first?.fields ?? [] { try lua.set(field.name, field.value, builtin: true) }
        case .mistake(let failure): throw failure
        case .incomplete: throw LuaMisuse("stdlib/\(name) ends before it is complete", kind: "syntax")
        }
    }
}
