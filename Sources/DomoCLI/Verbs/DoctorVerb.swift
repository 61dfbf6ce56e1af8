import DomoLanguage

enum DoctorVerb: VerbCommand {
    static let discussion = """
        Checks what can go wrong while the daemon runs unattended, and suggests how to fix each problem. Exit \
        status: 0, or 69 if something does not work; warnings alone leave it at 0. 77 if your role is not for all places.

        --bundle writes a file to attach to a bug report: the findings, versions, the state of the daemon, its \
        last orders, scenes, log and configuration. Passwords, tokens and other values that may be secret are \
        masked; names of rooms and devices are not. Read it before you send it.
        """

    static func run(_ invocation: Invocation) throws(Fault) -> ExitStatus {
        let (client, bundle) = (invocation.client, invocation.value("--bundle"))
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
        if let fault = examination.fault { return fault.code.exitStatus }
        return examination.findings.contains { $0.level == .bad } ? .unreachable : .done
    }

    // The daemon reads the database, perhaps from a slow disk.
    static func patience(for request: Request) -> Duration { slowPatience }
}

extension VerbCommands {
    static var doctor: any VerbCommand.Type { DoctorVerb.self }
}
