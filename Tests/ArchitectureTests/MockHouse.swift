import Foundation
import Testing

/// A copy of `bin/` in a folder of its own, with a program and a compiler that only pretend.
///
/// Its PATH holds links to the few programs that the scripts call, so that a test can leave one out.
final class MockHouse {
    struct Run: Equatable {
        var output: String
        var errors: String
        var code: Int32
    }

    private let root: URL
    private let manager = FileManager.default

    init() throws {
        root = manager.temporaryDirectory.resolvingSymlinksInPath().appending(path: "luca house \(UUID().uuidString)")
        for folder in ["Sources/luca", "stdlib", "scripts", "docs", "tools"] {
            try manager.createDirectory(at: root.appending(path: folder), withIntermediateDirectories: true)
        }
        try manager.copyItem(at: SourceTree.root.appending(path: "bin"), to: root.appending(path: "bin"))
        try write("Package.swift", "")
        let tools = """
            awk bash cat chmod cp cut dirname env find flock git grep head id mkdir mv nproc paste pkg-config readlink rm rmdir sed sh sleep sort \
            tail tee touch wc xargs
            """
        for tool in tools.split(whereSeparator: \.isWhitespace) {
            let folders = ["/usr/local/bin/", "/usr/bin/", "/bin/"]
            try link("tools/\(tool)", to: #require(folders.map { $0 + tool }.first(where: manager.isExecutableFile), "no \(tool) here"))
        }
    }

    deinit { try? manager.removeItem(at: root) }

    func path(_ relative: String) -> String { root.appending(path: relative).path }

    func write(_ path: String, _ contents: String) throws {
        let file = root.appending(path: path)
        try manager.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try contents.write(to: file, atomically: true, encoding: .utf8)
    }

    func link(_ path: String, to target: String) throws {
        try manager.createSymbolicLink(atPath: self.path(path), withDestinationPath: target)
    }

    func leaveOut(_ tool: String) throws {
        try manager.removeItem(atPath: path("tools/\(tool)"))
    }

    func files(under folder: String) throws -> [String] {
        try run("/bin/sh", ["-c", "cd '\(folder)' && find . -type f | sort"]).output.split(separator: "\n").map { String($0.dropFirst(2)) }
    }

    /// Puts a program where the build would, newer than everything it is made of.
    func markBuilt(program: String) throws {
        try writeExecutable(".build/release/luca", program)
        for name in Self.helpers { try writeExecutable(".build/release/\(name)", Self.helper(name)) }
        Thread.sleep(forTimeInterval: 0.02)
        try write(".build/luca-built", "")
        Thread.sleep(forTimeInterval: 0.02)
    }

    /// Puts a `swift` on the PATH that "builds" the program given, or fails if there is none.
    func installCompiler(program: String?, seconds: Int = 0, version: String = "Swift version 6.3.1 (swift-6.3.1-RELEASE)") throws {
        if let program { try writeExecutable("product", program) }
        try writeExecutable(
            "tools/swift",
            """
            #!/bin/sh
            if [ "$1" = --version ]; then echo "\(version)"; exit 0; fi
            case " $* " in *" --build-tests "*)
                mkdir -p .build-tests/debug
                cp "\(path("runner"))" .build-tests/debug/lucaPackageTests.xctest
                exit 0 ;;
            esac
            scratch=$(echo " $*" | sed 's/.* --scratch-path //; s/ --static-swift-stdlib.*//')
            # Those that luca starts are built first; what is counted is builds of luca.
            name=$(echo "$*" | sed 's/.*--product //; s/ .*//')
            case $name in luca-*)
                mkdir -p "$scratch/release"
                printf '#!/bin/sh\\necho %s\\n' "$name" > "$scratch/release/$name"
                chmod 755 "$scratch/release/$name"
                exit 0 ;;
            esac
            echo build >> "\(path("builds"))"
            echo "[3/7] Compiling luca main.swift"
            sleep \(seconds)
            while [ "$1" != --scratch-path ]; do shift; done
            mkdir -p "$2/release"
            cp "\(path("product"))" "$2/release/luca" 2>/dev/null && exit 0
            echo "a.swift:1:1: error: no" >&2
            exit 1
            """)
    }

    /// Puts a test runner where the build of the tests would: a script that is asked for the list of tests, and to run some.
    func installRunner(_ script: String) throws {
        try installCompiler(program: nil)
        try writeExecutable("runner", script)
    }

    /// The programs that luca starts.
    static let helpers = ["luca-fetch", "luca-draw", "luca-sheet", "luca-view"]

    /// What stands for one of them: it says its name.
    static func helper(_ name: String) -> String { "#!/bin/sh\necho \(name)\n" }

    /// How often the compiler was asked to build.
    func builds() throws -> Int {
        try String(contentsOf: root.appending(path: "builds"), encoding: .utf8).split(separator: "\n").count
    }

    private func writeExecutable(_ path: String, _ contents: String) throws {
        try write(path, contents)
        try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: self.path(path))
    }

    func run(_ command: String, _ arguments: [String] = [], input: String = "", folder: String? = nil) throws -> Run {
        let process = Process()
        process.executableURL = command.hasPrefix("/") ? URL(fileURLWithPath: command) : root.appending(path: command)
        process.arguments = arguments
        process.currentDirectoryURL = folder.map { URL(fileURLWithPath: $0) } ?? root
        process.environment = ["PATH": path("tools"), "HOME": path("home"), "LUCA_NO_INSTALL": "1"]
        // Files instead of pipes: nothing can fill up, and a child left behind cannot keep them open.
        let names = ["input", "output", "errors"].map { "\($0)-\(UUID().uuidString)" }
        try write(names[0], input)
        try write(names[1], "")
        try write(names[2], "")
        process.standardInput = try FileHandle(forReadingFrom: root.appending(path: names[0]))
        process.standardOutput = try FileHandle(forWritingTo: root.appending(path: names[1]))
        process.standardError = try FileHandle(forWritingTo: root.appending(path: names[2]))
        try process.run()
        process.waitUntilExit()
        let texts = try names.dropFirst().map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
        return Run(output: texts[0], errors: texts[1], code: process.terminationStatus)
    }
}
