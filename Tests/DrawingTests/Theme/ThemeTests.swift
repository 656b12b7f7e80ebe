import Drawing
import Foundation
import Testing

@Suite("The colours of a theme")
struct ThemeTests {
    static let themes = [(Theme.light, "light"), (Theme.dark, "dark")]

    @Test("A colour is written in six digits, and contrast is that of the guidelines")
    func colours() {
        #expect(RGB(0x1F6FB4).hex == "#1f6fb4")
        #expect(RGB(0x00000A).hex == "#00000a")
        #expect(abs(RGB.black.contrast(with: .white) - 21) < 1e-9)
        // Known pairs: the Okabe-Ito colours on white.
        for (digits, contrast) in [(0xE69F00, 2.25), (0x009E73, 3.42), (0x0072B2, 5.19), (0xD55E00, 3.87)] as [(UInt32, Double)] {
            #expect(abs(RGB(digits).contrast(with: .white) - contrast) < 0.01)
        }
        for value in stride(from: 0.0, through: 255, by: 5) {
            let part = value / 255, grey = RGB(red: UInt8(value), green: UInt8(value), blue: UInt8(value))
            let expected = part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
            #expect(abs(grey.luminance - expected) < 1e-12)
        }
    }

    @Test("Text is read on the ground, and parts of a picture are seen on it", arguments: themes)
    func contrast(theme: Theme, name: String) {
        let ground = theme.colour(.background)
        for ink in [.text, .muted, .gain, .loss, .neutral] + (0..<20).map({ Ink.seriesText($0) }) {
            #expect(theme.colour(ink).contrast(with: ground) >= 4.5, "\(ink)")
        }
        for ink in [.axis] + (0..<20).map({ Ink.series($0) }) { #expect(theme.colour(ink).contrast(with: ground) >= 3, "\(ink)") }
        // The grid is seen, but stands back.
        #expect((1.15...2).contains(theme.colour(.grid).contrast(with: ground)))
    }

    @Test("Black or white is read on each colour that is filled", arguments: themes)
    func readable(theme: Theme, name: String) {
        let fills = (0..<8).map { Ink.series($0) } + [.gain, .loss, .neutral] + (-20...20).flatMap { [Ink.diverging(Double($0) / 20), .sequential(Double($0) / 20)] }
        for ink in fills { #expect(theme.colour(.readable(on: ink)).contrast(with: theme.colour(ink)) >= 4.5, "\(ink)") }
    }

    @Test("Series differ for people who see all colours and for those who see no red, green or blue, and in grey", arguments: themes)
    func distinct(theme: Theme, name: String) {
        let count = Theme.seriesCount
        #expect(theme.series.count == count)
        for vision in Vision.allCases {
            let colours = (theme.series + [theme.colour(.neutral)]).map { vision.seen($0) }
            for a in 0..<count {
                for b in (a + 1)...count { #expect(colours[a].distance(colours[b]) >= 12, "\(name) \(vision) \(a) \(b)") }
                #expect(colours[a].distance(colours[(a + 1) % count]) >= 17, "\(name) \(vision) \(a) and the next")
            }
            #expect(vision.seen(theme.colour(.gain)).distance(vision.seen(theme.colour(.loss))) >= 20, "\(name) \(vision)")
        }
        let lightness = theme.series.map { Vision.all.seen($0).lightness }
        for a in 0..<count {
            for b in (a + 1)..<count { #expect(abs(lightness[a] - lightness[b]) >= 3.5, "\(name) \(a) \(b)") }
            #expect(abs(lightness[a] - lightness[(a + 1) % count]) >= 9, "\(name) \(a) and the next")
        }
    }

    @Test("A ramp goes on in lightness from step to step; one of both signs goes away from the middle on either side", arguments: themes)
    func ramps(theme: Theme, name: String) {
        let isDark = name == "dark"
        func lightness(_ ink: Ink) -> Double { Vision.all.seen(theme.colour(ink)).lightness * (isDark ? 1 : -1) }
        for step in 0..<20 {
            let (here, next) = (Double(step) / 20, Double(step + 1) / 20)
            #expect(lightness(.sequential(here)) < lightness(.sequential(next)))
            #expect(lightness(.diverging(here)) < lightness(.diverging(next)))
            #expect(lightness(.diverging(-here)) < lightness(.diverging(-next)))
        }
        for vision in Vision.allCases {
            #expect(vision.seen(theme.colour(.diverging(0.5))).distance(vision.seen(theme.colour(.diverging(-0.5)))) >= 15, "\(vision)")
        }
        #expect(theme.colour(.sequential(7)) == theme.colour(.sequential(1)))
        #expect(theme.colour(.diverging(-.infinity)) == theme.colour(.diverging(-1)))
        #expect(theme.colour(.diverging(.nan)) == theme.colour(.diverging(0)))
    }

    @Test("The first colour comes again after the last")
    func repeated() {
        #expect(Theme.light.colour(.series(Theme.seriesCount)) == Theme.light.colour(.series(0)))
        #expect(Theme.light.colour(.series(-1)) == Theme.light.colour(.series(Theme.seriesCount - 1)))
    }
}

/// How people see colours. Source of the matrices, which work on linear light: Machado, Oliveira, Fernandes, "A Physiologically-based Model for
/// Simulation of Color Vision Deficiency", 2009, severity 1.
enum Vision: CaseIterable {
    case all, withoutRed, withoutGreen, withoutBlue

    private var matrix: [[Double]] {
        switch self {
        case .all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        case .withoutRed: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
        case .withoutGreen: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
        case .withoutBlue: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
        }
    }

    func seen(_ colour: RGB) -> Lab {
        let light = [colour.red, colour.green, colour.blue].map { part in
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        let seen = matrix.map { row in min(max(zip(row, light).map { $0 * $1 }.reduce(0, +), 0), 1) }
        return Lab(light: seen)
    }
}

/// A colour in CIELAB under daylight (D65), in which a distance of about 2.3 is just seen.
struct Lab {
    var lightness, a, b: Double

    init(light: [Double]) {
        func root(_ value: Double) -> Double { value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116 }
        let x = root((0.4124 * light[0] + 0.3576 * light[1] + 0.1805 * light[2]) / 0.95047)
        let y = root(0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2])
        let z = root((0.0193 * light[0] + 0.1192 * light[1] + 0.9505 * light[2]) / 1.08883)
        (lightness, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    func distance(_ other: Lab) -> Double {
        let parts = [lightness - other.lightness, a - other.a, b - other.b]
        return parts.map { $0 * $0 }.reduce(0, +).squareRoot()
    }
}
