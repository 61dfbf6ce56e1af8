import ArgumentParser
import DomoModel
import DomoNATS
import DomoSystem

/// `domo-fleet operator`: the keys of a fleet.
struct OperatorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator",
        abstract: "Make a fleet, and the credentials of its workers and web servers.",
        discussion: """
            The servers of NATS trust the operator's key alone: they need no change when houses come and go. Keep the \
            folder and a backup of it; who has its files has the fleet.
            """,
        subcommands: [Init.self, Add.self, Remove.self, Push.self]
    )

    struct Init: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "init",
            abstract: "Make the folder of a fleet: keys, and fleet.conf for the servers."
        )

        @Argument(help: ArgumentHelp("The folder to make.", valueName: "folder"))
        var folder: String

        @Option(
            parsing: .upToNextOption,
            help: ArgumentHelp("Where houses find the servers: tls://HOST:PORT …", valueName: "url")
        )
        var servers: [String]

        @Option(help: ArgumentHelp("The certificates of the servers' own authority, PEM.", valueName: "file"))
        var ca: String?

        @Option(help: ArgumentHelp("How long the credentials of houses are valid.", valueName: "days"))
        var days = FleetDescription.defaultDays

        @Option(help: ArgumentHelp("Where each server keeps the JWTs of accounts.", valueName: "folder"))
        var serversFolder = "/var/lib/nats/jwt"

        func validate() throws {
            guard FleetDescription.allowedDays.contains(days) else {
                throw ValidationError("invalid --days \(days); use 1 to 3650")
            }
        }

        func run() async throws {
            let plan = OperatorFolder.Plan(servers: servers, authority: ca, days: days, serversFolder: serversFolder)
            let made = try CommandFault.reporting {
                try OperatorFolder.create(folder, plan, now: Moment.now().time.milliseconds / 1000)
            }
            StandardStream.output.write("\(made.configurationPath)\n")
            StandardStream.error.write(
                "Put \"include fleet.conf\" into the configuration of each server, and the file beside it.\n"
            )
        }
    }

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract:
                "Make credentials for a worker (store), for making the streams (setup), or for a web server (web)."
        )

        @Argument(help: ArgumentHelp("store, setup or web.", valueName: "role"))
        var role: OperatorFolder.Role

        @Argument(help: "1–32 of a–z, 0–9 and -.")
        var name: String

        @Option(help: ArgumentHelp("How long they are valid (default: without end).", valueName: "days"))
        var days: Int?

        @OptionGroup var fleet: FleetFolderOption

        func validate() throws {
            if let days, !FleetDescription.allowedDays.contains(days) {
                throw ValidationError("invalid --days \(days); use 1 to 3650")
            }
            guard HouseFields.isName(name) else {
                throw ValidationError("invalid name \"\(name.prefix(40))\"; use 1–32 of a–z, 0–9 and -")
            }
        }

        func run() async throws {
            let folder = try fleet.folder()
            let path = try CommandFault.reporting {
                try folder.add(role, name, days: days, at: Moment.now().time.milliseconds / 1000)
            }
            StandardStream.output.write("\(path)\n")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Have the servers refuse the credentials of a worker or web server, and remove them."
        )

        @Argument(help: "The name.")
        var name: String

        @OptionGroup var fleet: FleetFolderOption

        func run() async throws {
            let folder = try fleet.folder()
            try await CommandFault.reportingLater {
                guard HouseFields.isName(name), FileBytes.isThere(folder.path(ofUser: name)) else {
                    throw HouseFault("there is no user \"\(name.prefix(40))\" in \(folder.path)/users")
                }
                let path = folder.path(ofUser: name)
                guard let jwt = try folder.key(ofUser: name) else { throw HouseFault("\(path) has no JWT") }
                let end = jwt.expires.map { Timestamp(milliseconds: 1000 * $0) }
                try await KeyRevocation(folder: folder).revoke([jwt.subject], end: end)
                do throws(FileBytes.Fault) {
                    try FileBytes.remove(path)
                } catch {
                    throw HouseFault("can't remove \(path): \(error.message)")
                }
            }
        }
    }

    struct Push: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "push",
            abstract: "Bring the list of revoked keys to the servers that run, again."
        )

        @OptionGroup var fleet: FleetFolderOption

        func run() async throws {
            let folder = try fleet.folder()
            try await CommandFault.reportingLater { try await KeyRevocation(folder: folder).push() }
        }
    }
}

extension OperatorFolder.Role: ExpressibleByArgument {}
