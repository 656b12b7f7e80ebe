internal import CLuca
import Frames
internal import Glibc
import LuaSurface
import Values

/// The settings for how results look.
extension ShellSetting {
    static let mode: ShellSetting = .init(
        name: "mode", argument: "auto|table|csv|json|markdown|line", summary: "Sets the form of tables.",
        detail: "table aligns columns for reading, line writes one field a line, and auto does so where the columns that matter have no room side by side. "
            + "Without a value it tells the form in force.",
        values: FrameFormat.allCases.map(\.rawValue)
    ) { (value, session) throws(Failure) in
        if value.isEmpty {
            session.output.note("mode is \(session.display.format.rawValue)\n")
            return .done
        }
        guard let mode = FrameFormat(rawValue: value) else {
            let near = Suggestion(for: value, in: FrameFormat.allCases.map(\.rawValue))
            throw ShellSetting.mode.misused("knows no form \(value)" + (near?.clause ?? ""))
        }
        session.display.format = mode
        return .done
    }

    static let pager: ShellSetting = .init(
        name: "pager", argument: "on|off|COMMAND", summary: "Sets the program that shows what is longer than the screen.",
        detail: "on is the program of $PAGER, else less -FRSX, or less with the options of $LESS. Tables and help go to it, at a terminal only.", values: ["on", "off"]
    ) { (value, session) throws(Failure) in
        if value.isEmpty {
            let choice = session.interpreter.pager, program = choice == .automatic ? Pager(choice)?.command : nil
            session.output.note("pager is \(choice.text)\(program.map { ", now \($0)" } ?? "")\n")
        } else {
            session.interpreter.pager = PagerChoice(value)
        }
        return .done
    }

    static let privacy: ShellSetting = .init(
        name: "privacy", argument: "on|off", summary: "Masks amounts, quantities and prices, so that a screen can be shared.",
        detail:
            "Masked is every figure on the screen but dates and percentages, in messages and in what scripts print too. Only what is shown is masked: files written by export and the book itself keep every digit.",
        values: ["on", "off"]
    ) { (value, session) throws(Failure) in
        try ShellSetting.privacy.toggle(value, session.display.options.privacy, session) { session.display.options.privacy = $0 }
    }

    static let timer: ShellSetting = .init(
        name: "timer", argument: "on|off", summary: "Prints the time that each entry took.",
        detail: "The time is that of the entry alone, without reading and editing the line.", values: ["on", "off"]
    ) { (value, session) throws(Failure) in
        try ShellSetting.timer.toggle(value, session.isTimed, session) { session.isTimed = $0 }
    }

    static let width: ShellSetting = .init(
        name: "width", argument: "COLUMNS|auto|all", summary: "Sets how wide a table may be.",
        detail: "auto is the width of the terminal, all lets a table be as wide as it is.", values: ["auto", "all"]
    ) { (value, session) throws(Failure) in
        switch value {
        case "": session.output.note("width is \(session.width.text)\n")
        case "auto": session.width = .auto
        case "all": session.width = .all
        default:
            guard let columns = Int(value), (20...10_000).contains(columns) else {
                throw ShellSetting.width.misused("is a number from 20 to 10000, auto or all, not \(value)")
            }
            session.width = .columns(columns)
        }
        return .done
    }

    static let rows: ShellSetting = .init(
        name: "rows", argument: "NUMBER|all", summary: "Sets how many rows of a long table are shown.",
        detail: "The rows that are left out are counted below the table. all shows every row.", values: ["all"]
    ) { (value, session) throws(Failure) in
        switch value {
        case "": session.output.note("rows is \(session.display.options.maximumRows.map { "\($0)" } ?? "all")\n")
        case "all": session.display.options.maximumRows = nil
        default:
            guard let rows = Int(value), rows > 0 else { throw ShellSetting.rows.misused("is a number above 0 or all, not \(value)") }
            session.display.options.maximumRows = rows
        }
        return .done
    }
}

/// How wide tables may be.
enum TableWidth: Equatable {
    /// As wide as the terminal; without a terminal, as wide as they are.
    case auto
    /// As wide as they are.
    case all
    /// So many columns at most.
    case columns(Int)

    /// The limit at this moment, in columns; nil for none.
    var columns: Int? {
        switch self {
        case .auto: Self.ofTerminal
        case .all: nil
        case .columns(let count): count
        }
    }

    /// The value as the setting tells it.
    var text: String {
        switch self {
        case .auto: "auto" + (Self.ofTerminal.map { ", now \($0)" } ?? "")
        case .all: "all"
        case .columns(let count): "\(count)"
        }
    }

    /// The columns of the terminal; nil if there is none.
    private static var ofTerminal: Int? {
        let columns = luca_terminal_width(STDOUT_FILENO)
        return columns > 0 ? Int(columns) : nil
    }
}

/// The time that an entry took, in µs, ms or s.
enum Timing {
    /// `took 1.3 ms`, with a newline at its end.
    static func text(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
        return switch microseconds {
        case ..<1_000: "took \(microseconds) µs\n"
        case ..<1_000_000: "took \(oneDigit(microseconds, per: 1_000)) ms\n"
        default: "took \(oneDigit(microseconds, per: 1_000_000)) s\n"
        }
    }

    private static func oneDigit(_ value: Int64, per unit: Int64) -> String { "\(value / unit).\(value % unit * 10 / unit)" }
}
