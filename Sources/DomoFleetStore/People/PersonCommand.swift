import ArgumentParser
import DomoBridge
import DomoFleet
import DomoLanguage
import DomoModel
import DomoSystem
import DomoUsage

/// The commands of `domo-fleet` for the directory in PostgreSQL: who may see which houses, and what they are called.
struct DirectoryProgram: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "domo-fleet",
        abstract: "Many houses on NATS.",
        version: "domo-fleet-store \(domoBuild)",
        subcommands: [PersonCommand.self, TenantCommand.self]
    )
}

struct PersonCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "person",
        abstract: "Manage the people who may sign in at the page of the fleet.",
        subcommands: [Add.self, Token.self, Grant.self, Revoke.self, Remove.self, List.self]
    )

    /// - Throws: `data` if there is no such person.
    static func id(_ name: String, _ connection: StoreConnection) throws(StoreFault) -> Int64 {
        guard let id = try FleetDirectory(connection).person(name) else {
            throw StoreFault(.data, "there is no person \"\(name)\"", hint: "add one with: domo-fleet person add NAME")
        }
        return id
    }
}

extension PersonCommand {
    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a person.")

        @OptionGroup var options: DirectoryOptions
        @Argument var name: String

        func run() async throws {
            try await options.run(makesTables: true) { [name] connection throws(StoreFault) in
                guard try FleetDirectory(connection).person(name) == nil else {
                    throw StoreFault(.data, "the person \"\(name)\" already exists", hint: "choose another name")
                }
                try FleetDirectory(connection).addPerson(name)
            }
        }
    }

    struct Token: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a token with which a person signs in.",
            discussion: "It is printed once, and can't be shown again. What the person stores with it ends with it."
        )
        private static let day: Int64 = 86_400_000

        @OptionGroup var options: DirectoryOptions
        @Argument var name: String
        @Option(help: ArgumentHelp("The name of the token, such as the device that uses it.", valueName: "name"))
        var device = "page"
        @Option(help: ArgumentHelp("After how many days it expires (default: never).", valueName: "days"))
        var days: Int64?

        func validate() throws {
            if let days, !(1...3650).contains(days) {
                throw ValidationError("invalid --days \(days); use 1 to 3650")
            }
        }

        func run() async throws {
            let token = try await options.run { [name, device, days] connection throws(StoreFault) in
                let person = try PersonCommand.id(name, connection)
                let expires = days.map { Moment.now().time.milliseconds + $0 * Self.day }
                guard try !PersonTokens(connection).tokens(of: person).contains(where: { $0.name == device }) else {
                    throw StoreFault(
                        .data,
                        "\(name) has a token \"\(device)\"",
                        hint:
                            "choose another name with --device, or revoke it with: domo-fleet person revoke NAME --device NAME"
                    )
                }
                return try PersonTokens(connection).add(to: person, name: device, expires: expires)
            }
            StandardStream.output.write("\(token.text)\n")
        }
    }

    struct Grant: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Let a person see a house, or all houses of a tenant.",
            discussion: """
                ROLE: read (look), act (give orders), manage, or none to take it back. What a person may do in a house is \
                decided by the house, for the token that the person got there: the role only limits it.
                """
        )

        @OptionGroup var options: DirectoryOptions
        @Argument var name: String
        @Argument var role: String
        @Option(help: ArgumentHelp("All houses of this tenant.", valueName: "name"))
        var tenant: String?
        @Option(help: ArgumentHelp("The ID of a house.", valueName: "id"))
        var house: String?

        private static let roles: [String: FleetRole?] = ["read": .read, "act": .act, "manage": .manage, "none": nil]

        func validate() throws {
            guard Self.roles[role] != nil else {
                throw ValidationError("invalid role \"\(role)\"; use read, act, manage or none")
            }
            guard (tenant == nil) != (house == nil) else {
                throw ValidationError("expected either --tenant NAME or --house ID")
            }
            if let house, HouseID(house) == nil {
                throw ValidationError("invalid ID \"\(house)\"; an ID has 8 to 16 of a–z and 0–9")
            }
        }

        func run() async throws {
            let role = Self.roles[role] ?? nil
            try await options.run { [name, tenant, house] connection throws(StoreFault) in
                let directory = FleetDirectory(connection)
                let person = try PersonCommand.id(name, connection)
                if let tenant {
                    guard let id = try directory.tenant(tenant) else {
                        throw StoreFault(.data, "there is no tenant \"\(tenant)\"", hint: "check the name")
                    }
                    try directory.grant(role, tenant: id, to: person)
                } else if let house = house.flatMap({ HouseID($0) }) {
                    try directory.grant(role, house: house, to: person)
                }
            }
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Revoke a token of a person, or all.",
            discussion: "The page of the fleet refuses it within seconds."
        )

        @OptionGroup var options: DirectoryOptions
        @Argument var name: String
        @Option(help: ArgumentHelp("The name of the token (default: all).", valueName: "name"))
        var device: String?

        func run() async throws {
            let count = try await options.run { [name, device] connection throws(StoreFault) in
                let count = try PersonTokens(connection).revoke(device, of: PersonCommand.id(name, connection))
                guard count > 0 || device == nil else {
                    throw StoreFault(
                        .data,
                        "\(name) has no token \"\(device ?? "")\"",
                        hint: "see domo-fleet person list"
                    )
                }
                return count
            }
            StandardStream.output.write("revoked \(count) token\(count == 1 ? "" : "s")\n")
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Remove a person, with all tokens and rights.")

        @OptionGroup var options: DirectoryOptions
        @Argument var name: String

        func run() async throws {
            try await options.run { [name] connection throws(StoreFault) in
                try FleetDirectory(connection).removePerson(PersonCommand.id(name, connection))
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List the people, and the names of their tokens.")

        @OptionGroup var options: DirectoryOptions

        func run() async throws {
            var last = ""
            while true {
                let people = try await options.run { [last] connection throws(StoreFault) in
                    let tokens = PersonTokens(connection)
                    var lines: [(name: String, text: String)] = []
                    for name in try tokens.people(after: last) {
                        let entries = try tokens.tokens(of: PersonCommand.id(name, connection))
                        let devices = entries.map { entry in
                            let until = entry.expires.map { " until \(Timestamp(milliseconds: $0).rfc3339)" } ?? ""
                            return entry.name + until
                        }
                        lines.append(
                            (name, "\(name): \(devices.isEmpty ? "no token" : devices.joined(separator: ", "))")
                        )
                    }
                    return lines
                }
                guard let end = people.last?.name else { return }
                StandardStream.output.write(people.map { "\($0.text)\n" }.joined())
                last = end
            }
        }
    }
}
