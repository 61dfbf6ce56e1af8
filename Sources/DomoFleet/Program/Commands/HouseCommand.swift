import ArgumentParser
import DomoLanguage
import DomoModel
import DomoSystem

/// `domo-fleet house`: the houses of a fleet.
struct HouseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "house",
        abstract: "Add and revoke the houses of a fleet.",
        subcommands: [Add.self, Code.self, Rotate.self, Revoke.self, List.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "add",
            abstract: "Add a house, and write a code for one use within 24 hours."
        )

        @Argument(help: "What people call the house.")
        var name: String

        @Option(help: ArgumentHelp("8–16 of a–z and 0–9 (default: from the name).", valueName: "id"))
        var id: String?

        @OptionGroup var fleet: FleetFolderOption

        func validate() throws {
            if let id, HouseID(id) == nil {
                throw ValidationError("invalid --id \"\(id.prefix(40))\"; use 8–16 of a–z and 0–9")
            }
        }

        func run() async throws {
            let folder = try fleet.folder()
            try CommandFault.reporting {
                try RegisteredHouse.check(name: name)
                let house = try id.flatMap { HouseID($0) } ?? HouseID.new(for: name)
                let (code, registered) = try folder.code(for: house, at: Moment.now().time.milliseconds / 1000)
                try folder.register.add(RegisteredHouse(house: house, name: name, code: registered))
                HouseCommand.write(code)
            }
        }
    }

    struct Code: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "code",
            abstract: "Write a new code for a house that was revoked, or whose code or credentials have expired."
        )

        @OptionGroup var house: HouseArgument

        func run() async throws {
            let folder = try house.fleet.folder()
            try CommandFault.reporting {
                let found = try folder.register.find(house.house)
                let now = Moment.now().time
                let (code, registered) = try folder.code(for: found.house, at: now.milliseconds / 1000)
                try folder.register.change(found.house) { house throws(HouseFault) in
                    guard house?.state(at: now) != .enrolled else {
                        throw HouseFault(
                            "\(found.house) is enrolled: use domo-fleet house rotate for a new key, or house revoke first"
                        )
                    }
                    house?.code = registered
                }
                HouseCommand.write(code)
            }
        }
    }

    struct Rotate: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate",
            abstract: "Have a house that is connected make a new key, and revoke its old one."
        )

        @OptionGroup var house: HouseArgument

        func run() async throws {
            let folder = try house.fleet.folder()
            try await CommandFault.reportingLater {
                try await HouseRotation(folder: folder).rotate(try folder.register.find(house.house).house)
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "revoke",
            abstract: "Have the servers refuse a house from now on."
        )

        @OptionGroup var house: HouseArgument

        func run() async throws {
            let folder = try house.fleet.folder()
            try await CommandFault.reportingLater {
                let found = try folder.register.find(house.house).house
                // First in the register: then nobody renews the credentials any more.
                let now = Moment.now().time
                let keys = try folder.register.change(found) { house throws(HouseFault) in
                    let keys = house?.keys ?? []
                    house?.revoked = now
                    house?.code = nil
                    return keys
                }
                guard !keys.isEmpty else { return }
                // The credentials that were signed last end at the latest then.
                let end = now.milliseconds + 86_400_000 * Int64(folder.fleet.days + 1)
                try await KeyRevocation(folder: folder).revoke(keys, end: Timestamp(milliseconds: end))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the houses: ID, state, end of the code or credentials, name."
        )

        @Flag(help: "Write a JSON object per line.")
        var json = false

        @OptionGroup var fleet: FleetFolderOption

        func run() async throws {
            let folder = try fleet.folder()
            let now = Moment.now().time
            for house in try CommandFault.reporting({ try folder.register.all() }) {
                StandardStream.output.write(json ? house.listJSON(at: now) : house.listLine(at: now))
            }
        }
    }

    struct HouseArgument: ParsableArguments {
        @Argument(help: "The name or ID of the house.")
        var house: String

        @OptionGroup var fleet: FleetFolderOption
    }

    fileprivate static func write(_ code: EnrolmentCode) {
        StandardStream.output.write("\(code.lines)\n")
        StandardStream.error.write(
            "house \(code.house): run domo-fleet enroll in the house, and give it this code within 24 hours\n"
        )
    }
}

extension RegisteredHouse {
    private func end(at now: Timestamp) -> Timestamp? {
        switch state(at: now) {
        case .waiting, .codeExpired: code?.expires
        case .enrolled, .expired: expires
        case .revoked: revoked
        }
    }

    fileprivate func listLine(at now: Timestamp) -> String {
        "\(house)\t\(state(at: now).rawValue)\t\(end(at: now)?.rfc3339 ?? "-")\t\(name)\n"
    }

    fileprivate func listJSON(at now: Timestamp) -> String {
        var json = JSONWriter()
        json.object { json in
            json.key("house")
            json.string(house.text)
            json.key("name")
            json.string(name)
            json.key("state")
            json.string(state(at: now).rawValue)
            json.optional("key", key.map { "\($0)" })
            if let end = end(at: now) {
                json.key("until")
                json.time(end)
            }
        }
        json.newline()
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension HouseID {
    /// A random one that begins with the letters of a name.
    static func new(for name: String) throws(HouseFault) -> HouseID {
        let letters = name.lowercased().utf8.filter { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
        let beginning = letters.prefix(10)
        let characters = Array("abcdefghijkmnpqrstuvwxyz23456789".utf8)
        let random = (0..<max(12 - beginning.count, 6)).compactMap { _ in characters.randomElement() }
        guard let house = HouseID(String(decoding: Array(beginning) + random, as: UTF8.self)) else {
            throw HouseFault("the name \"\(name.prefix(40))\" gives no ID: use --id")
        }
        return house
    }
}
