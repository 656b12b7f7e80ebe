/// Which mark parts the whole from the fraction; the other one of the two groups digits by three.
public enum DecimalMark: String, CaseIterable, Sendable {
    case point = "."
    case comma = ","

    var byte: UInt8 { self == .point ? UInt8(ascii: ".") : UInt8(ascii: ",") }
    var groupByte: UInt8 { self == .point ? UInt8(ascii: ",") : UInt8(ascii: ".") }
    /// As a sentence names it.
    var word: String { self == .point ? "point" : "comma" }
}
