import Foundation
import TestSupport
import Testing

#if arch(x86_64)
    /// A script that has taken over its process, and says to luca's own what it likes.
    @Suite("What a taken-over process may tell", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
    struct SandboxStrangerTests {
        private let small: SandboxedBook

        init() throws { small = try SandboxedBook() }

        /// Writing reports, waiting for ever, and the end, by the kernel.
        private static let tools = """
            local function text(t) return string.pack('<I4', #t) .. t end
            local function hex(b) return 'hex ' .. b:gsub('.', function(c) return ('%02x'):format(c:byte()) end) end
            local function tell(b) b = text(b) system_call(1, 3, hex(b), #b) end
            local function wait() system_call(202, 'abcd', 0, 0x64636261, 0, 0, 0) end
            local function leave(code) system_call(231, code) end
            local function ended(code, heap, limit) return '\\3' .. string.pack('<i4', code) .. heap .. limit end
            local record, nothing = '\\5\\3' .. text(''), ('\\0'):rep(8)

            """

        private static let scripts: [(name: String, script: String, code: Int32, told: String?)] = [
            ("3000 wishes whose answers it never reads, and waiting", "for i = 1, 3000 do tell(record) end wait()", 124, "--time"),
            ("a wish that is cut off, and waiting", "system_call(1, 3, 'hex ffff0000', 4) wait()", 124, "--time"),
            ("a heap of half of all numbers", "tell(ended(0, ('\\x7f'):rep(8), '\\2\\0')) leave(0)", 125, "MiB"),
            ("the largest heap", "tell(ended(0, ('\\xff'):rep(8), '\\2\\0')) leave(0)", 125, "MiB"),
            (
                "a column far away",
                """
                local parts = text'error' .. text'told' .. text'' .. text'a.lua' .. text'x = y' .. text''
                tell(ended(1, nothing, '\\0\\1') .. parts .. ('\\xff'):rep(8)) leave(1)
                """, 1, "told"
            ),
            ("an end, and staying", "tell(ended(7, nothing, '\\0\\0')) wait()", 7, nil),
            ("an end, a wish, and staying", "tell(ended(0, nothing, '\\0\\0')) tell(record) wait()", 0, nil),
            ("that the walls are up, again", "tell('\\1' .. text('x')) return 1", 0, nil),
            ("no report at all", "tell('\\9') wait()", 1, "without telling why"),
        ]

        @Test("luca waits for none of it beyond the time, does nothing after the end, and tells how it ended")
        func tells() throws {
            for (name, script, code, told) in Self.scripts {
                let result = try small.run(Self.tools + script, ["--allow", "record", "--time", "1"], environment: ["LUCA_SANDBOX_PROBE": "1"])
                #expect(result.code == code, "\(name): \(result)")
                #expect(told.map { result.errors.contains($0) } ?? !result.errors.contains("error"), "\(name): \(result)")
                #expect(result.errors.utf8.count < 1 << 16 && !result.errors.contains("no filter"), "\(name)")
                let drafts = try FileManager.default.contentsOfDirectory(atPath: small.folder.path).filter { $0.contains("drafts") }
                // The first of many wishes is one that is due.
                #expect(drafts.count <= (name.hasPrefix("3000") ? 1 : 0), "\(name): \(drafts)")
                for file in drafts { try FileManager.default.removeItem(atPath: small.folder.path + "/" + file) }
            }
        }
    }
#endif
