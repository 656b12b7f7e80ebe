import Foundation
import Frames
import Messages
import Reports
import Values
import Workbooks

/// A frame as a file for Excel.
let spreadsheets = Group(
    name: "spreadsheets",
    about: "A frame of \(rowCount) rows, a date and seven numbers each, to a file for Excel by luca-sheet, against a C program that writes the same cells with libxlsxwriter."
) { settings in
    guard let program = settings.program.map({ URL(filePath: $0).deletingLastPathComponent().appending(path: "luca-sheet").path }),
        FileManager.default.isExecutableFile(atPath: program)
    else { return .skipped("it needs the built program luca-sheet beside the one that LUCA_PROGRAM names") }
    let folder = FileManager.default.temporaryDirectory.appending(path: "luca-spreadsheets-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let reference = folder + "/reference", source = "Benchmarks/Reference/spreadsheet.c"
    guard try spawn(["cc", "-O2", "-o", reference, source, "-lxlsxwriter"]).status == 0 else { return .skipped("\(source) does not compile") }
    let frame = try madeFrame()
    let ours = Subject("frame to file", operations: 1) { try writeFile(frame, by: program, to: folder + "/ours.xlsx") }
    let theirs = Subject("C program", operations: 1) {
        let cost = try spawn([reference, folder + "/theirs.xlsx", String(rowCount)])
        guard cost.status == 0 else { throw BenchError(message: "\(reference) failed") }
        return UInt64(cost.peak)
    }
    let times = try measure([ours, theirs], settings)
    return .table([Row(ours.name, times[0], against: Row.Reference(name: theirs.name, measured: times[1]), budget: .times(1.3))])
}

private let rowCount = 100_000

/// The rows that the reference writes.
private func madeFrame() throws -> Frame {
    let first = try Day("2000-01-01").number
    var columns = [Column.days(.day("date"), count: rowCount) { (row) throws(FrameError) in first + Int32(row % 5_000) }]
    for column in 1..<8 {
        columns.append(
            Column.decimals(.money("c\(column)", in: Currency(packed: 0x5553_4400_0000_0000), total: .none), count: rowCount) { (row) throws(FrameError) in
                FixedDecimal(units: Int128((row * 7919 + column * 104_729) % 10_000_000) * FixedDecimal.unitsPerOne / 100)
            })
    }
    let frame = Frame("rows", rowCount: rowCount, columns: columns)
    try frame.settle()
    return frame
}

/// Writes a frame to a file; gives the bytes of the file.
private func writeFile(_ frame: Frame, by program: String, to path: String) throws -> UInt64 {
    let process = Process(), input = Pipe(), output = Pipe()
    (process.executableURL, process.standardInput, process.standardOutput) = (URL(filePath: program), input, output)
    try process.run()
    let workbook = try frame.workbook(SpreadsheetOptions(created: Instant(microseconds: 1_400_000_000_000_000)))
    try workbook.write { try input.fileHandleForWriting.write(contentsOf: $0) }
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard let (head, count) = SheetAnswer.first(of: answer.prefix(1 << 16)), case .file(let byteCount, _) = head, answer.count == count + byteCount else {
        throw BenchError(message: "luca-sheet wrote no file")
    }
    try answer.dropFirst(count).write(to: URL(filePath: path))
    return UInt64(byteCount)
}
