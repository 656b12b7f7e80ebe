import Foundation
import Testing

/// The README's picture: a session in `docs/pictures/session.txt`, drawn for light and for dark screens.
///
/// `LUCA_UPDATE=1` plays it and draws it anew.
@Suite("The picture of a session")
struct PictureTests {
    private static let folder = ManualFile.folder + "/docs/pictures"
    @Test("It shows what luca prints, in both palettes", arguments: [("session-light.svg", SessionPicture.Palette.light), ("session-dark.svg", .dark)])
    func fresh(name: String, palette: SessionPicture.Palette) throws {
        let path = "\(Self.folder)/session.txt"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let played = try ManualPlayer().played(text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        let svg = SessionPicture(lines: played.last == "" ? played.dropLast() : played, palette: palette).svg
        if ProcessInfo.processInfo.environment["LUCA_UPDATE"] == "1" {
            try played.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
            try svg.write(toFile: "\(Self.folder)/\(name)", atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == played.joined(separator: "\n"), "the session prints something else; LUCA_UPDATE=1 writes it anew")
        #expect(try String(contentsOfFile: "\(Self.folder)/\(name)", encoding: .utf8) == svg, "\(name) is out of date; LUCA_UPDATE=1 draws it anew")
        #expect(try ManualFile.text("README.md").contains("docs/pictures/\(name)"))
    }

    @Test("What means something in XML is escaped, and each line has its place")
    func escaping() {
        let svg = SessionPicture(lines: ["luca> 1 < 2 & 3", "true"], palette: .light).svg
        #expect(svg.contains("<text x=\"66\" y=\"30\" textLength=\"76\" fill=\"#24292f\" font-weight=\"600\">1 &lt; 2 &amp; 3</text>"), "\(svg)")
        #expect(svg.contains(">luca&gt;</text>") && svg.contains("y=\"50\"") && svg.hasSuffix("</svg>\n"))
    }
}
