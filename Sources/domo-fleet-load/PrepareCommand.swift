import ArgumentParser
import DomoBridge
import DomoFleet
import DomoNATS
import DomoSystem

/// Makes the keys of all users, and the configuration of the servers' users.
struct PrepareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Make the keys of a fleet, and users.conf for its servers."
    )

    @OptionGroup var fleet: FleetOptions

    @Option(help: "The number of simulated houses.")
    var houses = 0

    @Option(help: "The number of houses with domod and domo-fleet.")
    var real = 0

    @Option(help: "The number of workers.")
    var workers = 1

    func run() async throws {
        var users = ServerUsers()
        try addHouses(&users)
        for number in 1...max(workers, 1) {
            try addStore("worker\(number)", .store("worker\(number)"), &users)
        }
        try addStore("operator", .setup("operator"), &users)
        var asker = Permissions.web(asker: LoadOrders.asker)
        asker.publish.append(EchoService.subject)
        try add("asker", asker, &users)
        try add("echo", Permissions(publish: [">"], subscribe: ["bench.>"]), &users)
        try addAsker("caller", &users)
        try addAsker("page", &users)
        try write(users.configuration, to: "users.conf")
    }

    /// For `domo --fleet`, and for the page.
    private func addAsker(_ name: String, _ users: inout ServerUsers) throws {
        let seed = try NKeySeed()
        try users.add(ServerUsers.User(key: "\(seed.key)", .web(asker: name), comment: name))
        let secret = Secret(seed.text)
        try UserCredentials(.asker, name: name, servers: fleet.server, authority: fleet.ca, seed: secret)?
            .write(to: "\(fleet.folder)/\(name).json")
    }

    private func addHouses(_ users: inout ServerUsers) throws {
        var keys = ""
        for number in 0..<houses {
            let seed = try NKeySeed()
            guard let house = HouseID(LoadHouse.name(number)) else { continue }
            try users.add(house: house, key: "\(seed.key)")
            keys += "\(house) \(seed.text)\n"
        }
        try write(keys, to: "load.keys")
        for number in 0..<real {
            let seed = try NKeySeed()
            let digits = String(number)
            let name = "casa" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            guard let house = HouseID(name) else { continue }
            try users.add(house: house, key: "\(seed.key)")
            let credentials = HouseCredentials(
                house: house,
                servers: fleet.server,
                authority: fleet.ca,
                seed: Secret(seed.text)
            )
            try credentials.write(to: "\(fleet.folder)/\(house)")
        }
    }

    private func addStore(_ name: String, _ permissions: Permissions, _ users: inout ServerUsers) throws {
        let seed = try NKeySeed()
        try users.add(ServerUsers.User(key: "\(seed.key)", permissions, comment: name))
        let secret = Secret(seed.text)
        try UserCredentials(.store, name: name, servers: fleet.server, authority: fleet.ca, seed: secret)?
            .write(to: "\(fleet.folder)/\(name)")
    }

    private func add(_ name: String, _ permissions: Permissions, _ users: inout ServerUsers) throws {
        let seed = try NKeySeed()
        try users.add(ServerUsers.User(key: "\(seed.key)", permissions, comment: name))
        try write("\(seed.text)\n", to: "\(name).key")
    }

    private func write(_ text: String, to name: String) throws {
        do throws(FileBytes.Fault) {
            try FileBytes.replace("\(fleet.folder)/\(name)", with: Array(text.utf8))
        } catch {
            throw ValidationError("can't write \(fleet.folder)/\(name): \(error.message)")
        }
    }
}
