import Frames
import Ledger
import LuaKit
import LuaSurface
import Storage
import Values

/// What the prompt may know of columns, years and settings while a line is being typed. Nothing of the user's runs.
extension Runtime {
    /// The columns of the frame that a dotted path leads to; nil where it leads to none.
    public func columns(at path: String) -> [String]? {
        guard lua.typeName(at: path) == "frame" else { return nil }
        return frame(lua.peek(path))?.columns.map(\.name)
    }

    /// The columns of a function's answer, asked of this session's book; nil where it is no frame. Meant for a session on an empty book, where any
    /// question is answered at once.
    public func columns(answeredBy function: String) -> [String]? {
        guard let record = functions.records[function], record.returns.hasPrefix("frame"), record.parameters.allSatisfy({ !$0.isRequired }) else { return nil }
        let source = record.style == .named ? "return \(function){}" : "return \(function)()"
        guard case .values(let values)? = try? evaluate(source, name: "=columns", source: "columns") else { return nil }
        return values.first.flatMap(frame)?.columns.map(\.name)
    }

    /// The views that `sql` may ask.
    public static let views = Book.views

    /// The columns of a view that `sql` may ask.
    public func columns(ofView view: String) -> [String] {
        guard Self.views.contains(view), let result = try? book?.query("select * from \(view) limit 0", []) else { return [] }
        return result.columns.map(\.name)
    }

    /// What may be chosen for a setting of the book, where that is a list of words.
    public func choices(of setting: String) -> [String] {
        let key = Setting.key(named: setting)
        guard let setting = Setting.all.first(where: { $0.key == key }) else { return [] }
        let words = setting.allowed.split(separator: " or ").flatMap { $0.split(separator: ",") }.map { String($0.trimmed) }
        return words.allSatisfy { $0.allSatisfy { $0.isLetter || $0 == "_" || $0 == "-" } } ? words : []
    }

    /// The short words that a sentence takes for settings: base and others.
    public var shortSettings: [String] { Setting.shortNames.keys.sorted() }

    /// This year and those before it, the latest first.
    public var recentYears: [String] { (0..<6).map { "\(today.year - $0)" } }
}
