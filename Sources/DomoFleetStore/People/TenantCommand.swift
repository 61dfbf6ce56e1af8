import ArgumentParser
import DomoBridge
import DomoFleet
import DomoSystem

/// `domo-fleet tenant …`: who owns which houses, and what people call them.
struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Manage the tenants of the fleet, and their houses on its page.",
        subcommands: [Add.self, House.self, Remove.self, List.self]
    )

    struct Add: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Add a tenant.")

        @OptionGroup var options: DirectoryOptions
        @Argument var name: String

        func run() async throws {
            try await options.run(makesTables: true) { [name] connection throws(StoreFault) in
                guard try FleetDirectory(connection).tenant(name) == nil else {
                    throw StoreFault(.data, "the tenant \"\(name)\" already exists", hint: "choose another name")
                }
                try FleetDirectory(connection).addTenant(name)
            }
        }
    }

    struct House: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Give a house to a tenant.",
            discussion: """
                A house appears when it connects to the fleet first, with the name that it was enrolled with: domo-fleet \
                tenant list shows those without a tenant. With NAME, it gets that name, and need not have connected yet.
                """
        )

        @OptionGroup var options: DirectoryOptions
        @Argument(help: "The tenant.")
        var tenant: String
        @Argument(help: "The ID of the house.")
        var id: String
        @Argument(help: "What people call it, if that is another name than the one it has.")
        var name: String?

        func validate() throws {
            guard HouseID(id) != nil else {
                throw ValidationError("invalid ID \"\(id)\"; an ID has 8 to 16 of a–z and 0–9")
            }
        }

        func run() async throws {
            guard let house = HouseID(id) else { return }
            try await options.run { [tenant, name] connection throws(StoreFault) in
                guard let number = try FleetDirectory(connection).tenant(tenant) else {
                    throw StoreFault(
                        .data,
                        "there is no tenant \"\(tenant)\"",
                        hint: "add one with: domo-fleet tenant add NAME"
                    )
                }
                if let name {
                    try FleetDirectory(connection).setHouse(house, name: name, tenant: number)
                } else if try !FleetDirectory(connection).giveHouse(house, to: number) {
                    throw StoreFault(
                        .data,
                        "there is no house \"\(house)\" yet",
                        hint:
                            "it appears when it connects first; or give its name: domo-fleet tenant house TENANT ID NAME"
                    )
                }
            }
        }
    }

    struct Remove: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Remove a house from the page of the fleet. Its reports stay."
        )

        @OptionGroup var options: DirectoryOptions
        @Argument(help: "The ID of the house.")
        var id: String

        func run() async throws {
            try await options.run { [id] connection throws(StoreFault) in
                guard let house = HouseID(id), try FleetDirectory(connection).removeHouse(house) else {
                    throw StoreFault(.data, "there is no house \"\(id)\"", hint: "see domo-fleet tenant list")
                }
            }
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the tenants, how many houses each has, and the houses without one."
        )

        @OptionGroup var options: DirectoryOptions

        func run() async throws {
            let lines = try await options.run { connection throws(StoreFault) in
                let directory = FleetDirectory(connection)
                return try directory.tenants().map { "\($0.name): \($0.houses)" }
                    + directory.housesWithoutTenant().map { "without a tenant: \($0.id) \($0.name)" }
            }
            StandardStream.output.write(lines.map { "\($0.oneLine)\n" }.joined())
        }
    }
}
