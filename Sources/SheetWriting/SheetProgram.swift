import CXlsxWriter
import Glibc
import Messages
import Pipes
import Workbooks

/// What `luca-sheet` does: reads a workbook from one descriptor, and writes the file, or why there is none, to another.
public enum SheetProgram {
    /// Serves one workbook. Gives the exit code: 0 where a file was written.
    public static func run(input: Int32, output: Int32) -> Int32 {
        do throws(WritingFailure) {
            let (file, warnings) = try written(from: input)
            defer { close(file) }
            let count = Int(lseek(file, 0, SEEK_END))
            lseek(file, 0, SEEK_SET)
            guard MessagePipe.write(SheetAnswer.file(byteCount: count, warnings: warnings).frame, to: output) else { return 1 }
            return MessagePipe.copy(file, to: output) ? 0 : 1
        } catch {
            _ = MessagePipe.write(SheetAnswer.failure(error.message).frame, to: output)
            return 1
        }
    }

    /// The file of the workbook that the descriptor tells, which has no name any more: nothing of it remains, whatever happens.
    private static func written(from input: Int32) throws(WritingFailure) -> (file: Int32, warnings: [String]) {
        var stream = MessageStream<WorkbookMessage>()
        guard case .begin(let properties) = try next(&stream, input) else { throw WritingFailure("what came is no workbook") }
        let file = try unnamedFile(in: properties.temporaryFolder)
        do throws(WritingFailure) {
            let workbook = try WorkbookFile(properties, path: "/proc/self/fd/\(file)")
            while true {
                switch try next(&stream, input) {
                case .begin: throw WritingFailure("a second workbook began before the first was whole")
                case .sheet(let layout): try workbook.begin(layout)
                case .cells(let cells): try workbook.write(cells)
                case .end: return (file, try workbook.close())
                }
            }
        } catch {
            close(file)
            throw error
        }
    }

    /// The next message; waits for it.
    private static func next(_ stream: inout MessageStream<WorkbookMessage>, _ input: Int32) throws(WritingFailure) -> WorkbookMessage {
        while true {
            let message: WorkbookMessage?
            do { message = try stream.next() } catch { throw WritingFailure("what came is no workbook") }
            if let message { return message }
            guard MessagePipe.receive(from: input, into: &stream) else { throw WritingFailure("the workbook broke off before its end") }
        }
    }

    /// A file that only this process can reach.
    private static func unnamedFile(in folder: String) throws(WritingFailure) -> Int32 {
        let place = !folder.isEmpty ? folder : getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array((place + "/luca-sheet-XXXXXX").utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { throw WritingFailure("no temporary file can be made in \(place): \(String(cString: strerror(errno)))") }
        unlink(path)
        return file
    }
}
