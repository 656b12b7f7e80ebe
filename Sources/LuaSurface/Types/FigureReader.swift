import Frames
import LuaKit
import Reports
import Values

/// Reads the figures that a report shows large from what a script gave: `{{name="Net worth", value=money(5, "EUR"), note="…"}}`.
struct FigureReader {
    private let runtime: Runtime
    private let function: String

    /// A reader for a function, which its messages name.
    init(_ runtime: Runtime, in function: String) { (self.runtime, self.function) = (runtime, function) }

    private static let fields = ["name", "value", "note", "sign", "style"]

    /// The figures of a list.
    func figures(_ value: LuaValue) throws -> [Report.Figure] {
        guard let items = try value.items(of: "\(function): the list of figures", field: "figures") else {
            throw LuaMisuse("\(function): figures must be a list, got \(PlainText.typeName(of: value))", field: "figures", hint: "figures={{name=\"Net worth\", value=…}}")
        }
        return try items.map(figure)
    }

    private func figure(_ item: LuaValue) throws -> Report.Figure {
        let fields = item.fields ?? []
        if let strange = fields.first(where: { !Self.fields.contains($0.name) }) {
            let near = Suggestion(for: strange.name, in: Self.fields)?.question
            throw LuaMisuse("\(function): a figure has no field \(strange.name)", field: strange.name, hint: near ?? "its fields are \(Self.fields.joined(separator: ", "))")
        }
        func field(_ name: String) -> LuaValue { fields.first { $0.name == name }?.value ?? .none }
        guard let name = field("name").stringValue else {
            throw LuaMisuse("\(function): a figure needs a name", field: "name", hint: "figures={{name=\"Net worth\", value=…}}")
        }
        let value = field("value"), style = try style(field("style"))
        let note = field("note").isNone ? "" : PlainText.plain(field("note"), runtime.currencies)
        return Report.Figure(
            name: name, value: try text(value, style), measure: try measure(value, style), note: note, sign: try sign(field("sign")), isPrivate: isPrivate(value, style))
    }

    private func style(_ value: LuaValue) throws -> ColumnStyle {
        guard let name = value.stringValue else { return .plain }
        guard let style = ColumnStyle(rawValue: name) else {
            let known = ColumnStyle.allCases.map(\.rawValue)
            throw LuaMisuse(
                "\(function): there is no style \(name)", field: "style", hint: Suggestion(for: name, in: known)?.question ?? "it is one of \(known.joined(separator: ", "))")
        }
        return style
    }

    /// A value as people read it; empty for none.
    private func text(_ value: LuaValue, _ style: ColumnStyle) throws -> String {
        let locale = runtime.layout.locale
        switch value {
        case .none: return ""
        case .string(let text): return text
        case .object(let object) where object.type == .money:
            let money = unsafeDowncast(object.instance, to: MoneyBox.self).money
            return locale.written(number: money.formatted(table: runtime.currencies))
        case .boxed(let box) where box.type == .date: return locale.written(day: box.day)
        default:
            guard let number = try Coercion.decimal(value) else { return PlainText.plain(value, runtime.currencies) }
            return locale.written(number: number.written(as: style))
        }
    }

    /// A value as what it is; nil for a text, and for none.
    private func measure(_ value: LuaValue, _ style: ColumnStyle) throws -> Report.Measure? {
        switch value {
        case .none, .string, .boolean: return nil
        case .object(let object) where object.type == .money:
            let money = unsafeDowncast(object.instance, to: MoneyBox.self).money
            return .money(money.amount, currency: money.currency, digits: runtime.currencies.digits(of: money.currency) ?? 2)
        case .boxed(let box) where box.type == .date: return .day(box.day)
        default: return try Coercion.decimal(value).map { .number($0, style) }
        }
    }

    private func sign(_ value: LuaValue) throws -> Int {
        if value.isNone { return 0 }
        guard let number = try Coercion.decimal(value) else {
            throw LuaMisuse(
                "\(function): the sign of a figure must be a number, got \(PlainText.typeName(of: value))", field: "sign", hint: "above zero for a gain, below for a loss")
        }
        return number.isZero ? 0 : number.isNegative ? -1 : 1
    }

    /// Whether a figure is an amount, which is masked where amounts are: percentages, dates and counts are not.
    private func isPrivate(_ value: LuaValue, _ style: ColumnStyle) -> Bool {
        switch style {
        case .share, .percent, .ratio: return false
        case .money, .price, .quantity: return true
        case .plain: break
        }
        return switch value {
        case .object(let object): object.type == .money
        case .boxed(let box): box.type == .decimal
        case .number: true
        case .string(let text): text.contains(where: \.isNumber) && !text.hasSuffix("%")
        case .none, .boolean, .integer, .table, .function, .reference, .other: false
        }
    }
}

extension FixedDecimal {
    /// The number as a style writes it, with `,` between thousands and `.` before decimals.
    fileprivate func written(as style: ColumnStyle) -> String {
        switch style {
        case .money, .price, .ratio: formatted(digits: 2, grouping: true)
        case .percent: formatted(digits: 2, grouping: true) + "%"
        case .share: ((try? self * FixedDecimal(100)) ?? self).formatted(digits: 2, grouping: true) + "%"
        case .plain, .quantity: description
        }
    }
}
