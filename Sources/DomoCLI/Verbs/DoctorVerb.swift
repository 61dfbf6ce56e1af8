import ArgumentParser
import DomoLanguage

struct DoctorVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .doctor,
        usage: "domo doctor [--bundle FILE]",
        discussion: """
            Says of each thing that can go wrong in a daemon that runs unattended how it is, and what to do where it is \
            not well. Exit status: 0, or 69 where something does not work; warnings alone leave it at 0.

            --bundle writes a report for whoever helps: the same, versions, the state of the daemon, its last orders, \
            scenes, log and configuration. Passwords, tokens and other values that may be secret are left out; names of \
            rooms and devices are not. Read it before you send it.
            """
    )

    @Option(help: ArgumentHelp("Write a report for a bug report to it.", valueName: "file"), completion: .file())
    var bundle: String?

    @OptionGroup var client: ClientOptions

    func run(literals: Int) throws {
        let examination = Examination.run(client)
        if let bundle { try BugReport(examination, client).write(to: bundle) }
        if client.json, let answer = examination.answer {
            StandardStreams.write(Rendering.json(answer))
        } else if client.json, let fault = examination.fault {
            StandardStreams.write(Rendering.json(fault))
        } else {
            StandardStreams.write(Rendering(for: .output).findings(examination.findings))
            if let bundle { StandardStreams.write("wrote \(DisplayText.safe(bundle))\n") }
        }
        if examination.findings.contains(where: { $0.level == .bad }) { throw Ending(status: .unreachable) }
    }

    // The database is asked, on a disk that may be a slow one.
    static func patience(for request: Request) -> Duration { .seconds(60) + ControlClient.margin }
}

extension VerbCommands {
    static var doctor: any VerbCommand.Type { DoctorVerb.self }
}
