import Foundation
import Frames
import LuaKit
import Testing
@testable import LuaSurface
@testable import Scripting

/// The stubs for editors in `stdlib/meta`, which say what the records say.
///
/// `LUCA_UPDATE=1` writes them anew.
@Suite("Stubs for editors")
struct StubTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "stdlib/meta").path
    private let session: ScriptSession
    private let files: [(name: String, text: String)]

    init() throws {
        session = try ScriptSession()
        // Plans are in the book's currency where they name none.
        try session.run("setting('base_currency', 'USD')")
        let runtime = session.runtime
        files = try runtime.stubs()
    }

    @Test("The files are what the records make of them")
    func fresh() throws {
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" {
            try? FileManager.default.removeItem(atPath: Self.folder)
            try FileManager.default.createDirectory(atPath: Self.folder, withIntermediateDirectories: true)
            for file in files { try file.text.write(toFile: "\(Self.folder)/\(file.name)", atomically: true, encoding: .utf8) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.folder).sorted() == files.map(\.name).sorted())
        for file in files {
            let standing = try? String(contentsOfFile: "\(Self.folder)/\(file.name)", encoding: .utf8)
            #expect(standing == file.text, "stdlib/meta/\(file.name) is out of date; LUCA_UPDATE=1 writes it anew")
        }
    }

    @Test("Each is Lua, and none is run by the program")
    func isLua() {
        for file in files {
            guard case .function = session.runtime.lua.compile(file.text, name: "@\(file.name)") else {
                Issue.record("\(file.name) is no Lua")
                continue
            }
            #expect(file.text.hasPrefix("---@meta\n"))
        }
        #expect(!Stdlib.names.contains { $0.contains("meta") })
    }

    @Test("Every function, method, field and parameter is in them")
    func complete() {
        let text = files.map(\.text).joined()
        for record in session.runtime.functions.records.values {
            #expect(text.contains("\nfunction \(record.name)("), "\(record.name)")
            for parameter in record.parameters { #expect(text.contains(parameter.doc), "\(record.name), \(parameter.name)") }
        }
        for type in session.runtime.lua.definedTypes {
            #expect(text.contains("---@class \(type.name)\n"))
            for field in type.fields { #expect(text.contains("---@field \(field.name) \(field.returns) ")) }
            for method in type.methods where type.name != "book" { #expect(text.contains("function \(type.name):\(method.name)(")) }
        }
    }

    @Test("Named arguments are a class, those in order are parameters, what may be left out is marked")
    func shapes() throws {
        let text = files.map(\.text).joined()
        for line in [
            "---@class buy_arguments", "---@field date? date|string The day it happened. Default: today().", "---@field quantity decimal|number|string Units, above zero.",
            "---@param arguments buy_arguments", "---@param arguments? holdings_arguments", "---@overload fun(name: string, options?: table): account?",
            "---@param currency string Its currency.", "function D(value) end", "---@operator add(any): decimal", "---@field symbol? string", "---@return decimal",
            "---@field account? account|string|string[] Only of this account, or of these.", "---@param condition table|fun(row: row): boolean? Values by column",
        ] { #expect(text.contains("\n" + line), "\(line)") }
    }
}
