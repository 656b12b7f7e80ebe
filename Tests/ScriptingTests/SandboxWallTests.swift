import Foundation
import TestSupport
import Testing

/// A script that has taken over its process: in builds for tests it may ask the kernel directly.
@Suite("What the kernel refuses a stranger's script", .enabled(if: BuiltProgram.path != nil, "the program is not built beside the tests"))
struct SandboxWallTests {
    private let small: SandboxedBook
    private var folder: TemporaryFolder { small.folder }
    private var book: String { small.path }

    init() throws { small = try SandboxedBook() }

    private func run(_ script: String, isProbe: Bool = true, _ options: [String] = []) throws -> BuiltProgram.Result {
        try small.run(script, options, environment: isProbe ? ["LUCA_SANDBOX_PROBE": "1"] : [:])
    }

    #if arch(x86_64)
        private static let calls: [(name: String, call: String)] = [
            ("open", "2, '/etc/passwd', 0, 0"), ("openat", "257, -100, '/etc/passwd', 0, 0"), ("openat2", "437, -100, '/etc/passwd', 0, 24"), ("creat", "85, '/tmp/luca-x', 420"),
            ("socket", "41, 2, 1, 0"), ("a local socket", "41, 1, 1, 0"), ("connect", "42, 1, 0, 16"), ("sendto", "44, 1, 'x', 1, 0"), ("sendmsg", "46, 1, 0, 0"),
            ("fork", "57"), ("vfork", "58"), ("clone", "56, 17, 0, 0, 0, 0"), ("clone3", "435, 0, 0"), ("execve", "59, '/bin/true', 0, 0"),
            ("execveat", "322, -100, '/bin/true', 0, 0, 0"),
            ("write to a descriptor that is not its own", "1, 4, 'x', 1"), ("write to the answers", "1, 0, 'x', 1"), ("pwrite64", "18, 1, 'x', 1, 0"), ("writev", "20, 1, 0, 0"),
            ("pwritev2", "328, 1, 0, 0, 0, 0, 0"), ("sendfile", "40, 1, 1, 0, 10"), ("splice", "275, 1, 0, 1, 0, 1, 0"), ("copy_file_range", "326, 1, 0, 1, 0, 1, 0"),
            ("ftruncate", "77, 1, 0"), ("fallocate", "285, 1, 0, 0, 1"), ("read", "0, 1, 0, 0"), ("read the answers", "0, 0, 0, 0"), ("pread64", "17, 1, 0, 0, 0"),
            ("kill", "62, 1, 0"), ("kill itself", "62, 0, 9"), ("tgkill another", "234, 1, 1, 6"), ("tkill", "200, 1, 9"), ("rt_sigqueueinfo", "129, 1, 0, 0"),
            ("pidfd_open", "434, 1, 0"), ("pidfd_send_signal", "424, 1, 9, 0, 0"), ("ptrace", "101, 16, 1, 0, 0"), ("process_vm_readv", "310, 1, 0, 0, 0, 0, 0"),
            ("process_vm_writev", "311, 1, 0, 0, 0, 0, 0"), ("prctl", "157, 38, 0, 0, 0, 0"), ("seccomp", "317, 1, 0, 0"), ("setrlimit", "160, 7, 0"),
            ("prlimit64", "302, 0, 7, 0, 0"), ("setuid", "105, 0"), ("capset", "126, 0, 0"), ("unshare", "272, 0"), ("mount", "165, 'a', 'b', 'c', 0, 0"), ("chroot", "161, '/'"),
            ("bpf", "321, 0, 0, 0"), ("io_uring_setup", "425, 1, 0"), ("memfd_create", "319, 'x', 0"), ("userfaultfd", "323, 0"), ("perf_event_open", "298, 0, 0, 0, 0, 0"),
            ("mmap that is executable", "9, 0, 4096, 7, 34, -1, 0"), ("mmap of a file", "9, 0, 4096, 1, 1, 1, 0"), ("mprotect", "10, 0, 4096, 5"),
            ("pkey_mprotect", "329, 0, 4096, 5, -1"),
            ("shmget", "29, 0, 4096, 512"), ("unlink", "87, '/tmp/luca-x'"), ("rename", "82, 'a', 'b'"), ("mkdir", "83, '/tmp/luca-x', 511"), ("link", "86, 'a', 'b'"),
            ("symlink", "88, 'a', 'b'"), ("chmod", "90, 'a', 0"), ("stat", "4, '/etc/passwd', 0"), ("access", "21, '/etc/passwd', 0"), ("getdents64", "217, 1, 0, 0"),
            ("dup", "32, 1"), ("dup2", "33, 1, 5"), ("fcntl", "72, 1, 0, 10"), ("ioctl", "16, 1, 21522, 0"), ("close", "3, 1"), ("pipe", "22, 0"), ("keyctl", "250, 0, 0, 0, 0, 0"),
            ("add_key", "248, 0, 0, 0, 0, 0"), ("reboot", "169, 0, 0, 0, 0"), ("init_module", "175, 0, 0, 0"), ("uname", "63, 0"), ("sysinfo", "99, 0"),
            ("rt_sigaction", "13, 10, 0, 0, 8"),
            ("setitimer", "38, 0, 0, 0"), ("nanosleep", "35, 0, 0"), ("a call of the x32 kind", "\(0x4000_0000 + 39)"),
        ]

        @Test("Each ends the script, and nothing of it happens", arguments: calls.map(\.name))
        func refused(name: String) throws {
            let call = try #require(Self.calls.first { $0.name == name }).call
            let result = try run("print(system_call(\(call))) print('behind')")
            #expect(result.code == 126 && result.output.isEmpty, "\(name): \(result)")
            #expect(result.errors.contains("forbids"), "\(result)")
        }

        @Test("What it needs is let through: printing, memory, time")
        func allowed() throws {
            let result = try run("io = system_call(1, 1, 'printed\\n', 8) system_call(9, 0, 4096, 3, 34, -1, 0) system_call(24 + 15) return io")
            #expect(result.code == 0 && result.output == "printed\n8\n", "\(result)")
        }
    #endif

    @Test("No script has that way to the kernel but in a build for tests that is asked for it")
    func noProbe() throws {
        let result = try run("return system_call", isProbe: false)
        #expect(result.code == 1 && result.errors.contains("unknown name"), "\(result)")
    }

    @Test("Its process has three pipes and nothing else, no variables of the user's, and no rights of root's")
    func inherits() throws {
        let script = folder.path + "/script.lua", output = folder.path + "/seen"
        try "print('begun') while true do end".write(toFile: script, atomically: true, encoding: .utf8)
        // A descriptor and a variable that luca itself was given.
        let command = """
            exec 9<"$BOOK"; SECRET=s3cret "$LUCA" --book "$BOOK" run --sandbox --time 20 "$SCRIPT" > "$OUTPUT" & parent=$!
            for i in $(seq 400); do grep -q begun "$OUTPUT" 2>/dev/null && break; sleep 0.05; done
            child=$(cat /proc/$parent/task/$parent/children | tr -d ' ')
            ls /proc/$child/fd | tr '\\n' ' '; echo
            readlink /proc/$child/fd/0 /proc/$child/fd/1 /proc/$child/fd/2 /proc/$child/fd/3 | cut -d: -f1 | sort -u
            tr '\\0' '\\n' < /proc/$child/environ | grep -c -e SECRET -e HOME -e PATH=
            grep -E '^(CapEff|NoNewPrivs|Seccomp):' /proc/$child/status | tr -d '\\t'
            awk '/core file|open files|file size|processes/ { print $(NF - 2) }' /proc/$child/limits | tr '\\n' ' '; echo
            allowed=$(awk '/address space/ { print int($(NF - 2) / 1024) }' /proc/$child/limits); had=$(awk '/VmSize/ { print $2 }' /proc/$child/status)
            beyond=$((allowed - had - 512 * 1024)); [ ${beyond#-} -lt 65536 ] && echo "as told" || echo "$allowed of $had"
            kill -9 $parent; for i in $(seq 100); do [ -d /proc/$child ] || break; sleep 0.05; done; [ -d /proc/$child ] && echo outlived || echo gone
            """
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", command]
        process.environment = BuiltProgram.environment(home: folder.path).merging(
            ["LUCA": BuiltProgram.path ?? "", "BOOK": book, "SCRIPT": script, "OUTPUT": output, "PATH": "/usr/bin:/bin"]) { $1 }
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        process.waitUntilExit()
        #expect(lines == ["0 1 2 3", "pipe", "0", "CapEff:0000000000000000", "NoNewPrivs:1", "Seccomp:2", "0 0 0 0", "as told", "gone"], "\(lines)")
    }

    @Test("Without a filter of system calls nothing is run but by --weak, which says so; no file is opened even then")
    func weak() throws {
        // A library that is none: the process of the script finds it first.
        let libraries = folder.path + "/libraries"
        try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
        try "".write(toFile: libraries + "/libseccomp.so.2", atomically: true, encoding: .utf8)
        let usual = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"].map { ":\($0)" } ?? ""
        func run(_ text: String, _ options: [String]) throws -> BuiltProgram.Result {
            try small.run(text, ["--time", "1"] + options, environment: ["LD_LIBRARY_PATH": libraries + usual, "LUCA_SANDBOX_PROBE": "1"])
        }
        let refused = try run("print('ran')", [])
        #expect(refused.code == 1 && refused.output.isEmpty && refused.errors.contains("--weak"), "\(refused)")
        let weak = try run("return #holdings{}", ["--weak"])
        #expect(weak.code == 0 && weak.output == "1\n" && weak.errors.contains("no filter"), "\(weak)")
        #if arch(x86_64)
            let opened = try run("return system_call(2, '/etc/passwd', 0, 0), system_call(41, 2, 1, 0)", ["--weak"])
            #expect(opened.code == 0 && opened.output == "-1\n-1\n", "\(opened)")
            // Root may start processes where no filter stands: they end with the script, and nobody waits for them.
            let forked = try run("if system_call(57) == 0 then while true do end end return 1", ["--weak"])
            #expect(forked.code == 0 && forked.output == "1\n", "\(forked)")
        #endif
    }

    @Test("Ctrl-C ends the script's process and tells so")
    func interrupted() throws {
        try "print('begun') while true do end".write(toFile: folder.path + "/script.lua", atomically: true, encoding: .utf8)
        let arguments = [BuiltProgram.path ?? "", "--book", book, "run", "--sandbox", "--time", "60", folder.path + "/script.lua"]
        let terminal = try Terminal(arguments, environment: BuiltProgram.environment(home: folder.path))
        try terminal.wait(for: "begun")
        terminal.type("\u{3}")
        try terminal.wait(for: "interrupted")
        #expect(try terminal.exitCode() == 130)
    }

    @Test("Where the process has no memory left, that is told, and nothing of what Swift says of it")
    func memory() throws {
        let result = try run("local t = {} for i = 1, 100000 do t[i] = days{from='1600-01-01', to='2600-01-01'} end", isProbe: false, ["--memory", "8", "--time", "60"])
        #expect(result.code == 125 && result.errors.contains("32 MiB") && !result.errors.contains("Fatal"), "\(result)")
        // What luca itself has is not of that.
        let fits = try run("return #('x'):rep(3 << 20)", isProbe: false, ["--memory", "8"])
        #expect(fits.code == 0 && fits.output == "\(3 << 20)\n", "\(fits)")
    }

    @Test("Nothing is left beside the book where the script's process is killed")
    func leavesNothing() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(), bytes = FileManager.default.contents(atPath: book)
        let result = try run("return system_call(2, '/etc/passwd', 0, 0)")
        #expect(result.code == 126)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "script.lua" }.sorted() == before)
        #expect(FileManager.default.contents(atPath: book) == bytes)
    }

    @Test("A loop in C that no hook looks into is ended by the clock, with the line where it was")
    func loopInC() throws {
        // It waits for ever for four bytes of memory to change (`futex`), and Lua is not asked meanwhile.
        let result = try run("local x = 1\nsystem_call(202, 'abcd', 0, 0x64636261, 0, 0, 0)", ["--time", "300ms"])
        #expect(result.code == 124 && result.errors.contains("script.lua:2"), "\(result)")
    }

    @Test("What goes to a terminal is spelt out; what it prints elsewhere is as it is")
    func escapes() throws {
        let result = try run("print('\\27[31mred')", isProbe: false)
        #expect(result.output == "\u{1B}[31mred\n")
        let script = folder.path + "/script.lua"
        let terminal = try Terminal([BuiltProgram.path ?? "", "--book", book, "run", "--sandbox", script], environment: BuiltProgram.environment(home: folder.path))
        try terminal.wait(for: "\\27[31mred")
    }
}
