/// A colour of sRGB, as files and screens take it.
public struct RGB: Hashable, Sendable {
    /// Red, from 0 to 255.
    public var red: UInt8
    /// Green, from 0 to 255.
    public var green: UInt8
    /// Blue, from 0 to 255.
    public var blue: UInt8

    /// A colour by its three parts.
    public init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// A colour as six digits of base 16 write it, such as `0x1F6FB4`.
    public init(_ digits: UInt32) {
        self.init(red: UInt8(digits >> 16 & 0xFF), green: UInt8(digits >> 8 & 0xFF), blue: UInt8(digits & 0xFF))
    }

    /// Black.
    public static let black = RGB(0x000000)
    /// White.
    public static let white = RGB(0xFFFFFF)

    /// As CSS and SVG write it, such as `#1f6fb4`.
    public var hex: String {
        let digits = Array("0123456789abcdef")
        return "#" + [red, green, blue].map { "\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    }

    /// The relative luminance: 0 for black, 1 for white. Source: Web Content Accessibility Guidelines 2.1.
    public var luminance: Double { 0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue) }

    /// How well one of two colours is told from the other: 1 not at all, 21 black on white. Source: Web Content Accessibility Guidelines 2.1, which ask
    /// for 4.5 in text and 3 in the parts of a picture.
    public func contrast(with other: RGB) -> Double {
        let (a, b) = (luminance, other.luminance)
        return (max(a, b) + 0.05) / (min(a, b) + 0.05)
    }

    /// Black or white, whichever is read better on this colour.
    public var readable: RGB { contrast(with: .black) >= contrast(with: .white) ? .black : .white }

    /// The colour on the way to another: 0 this one, 1 the other.
    public func mixed(with other: RGB, part: Double) -> RGB {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) + (Double(b) - Double(a)) * min(max(part, 0), 1)).rounded()) }
        return RGB(red: mix(red, other.red), green: mix(green, other.green), blue: mix(blue, other.blue))
    }

    /// A part of the colour as an amount of light: ((c + 0.055) / 1.055) ^ 2.4, and a straight line near black.
    private static func linear(_ part: UInt8) -> Double {
        let value = Double(part) / 255
        if value <= 0.04045 { return value / 12.92 }
        let base = (value + 0.055) / 1.055
        // x ^ 2.4 is x² times the fifth root of x², by Newton's method: this module asks no library of mathematics, so that every machine has the same digits.
        let square = base * base
        var root = 1.0
        for _ in 0..<40 { root -= (root - square / (root * root * root * root)) / 5 }
        return square * root
    }
}
