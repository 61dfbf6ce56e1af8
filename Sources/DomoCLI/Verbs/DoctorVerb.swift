import ArgumentParser
import DomoLanguage

struct DoctorVerb: VerbCommand {
    static let configuration = CommandConfiguration(
        .doctor,
        usage: "domo doctor [--bundle FILE]",
        discussion: """
            Checks what can go wrong while the daemon runs unattended, and suggests how to fix each problem. Exit \
            status: 0, or 69 if something does not work; warnings alone leave it at 0. 77 if your role is not for all places.

            --bundle writes a file to attach to a bug report: the findings, versions, the state of the daemon, its \
            last orders, scenes, log and configuration. Passwords, tokens and other values that may be secret are \
            masked; names of rooms and devices are not. Read it before you send it.
            """
    )

    @Option(help: ArgumentHelp("Write the data for a bug report to this file.", valueName: "file"), completion: .file())
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
        if let fault = examination.fault { throw Ending(status: fault.code.exitStatus) }
        if examination.findings.contains(where: { $0.level == .bad }) { throw Ending(status: .unreachable) }
    }

    // The daemon reads the database, perhaps from a slow disk.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var doctor: any VerbCommand.Type { DoctorVerb.self }
}
