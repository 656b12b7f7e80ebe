internal import Glibc
import Scripting

extension LucaProgram {
    /// Imports files, each as an act of its own: shows what would happen, asks where somebody is there to answer, and does it.
    public func importFiles(_ request: ImportRequest, _ options: LaunchOptions) -> Int32 {
        withSession(options, isDryRun: request.isDryRun) { interpreter in
            var settings = ImportSettings()
            settings.isPartial = request.isPartial
            settings.format = request.format
            settings.dateOrder = request.dateOrder
            settings.account = request.account
            settings.symbol = request.symbol
            settings.currency = request.currency
            interpreter.runtime.importProgress = isatty(STDERR_FILENO) == 1 ? ProgressLine.ofImport() : nil
            var code: Int32 = 0
            for path in request.paths {
                if try !importFile(path, settings, request, interpreter.runtime) { code = 1 }
            }
            return code
        }
    }

    /// Whether all went as asked.
    private func importFile(_ path: String, _ settings: ImportSettings, _ request: ImportRequest, _ runtime: Runtime) throws -> Bool {
        let asks = !request.isConfirmed && !request.isDryRun && isatty(STDIN_FILENO) == 1
        // Where nobody waits for the verdicts, the import itself finds them.
        var planned = try runtime.planImport(path, settings, checks: asks || request.isDryRun)
        if asks || request.isDryRun {
            tell(planned)
            if planned.refusedCount > 0 && !request.isPartial { return refuse() }
            if request.isDryRun || !isConfirmed() {
                StandardOutput().write(request.isDryRun ? "nothing is imported: this was a dry run\n" : "nothing is imported\n")
                return true
            }
        }
        let done = try planned.carryOut()
        if !asks { tell(planned) }
        if !done { return refuse() }
        StandardOutput().write("imported\n")
        return true
    }

    private func tell(_ planned: PlannedImport) {
        let output = StandardOutput()
        for notice in planned.notices { output.remark("notice: \(notice)\n") }
        for refusal in planned.refusals.prefix(20) { output.remark("refused: \(refusal)\n") }
        if planned.refusedCount > 20 { output.note("refused: … and \(planned.refusedCount - 20) more rows\n") }
        output.tell(planned.summary + "\n")
    }

    private func refuse() -> Bool {
        StandardOutput().note("nothing is imported; mend the rows, or take the others with --partial\n")
        return false
    }

    private func isConfirmed() -> Bool {
        StandardOutput().note("Import? [Y/n] ")
        guard let answer = readLine() else { return false }
        return ["", "y", "yes"].contains(answer.lowercased())
    }
}
