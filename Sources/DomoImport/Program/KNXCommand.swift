import ArgumentParser
import DomoLanguage
import DomoSystem

/// `domo-import knx`
struct KNXCommand: ParsableCommand {
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case xml, json
    }

    static let configuration = CommandConfiguration(
        commandName: "knx",
        abstract: "Convert an ETS project, or its group addresses, to a house file.",
        usage: "domo import knx FILE [-o HOUSE.xml] [--name HOUSE] [--group] [--password-file FILE]",
        discussion: """
            FILE is a .knxproj of ETS 4, 5 or 6, or group addresses exported by ETS as XML or CSV.
            Without -o, the house is written to standard output. If the file of -o already exists, it is updated: your \
            changes are kept, new addresses are added, and vanished ones are reported. Elements that belong to one \
            device become its parts only with --group.
            What could not be placed is listed on standard error, and in comments at the end of the house.
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
        help: ArgumentHelp("A file whose first line is the password of the project.", valueName: "file"),
        completion: .file()
    )
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "The installation of the project, by its name or number; by default the first.",
            valueName: "installation"
        )
    )
    var installation: String?

    @Flag(
        inversion: .prefixedNo,
        help: """
            Make elements that belong to one device its parts. By default, a new house has such devices, and an existing \
            one only lists them.
            """
    )
    var group: Bool?

    @Option(
        help: ArgumentHelp(
            "The output: the house (xml), or the contents of the project (json).",
            visibility: .hidden
        )
    )
    var format = Format.xml

    func run() throws {
        try Program.run {
            () throws(Fault) in
            let project = try ProjectFile.read(file, password: try secret(), installation: installation)
            if format == .json {
                StandardStream.output.write(ProjectDump.json(of: project))
                return
            }
            let house = HouseMaker.house(
                of: Pairing.run(project),
                name: target.name,
                fallback: Program.baseName(of: file),
                isEnglish: target.english,
                isGrouped: group != false
            )
            let grouping: HouseUpdate.Grouping = group.map { $0 ? .done : .never } ?? .offered
            try target.write(house, source: Program.fileName(of: file), grouping: grouping)
        }
    }

    private func secret() throws(Fault) -> String? {
        guard let passwordFile else { return password }
        guard password == nil else {
            throw Fault(.badRequest, "--password and --password-file exclude each other", hint: "use one of them")
        }
        let bytes = try PlainFile.read(passwordFile, limit: 1 << 16)
        let line = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first
        guard let line else { throw Fault(.badModel, "\(passwordFile) contains no password") }
        return String(line)
    }
}
