import ArgumentParser
import DomoLanguage

/// `domo-import knx`
struct KNXCommand: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case xml, json
    }

    static let configuration = CommandConfiguration(
        commandName: "knx",
        abstract: "Make a house file of an ETS project, or of its group addresses.",
        usage: "domo import knx FILE [-o HOUSE.xml] [--name HOUSE] [--password-file FILE]",
        discussion: """
            FILE is a .knxproj of ETS 4, 5 or 6, or what ETS exports group addresses as: XML or CSV.
            Without -o the house goes to the standard output. Where the file of -o is there already, it is brought up to \
            date: what a person changed in it stays, new addresses are added, vanished ones are reported.
            What could not be placed is listed on the standard error, and in comments at the end of the house.
            """
    )

    @Argument(help: "A .knxproj, or an export of group addresses.", completion: .file())
    var file: String

    @OptionGroup var target: HouseTarget

    @Option(
        help: ArgumentHelp("The password of the project. Other users of the machine can see it.", valueName: "text")
    )
    var password: String?

    @Option(
        help: ArgumentHelp("A file with the password of the project in its first line.", valueName: "file"),
        completion: .file()
    )
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "What is printed: the house (xml), or what was read of the project (json).",
            visibility: .hidden
        )
    )
    var format = Format.xml

    func run() throws {
        try Program.run {
            () throws(Fault) in
            let project = try ProjectFile.read(file, password: try secret())
            if format == .json {
                StandardOutput.write(ProjectDump.json(of: project))
                return
            }
            let house = HouseMaker.house(
                of: Pairing.run(project),
                name: target.name,
                fallback: Program.baseName(of: file),
                isEnglish: target.english
            )
            try target.write(house, source: Program.fileName(of: file))
        }
    }

    private func secret() throws(Fault) -> String? {
        guard let passwordFile else { return password }
        guard password == nil else {
            throw Fault(.badRequest, "--password and --password-file exclude each other", hint: "name one of them")
        }
        let bytes = try PlainFile.read(passwordFile, limit: 1 << 16)
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
        guard let line else { throw Fault(.badModel, "\(passwordFile) holds no password") }
        return String(line)
    }
}
