import Foundation
import TestSupport
import Testing

/// Packages are made of stand-ins: small programs that load just what the programs built beside the tests load of the system.
@Suite("bin/package", .enabled(if: Packaging.isPossible, "a package takes Debian's dpkg-dev and a C compiler, and luca built beside the tests"))
struct PackageTests {
    @Test("A package depends on the packages of all libraries that luca loads, recommends those that only the programs load that it starts, and no others")
    func dependencies() throws {
        let packaging = try Packaging()
        try packaging.makeStandIns()
        let run = try packaging.package()
        #expect(run.code == 0, "\(run.output)")
        let deb = try #require(packaging.made.first { $0.hasSuffix(".deb") })
        try packaging.run("dpkg-deb", "--extract", deb, packaging.path("unpacked"))

        func owners(_ programs: [String]) throws -> Set<String> {
            try Set(programs.flatMap { try packaging.libraries(of: packaging.path("unpacked/usr/bin/\($0)")) }.map { try packaging.owner(of: $0) })
        }
        func told(_ field: String) throws -> Set<String> {
            let names = try packaging.run("dpkg-deb", "--field", deb, field).output.split(separator: ",")
            return Set(names.map { $0.split(separator: " ")[0].filter { !$0.isNewline } })
        }
        let (needed, besides) = (try owners(["luca"]), try owners(Packaging.helpers))
        // The process of a stranger's script loads it by its name, and is not linked with it.
        #expect(try told("Depends") == needed.union(["libseccomp2"]))
        #expect(try told("Recommends") == besides.subtracting(needed).union(["ca-certificates", "libpq5", "libsodium23", "tzdata"]))
        #expect(needed.contains("libsqlite3-0") && !needed.contains("libcurl4") && besides.contains("libcurl4"), "\(needed) \(besides)")
        #expect(try packaging.run(packaging.path("unpacked/usr/bin/luca"), "--version").output == "9.8.7\n")
        #expect(try packaging.run("dpkg-deb", "--field", deb, "Version").output == "9.8.7\n")
    }

    @Test("The Debian package and the archive hold the program, the standard library, the scripts and the manual of the source")
    func files() throws {
        let packaging = try Packaging()
        try packaging.makeStandIns()
        #expect(try packaging.package().code == 0)
        let manual = SourceTree.paths(under: "docs").filter { $0.hasSuffix(".md") }
        let shared = (SourceTree.paths(under: "stdlib") + SourceTree.paths(under: "scripts") + manual).map { "share/luca/\($0)" }
        let expected = shared + (["luca"] + Packaging.helpers).map { "bin/\($0)" }
        let forShells = [
            "share/bash-completion/completions/luca", "share/zsh/vendor-completions/_luca", "share/fish/vendor_completions.d/luca.fish",
        ]

        let deb = try #require(packaging.made.first { $0.hasSuffix(".deb") })
        let inDeb = try packaging.run("sh", "-c", "dpkg-deb --fsys-tarfile '\(deb)' | tar --list").output
        let beside = ["share/doc/luca/copyright", "share/doc/luca/changelog.gz"]
        #expect(packaging.files(in: inDeb, below: "./usr/") == Set(expected + forShells + ["share/man/man1/luca.1"] + beside))

        let archive = try #require(packaging.made.first { $0.hasSuffix(".tar.gz") })
        let inArchive = try packaging.run("tar", "--list", "--file", archive).output
        let folder = try #require(inArchive.split(separator: "/").first)
        #expect(packaging.files(in: inArchive, below: "\(folder)/") == Set(expected + forShells + ["share/man/man1/luca.1", "LICENSE", "README"]))
    }

    @Test("The programs that are built, installed and packaged are all that Package.swift makes")
    func products() throws {
        let manifest = try #require(SourceTree.file("Package.swift")).lines.joined(separator: "\n")
        #expect(Set(manifest.matches(of: /\.executable\(name: "([^"]+)"/).map { String($0.1) }) == Set(["luca"] + Packaging.helpers))
        let list = try #require(SourceTree.file("bin/lib/build.sh")?.lines.first { $0.hasPrefix("helpers='") })
        #expect(list == "helpers='\(Packaging.helpers.joined(separator: " "))'")
    }

    @Test("Programs that load a library of no Debian package are refused, and the library is named")
    func strays() throws {
        let packaging = try Packaging()
        let programs = try #require(BuiltProgram.path as NSString?).deletingLastPathComponent
        // As the tests build it, it loads Swift's own libraries.
        let run = try packaging.run("sh", "-c", "'\(packaging.script)' --programs '\(programs)' '\(packaging.path("out"))' 2>&1")
        #expect(run.code == 1)
        #expect(run.output.contains("libswiftCore.so"), "\(run.output)")
        #expect(packaging.made.isEmpty)
    }
}

/// A folder with stand-ins and the packages made of them.
private struct Packaging {
    static let isPossible =
        BuiltProgram.path != nil
        && ["dpkg-deb", "dpkg-shlibdeps", "objdump", "cc"].allSatisfy { tool in
            FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
        }

    /// The programs that luca starts.
    static let helpers = MockHouse.helpers

    let folder: TemporaryFolder
    let script = SourceTree.root.appending(path: "bin/package").path

    init() throws { folder = try TemporaryFolder() }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    /// The packages that are there.
    var made: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path("out"))) ?? []).sorted().map { path("out/\($0)") } }

    func makeStandIns() throws {
        let built = try #require(BuiltProgram.path)
        try FileManager.default.createDirectory(atPath: path("programs"), withIntermediateDirectories: true)
        try "#include <stdio.h>\nint main(void) { puts(\"9.8.7\"); }\n".write(toFile: path("main.c"), atomically: true, encoding: .utf8)
        for name in ["luca"] + Self.helpers {
            let program = (built as NSString).deletingLastPathComponent + "/\(name)"
            let places = try run("ldd", program).output.split(separator: "\n").compactMap { line -> (String, String)? in
                let words = line.split(separator: " ")
                return words.count > 2 && words[1] == "=>" ? (words[0].filter { !$0.isWhitespace }, String(words[2])) : nil
            }
            let needed = try Set(libraries(of: program))
            // Swift's own are linked into a release build.
            let system = places.filter { needed.contains($0.0) && ["/lib/", "/usr/lib/"].contains(where: $0.1.hasPrefix) }.map(\.1)
            let compiled = try run(["cc", path("main.c"), "-o", path("programs/\(name)"), "-Wl,--no-as-needed"] + system)
            #expect(compiled.code == 0, "\(compiled.output)")
        }
    }

    @discardableResult
    func package() throws -> (output: String, code: Int32) { try run(script, "--programs", path("programs"), path("out")) }

    /// The libraries that a program names.
    func libraries(of program: String) throws -> [String] {
        try run("objdump", "--private-headers", program).output.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return words.first == "NEEDED" ? String(words[1]) : nil
        }
    }

    /// The package that holds a library.
    func owner(of library: String) throws -> String {
        let answer = try run("dpkg-query", "--search", "*/\(library)").output
        return String(answer.prefix { $0 != ":" && $0 != "," })
    }

    /// The files of a list of an archive, without folders.
    func files(in list: String, below folder: String) -> Set<String> {
        Set(list.split(separator: "\n").filter { $0.hasPrefix(folder) && !$0.hasSuffix("/") }.map { String($0.dropFirst(folder.count)) })
    }

    @discardableResult
    func run(_ arguments: String...) throws -> (output: String, code: Int32) { try run(arguments) }

    private func run(_ arguments: [String]) throws -> (output: String, code: Int32) {
        let process = Process(), pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: output, as: UTF8.self), process.terminationStatus)
    }
}
