import Foundation
import Testing
@testable import Scripting

/// The README and the manual: their sessions, run as they are printed, and what leads from page to page.
///
/// `LUCA_UPDATE=1` writes what the sessions print today into the pages.
@Suite("The README and the manual")
struct ManualTests {
    @Test("The sessions of a page run as they are printed", arguments: ManualFile.all)
    func sessionsRunAsPrinted(page: String) throws {
        let text = try ManualFile.text(page)
        let player = try ManualPlayer(), played = try player.played(page: text)
        try compare(pictures: player.pictures())
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" {
            try played.write(toFile: "\(ManualFile.folder)/\(page)", atomically: true, encoding: .utf8)
        } else {
            #expect(played == text, "\(page) shows something else than luca prints; LUCA_UPDATE=1 writes it anew")
        }
    }

    /// Holds the pictures that a page has drawn against those that the manual shows.
    private func compare(pictures: [String: String]) throws {
        for (name, picture) in pictures.sorted(by: { $0.key < $1.key }) {
            let path = "\(ManualFile.folder)/docs/pictures/\(name)"
            if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" {
                try picture.write(toFile: path, atomically: true, encoding: .utf8)
            } else {
                #expect((try? String(contentsOfFile: path, encoding: .utf8)) == picture, "docs/pictures/\(name) is another picture than luca draws; LUCA_UPDATE=1 writes it anew")
            }
        }
    }

    @Test("The README and every chapter but the list of names have a session", arguments: ["README.md"] + Manual.chapters.filter { $0 != "reference" }.map { "docs/\($0).md" })
    func hasSession(page: String) throws {
        #expect(try ManualFile.text(page).contains("\nluca> "))
    }

    @Test("The README fits into a few screens")
    func readmeIsShort() throws {
        #expect(try ManualFile.text("README.md").split(separator: "\n", omittingEmptySubsequences: false).count <= 220)
    }

    @Test("The contents list the chapters that the program carries, in their order, and those are all there are")
    func contents() throws {
        let rows = try ManualFile.text("docs/README.md").split(separator: "\n").filter { $0.hasPrefix("| [") }
        #expect(rows.map { String($0.dropFirst(3).prefix { $0 != "]" }) } == Manual.chapters)
        #expect(Set(ManualFile.all.filter { $0.hasPrefix("docs/") }) == Set((Manual.chapters + ["README", "architecture", "decisions"]).map { "docs/\($0).md" }))
    }

    @Test("Links within the source lead to files and headings that are there", arguments: ManualFile.all + ["CONTRIBUTING.md"])
    func links(page: String) throws {
        let place = URL(filePath: "\(ManualFile.folder)/\(page)")
        for link in try ManualFile.text(page).matches(of: /\]\((?<path>[^)#:]*)(?:#(?<heading>[^)]*))?\)/) {
            let target = link.path.isEmpty ? place : place.deletingLastPathComponent().appending(path: String(link.path))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(page): \(link.0)")
            if let heading = link.heading {
                let headings = try String(contentsOf: target, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("#") }
                #expect(headings.map(Self.anchor).contains(String(heading)), "\(page): \(link.0)")
            }
        }
    }

    /// What a heading is called in a link.
    private static func anchor(_ heading: Substring) -> String {
        String(heading.drop { $0 == "#" }.dropFirst().lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : nil })
    }
}
