import DomoLanguage
import DomoModel
import Glibc

/// Runs `domod --check`, so that there is only one parser of house files.
enum CheckVerb: VerbCommand {
    static let row = VerbRow(
        "check",
        "Check house files, scenes and holidays; needs no daemon.",
        commandLine: Form(
            .option(VerbOption("--verbose", "-v", help: "Print what the files contain.")),
            .repeated(
                Operand("FILE|FOLDER", .files, "House files, scene files, files of holidays, or folders of them."),
                upTo: 100_000
            )
        )
    )

    static let discussion = """
        If domod is running, scene files are also compared with the scenes that it has loaded: two scenes can't \
        have the same name. The configuration is not read: "domod --check-config" checks it with everything that it \
        names.

        Exit status: 0 if there are no errors, 65 if there are, 66 if a file does not exist.
        """

    private static let purpose = "it checks house files"

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let (client, files) = (invocation.client, invocation.arguments.operands)
        let options = (invocation.has("--verbose") ? ["--verbose"] : []) + (client.json ? ["--json"] : [])
        let arguments = ["--check"] + options + ["--"] + files
        let loaded = TakenSceneNames(client)
        let duplicates = loaded.duplicates(in: files)
        let comparisons = loaded.textComparisons(in: files)
        guard !duplicates.isEmpty || !comparisons.isEmpty else {
            try SiblingProgram.start("domod", arguments, purpose: purpose)
        }
        let (status, output) = try SiblingProgram.run(
            "domod",
            arguments,
            purpose: purpose,
            isCaptured: client.json
        )
        if client.json {
            var report = try ReplyLine.decode(CheckReport.self, from: output[...])
            report.diagnostics += duplicates + comparisons
            StandardStreams.write(Rendering.json(report))
        } else {
            StandardStreams.writeError((duplicates + comparisons).map { $0.text + "\n" }.joined())
        }
        if duplicates.isEmpty { return status }
        return status == .done || status == .noSuchFile ? .badData : status
    }
}

/// The names of the scenes that the running daemon has loaded.
private struct TakenSceneNames {
    private let client: ClientOptions

    init(_ client: ClientOptions) { self.client = client }

    /// The scene files whose scene has the same name as a loaded scene of another file; none if no daemon runs.
    func duplicates(in files: [String]) -> [CheckReport.Entry] {
        let scenes = files.filter { $0.hasSuffix(".domo") }
        guard !scenes.isEmpty else { return [] }
        let loaded: [SceneList.Scene]
        do throws(Fault) {
            loaded = try self.loaded()
        } catch {
            if error.code != .unreachable {
                StandardStreams.writeError(
                    "warning: the names were not compared with the scenes that domod has loaded: \(error.message)\n"
                )
            }
            return []
        }
        return scenes.compactMap { (file) -> CheckReport.Entry? in
            let name: String
            do throws(Fault) {
                name = try ScriptFile(path: file).name
            } catch {
                // domod reports files that can't be read.
                return nil
            }
            guard let path = Self.path(file) else { return nil }
            let other = loaded.first { FoldedName.fold($0.name) == FoldedName.fold(name) }?.file
            guard let other, Self.path(other) != path else { return nil }
            let message =
                "the scene \"\(name)\" already exists: domod has loaded it from \(other); give it another name, or put "
                + "it in the place of that file"
            return CheckReport.Entry(file: file, line: 1, column: 1, message: message)
        }
    }

    /// Warnings about comparisons in the loaded scenes of these files with what has only ever had a text; none if no
    /// daemon runs.
    func textComparisons(in files: [String]) -> [CheckReport.Entry] {
        let scenes = files.filter { $0.hasSuffix(".domo") }
        guard !scenes.isEmpty else { return [] }
        let found: [StatusView.TextComparison]
        do throws(Fault) {
            found =
                try ReplyLine.decode(StatusView.self, from: client.connect().ask(.status).content()).comparisons ?? []
        } catch {
            // Reported with the names.
            return []
        }
        return scenes.flatMap { file in
            found.filter { Self.path($0.file) == Self.path(file) && Self.path(file) != nil }.map { comparison in
                CheckReport.Entry(
                    file: file,
                    line: comparison.line,
                    column: comparison.column,
                    severity: "warning",
                    message: "\(comparison.message); \(StatusView.TextComparison.hint)"
                )
            }
        }
    }

    private func loaded() throws(Fault) -> [SceneList.Scene] {
        try ReplyLine.decode(SceneList.self, from: client.connect().ask(.scenes).content()).scenes
    }

    private static func path(_ file: String) -> String? {
        guard let path = realpath(file, nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }
}
