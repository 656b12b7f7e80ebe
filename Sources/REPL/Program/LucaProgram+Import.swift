internal import Glibc
import Scripting

extension LucaProgram {
    /// Imports files, each as an act of its own: shows what would happen, asks where somebody is there to answer, and does it.
    public func importFiles(_ request: ImportRequest, _ options: LaunchOptions) -> Int32 {
        withSession(options) { interpreter in
            var settings = ImportSettings()
            settings.isPartial = request.isPartial
            settings.format = request.format
            settings.dateOrder = request.dateOrder
            settings.account = request.account
            settings.symbol = request.symbol
            interpreter.runtime.importProgress = isatty(STDERR_FILENO) == 1 ? ImportProgressLine().show : nil
            var code: Int32 = 0
            for path in request.paths {
                var planned = try interpreter.runtime.planImport(path, settings)
                if try !carryOut(&planned, request) { code = 1 }
            }
            return code
        }
    }

    /// Whether all went as asked.
    private func carryOut(_ planned: inout PlannedImport, _ request: ImportRequest) throws -> Bool {
        let output = StandardOutput()
        for notice in planned.notices { output.note("notice: \(notice)\n") }
        for refusal in planned.refusals.prefix(20) { output.note("refused: \(refusal)\n") }
        if planned.refusedCount > 20 { output.note("refused: … and \(planned.refusedCount - 20) more rows\n") }
        output.write(planned.summary + "\n")
        if planned.refusedCount > 0 && !request.isPartial {
            output.note("nothing is imported; mend the rows, or take the others with --partial\n")
            return false
        }
        if request.isDryRun {
            output.write("nothing is imported: this was a dry run\n")
            return true
        }
        if !request.isConfirmed, isatty(STDIN_FILENO) == 1, !isConfirmed() {
            output.write("nothing is imported\n")
            return true
        }
        let done = try planned.carryOut()
        output.write(done ? "imported\n" : "nothing is imported\n")
        return done
    }

    private func isConfirmed() -> Bool {
        StandardOutput().note("Import? [Y/n] ")
        guard let answer = readLine() else { return false }
        return ["", "y", "yes"].contains(answer.lowercased())
    }
}

/// A line on the terminal that tells how far an import is; silent for the first moment, so short imports show none.
private final class ImportProgressLine {
    private let start = ContinuousClock.now
    private var shownPercent = -1

    func show(_ phase: Importer.Phase, _ done: Int, _ total: Int) -> Bool {
        let percent = total > 0 ? done * 100 / total : 100
        guard percent != shownPercent, ContinuousClock.now - start > .milliseconds(300) else { return true }
        shownPercent = percent
        StandardOutput().note("\r\(phase.rawValue) \(percent)%   " + (percent == 100 ? "\r\u{1B}[K" : ""))
        return true
    }
}
