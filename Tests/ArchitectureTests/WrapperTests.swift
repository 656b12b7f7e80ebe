import Foundation
import Testing

@Suite("bin/luca and bin/install")
struct WrapperTests {
    private let house: MockHouse

    init() throws { house = try MockHouse() }

    @Test("Arguments, output and exit code pass through, from any folder and through links")
    func passesThrough() throws {
        try house.markBuilt(program: "#!/bin/sh\nfor a in \"$@\"; do echo \"<$a>\"; done\ncat\nexit 7\n")
        try house.link("shortcut", to: "bin/luca")
        try house.link("far", to: house.path("shortcut"))
        for command in ["bin/luca", "shortcut", "far"] {
            let run = try house.run(house.path(command), ["-e", "two words", ""], input: "typed", folder: "/")
            #expect(run == .init(output: "<-e>\n<two words>\n<>\ntyped", errors: "", code: 7), "\(command)")
        }
    }

    @Test("What is up to date is not built; an edit, a new file and a deleted one are")
    func buildsWhenNeeded() throws {
        try house.write("Sources/luca/old.swift", "")
        try house.markBuilt(program: "#!/bin/sh\necho before\n")
        try house.installCompiler(program: "#!/bin/sh\necho after\n")
        #expect(try house.run("bin/luca").output == "before\n")

        for change in ["touch Sources/luca/new.swift", "rm Sources/luca/old.swift", "touch stdlib/a.lua", "touch docs/a.md", "echo >> Package.swift"] {
            try house.markBuilt(program: "#!/bin/sh\necho before\n")
            #expect(try house.run("bin/luca").output == "before\n")
            _ = try house.run("/bin/sh", ["-c", change])
            #expect(try house.run("bin/luca") == .init(output: "after\n", errors: "", code: 0), "\(change)")
            #expect(try house.run("bin/luca").output == "after\n", "\(change)")
        }
        #expect(try house.builds() == 5)
    }

    @Test("First calls at the same time build once, and each gets the program")
    func concurrentFirstCalls() throws {
        try house.installCompiler(program: "#!/bin/sh\necho built\n", seconds: 1)
        let calls = "for i in 1 2 3 4; do bin/luca & done; wait"
        #expect(try house.run("/bin/bash", ["-c", calls]) == .init(output: "built\nbuilt\nbuilt\nbuilt\n", errors: "", code: 0))
        #expect(try house.builds() == 1)
    }

    @Test("Without a terminal a build tells what comes after it and how far it is, and who waits for it is told")
    func tellsProgress() throws {
        try house.installCompiler(program: "#!/bin/sh\necho built\n", seconds: 4)
        _ = try house.run("/bin/sh", ["-c", "sed -i 's/^readonly PROGRESS_PERIOD=5$/readonly PROGRESS_PERIOD=1/' bin/lib/build.sh"])
        let run = try house.run("/bin/bash", ["-c", "bin/luca run x & sleep 0.2; bin/luca demo 2>waiting; wait"])
        #expect(run.output == "built\nbuilt\n")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.first == "luca: building luca, then luca run starts. The first time takes some minutes.", "\(run)")
        #expect(lines.dropFirst().first == "luca: building luca: step 3 of 7, 1 s")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("luca: building luca: step 3 of 7, ") })
        #expect(try house.run("/bin/sh", ["-c", "cat waiting"]).output == "luca: another call is building; waiting until it is done.\n")
    }

    @Test("A build that fails says why on standard error and runs nothing")
    func failedBuild() throws {
        try house.installCompiler(program: nil)
        let run = try house.run("bin/luca")
        #expect(run.code == 70)
        #expect(run.output == "")
        #expect(run.errors.hasPrefix("a.swift:1:1: error: no\n"))
        #expect(!run.errors.contains("Compiling"))
    }

    @Test("Without Swift, or with an old one, it says where to get one")
    func noSwift() throws {
        try house.installCompiler(program: "#!/bin/sh\n", version: "Swift version 6.1.2 (swift-6.1.2-RELEASE)")
        let run = try house.run("bin/luca")
        #expect(run.code == 69)
        #expect(run.errors.contains("is 6.1.2.\n"))
        #expect(run.errors.contains("https://www.swift.org/install/linux/"))
    }

    @Test("What is missing and may not be installed is named, with what to type")
    func missingPackage() throws {
        try house.installCompiler(program: "#!/bin/sh\n")
        // A machine without git, and leave to install nothing.
        try house.leaveOut("git")
        let run = try house.run("bin/luca")
        #expect(run.code == 69)
        #expect(run.errors.contains("missing: git\n"))
        #expect(run.errors.contains("apt-get install -y git\n"))
    }

    @Test("Installing puts program, stdlib, scripts and manual under a prefix; uninstalling removes just these")
    func installs() throws {
        try house.write("stdlib/reports/income.lua", "-- income\n")
        try house.write("scripts/old.lua", "-- old\n")
        try house.write("docs/start.md", "# Start\n")
        try house.write("docs/pictures/session.txt", "drawn for the README alone\n")
        try house.markBuilt(program: "#!/bin/sh\necho installed\n")
        let prefix = house.path("a prefix")
        #expect(try house.run("bin/install", [prefix]).output.hasPrefix("installed \(prefix)/bin/luca\n"))
        #expect(try house.run(prefix + "/bin/luca").output == "installed\n")
        for name in MockHouse.helpers { #expect(try house.run("\(prefix)/bin/\(name)").output == "\(name)\n") }
        #expect(try house.files(under: "a prefix/share/luca") == ["docs/start.md", "installed", "scripts/old.lua", "stdlib/reports/income.lua"])

        _ = try house.run("/bin/sh", ["-c", "rm scripts/old.lua; touch 'a prefix/share/luca/scripts/mine.lua'"])
        #expect(try house.run("bin/install", [prefix]).code == 0)
        #expect(try house.files(under: "a prefix/share/luca") == ["docs/start.md", "installed", "scripts/mine.lua", "stdlib/reports/income.lua"])

        let removal = try house.run("bin/install", ["--uninstall", prefix])
        #expect(removal.output.hasPrefix("removed 7 files of luca from \(prefix)\nleft in place"))
        #expect(try house.files(under: "a prefix") == ["share/luca/scripts/mine.lua"])
        #expect(try house.run("bin/install", ["--uninstall", prefix]).code == 1)
        #expect(try house.run("bin/install", ["--sideways"]).code == 2)
    }

    @Test("Where one of the programs is missing that luca starts, nothing is up to date, so it is built before it is installed", arguments: MockHouse.helpers)
    func missingHelper(name: String) throws {
        try house.markBuilt(program: "#!/bin/sh\necho before\n")
        try house.installCompiler(program: "#!/bin/sh\necho after\n")
        _ = try house.run("/bin/sh", ["-c", "rm .build/release/\(name)"])
        let prefix = house.path("prefix"), run = try house.run("bin/install", [prefix])
        #expect(run.output.contains("installed \(prefix)/bin/\(name)\n"), "\(run)")
        #expect(try house.run("\(prefix)/bin/\(name)").output == "\(name)\n")
    }

    @Test("bin/test deals all suites out, keeps them from asking other machines, and ends with one summary")
    func suiteInShares() throws {
        try house.installRunner(
            """
            #!/bin/bash
            case " $* " in
                *" --list-tests "*) for n in {1..12}; do echo "A.S$n/t()"; done; exit 0 ;;
            esac
            while [ "$1" != --filter ]; do shift; done
            echo "loopback only: $LUCA_LOOPBACK_ONLY"
            count=0
            for n in {1..12}; do
                [[ "A.S$n/t()/S.swift:1:1" =~ $2 ]] || continue
                count=$((count + 1))
                for event in "testStarted 0" "testEnded $n"; do
                    printf '{"payload":{"instant":{"absolute":%s.5},"kind":"%s","testID":"A.S%s\\/t()\\/S.swift:1:1"}}\\n' \
                        "${event#* }" "${event% *}" "$n"
                done
            done >"$4"
            echo "✔ Test run with $count tests in $count suites passed after 1 seconds."
            """)
        let run = try house.run("bin/test"), lines = run.output.split(separator: "\n")
        #expect(run.code == 0 && run.errors == "", "\(run)")
        #expect(lines.contains("loopback only: 1"))
        #expect(lines.last?.hasPrefix("✔ Test run with 12 tests in 12 suites passed after ") == true, "\(run)")
        #expect(lines.suffix(12).first == "The ten slowest tests, in seconds:", "\(run)")
        #expect(lines.suffix(11).first == "    12.00  A.S12/t()" && lines.suffix(2).first == "     3.00  A.S3/t()", "\(run)")
    }

    @Test("A run of bin/test in which a process ends early fails, and tells which test it was in")
    func suiteThatCrashes() throws {
        try house.installRunner(
            """
            #!/bin/sh
            case " $* " in *" --list-tests "*) echo "A.S/t()"; exit 0 ;; esac
            while [ "$1" != --filter ]; do shift; done
            echo '{"payload":{"instant":{"absolute":1},"kind":"testStarted","testID":"A.S\\/t()\\/S.swift:1:1"}}' >"$4"
            kill -9 $$
            """)
        let run = try house.run("bin/test")
        #expect(run.code == 137, "\(run)")
        #expect(run.output == "The run ended in the middle of A.S/t()\n", "\(run)")
    }

    @Test("A standalone program is built apart from the everyday one")
    func installsStandalone() throws {
        try house.markBuilt(program: "#!/bin/sh\necho everyday\n")
        try house.installCompiler(program: "#!/bin/sh\necho standalone\n")
        let prefix = house.path("prefix")
        #expect(try house.run("bin/install", ["--standalone", prefix]).code == 0)
        #expect(try house.run(prefix + "/bin/luca").output == "standalone\n")
        for name in MockHouse.helpers { #expect(try house.run("\(prefix)/bin/\(name)").output == "\(name)\n") }
        #expect(try house.run("bin/luca").output == "everyday\n")
    }
}
