import ArgumentParser
import DomoLanguage
import DomoSystem
import Glibc

/// `domo-import linknx`
struct LinknxCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "linknx",
        abstract: "Convert a linknx configuration to a house file and scenes.",
        usage: "domo import linknx FILE [-o HOUSE.xml] [--scenes FOLDER] [--name HOUSE]",
        discussion: """
            Objects become elements, and rules with a timer or a reading that set values become scenes. What could not \
            be converted is listed on standard error, and in comments at the end of the house; without --scenes, the \
            scenes are written there too.
            """
    )

    @Argument(help: "The configuration of linknx.", completion: .file(extensions: ["xml"]))
    var file: String

    @OptionGroup var target: HouseTarget

    @Option(
        help: ArgumentHelp("The folder for the scenes: scenes, beside the house file.", valueName: "folder"),
        completion: .directory
    )
    var scenes: String?

    func run() throws {
        try Program.run {
            () throws(Fault) in
            let bytes = try PlainFile.read(file, limit: ProjectFile.exportLimit / 4)
            var result = try LinknxImport.read(
                bytes,
                file: file,
                name: target.name,
                fallback: Program.baseName(of: file),
                isEnglish: target.english
            )
            guard let scenes else {
                for scene in result.scenes { result.house.notes.append("\(scene.file).domo:\n\(scene.text)") }
                return try target.write(result.house, source: Program.fileName(of: file))
            }
            try target.write(result.house, source: Program.fileName(of: file))
            guard !target.dryRun else { return }
            try write(result.scenes, to: scenes)
        }
    }

    /// Writes the scenes. Existing files are kept, because the user may have changed them.
    private func write(_ scenes: [LinknxScenes.Scene], to folder: String) throws(Fault) {
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw Fault(
                .noSuchFile,
                "\(folder): \(String(cString: strerror(errno)))",
                hint: "create its parent folder first"
            )
        }
        for scene in scenes {
            let path = "\(folder)/\(scene.file).domo"
            if PlainFile.exists(path) {
                StandardStream.error.writeLine("\(path) already exists; left as it is")
            } else {
                try PlainFile.write(scene.text, to: path, replacesOld: false)
            }
        }
    }
}
