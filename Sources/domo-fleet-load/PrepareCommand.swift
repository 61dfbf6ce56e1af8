import ArgumentParser
import DomoBridge
import DomoFleet
import DomoNATS
import DomoSystem

/// Makes the keys of all users, and the folder of the operator with the configuration of the servers.
struct PrepareCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Make the keys of a fleet, and the folder of its operator: operator/fleet.conf is for its servers."
    )

    @OptionGroup var fleet: FleetOptions

    @Option(help: "The number of simulated houses.")
    var houses = 0

    @Option(help: "The number of houses with domod and domo-fleet.")
    var real = 0

    @Option(help: "The number of workers.")
    var workers = 1

    func run() async throws {
        let made = try SimulatedFleet(
            "\(fleet.folder)/operator",
            servers: fleet.server,
            authority: fleet.ca,
            serversFolder: "\(fleet.folder)/jwt"
        )
        try addHouses(made)
        for number in 1...max(workers, 1) {
            try made.writeStore("worker\(number)", to: "\(fleet.folder)/worker\(number)")
        }
        try made.writeStore("setup", isSetup: true, to: "\(fleet.folder)/setup")
        var asker = Permissions.web(asker: LoadOrders.asker)
        asker.publish.append(EchoService.subject)
        try add("asker", asker, made)
        try add("echo", Permissions(publish: [">"], subscribe: ["bench.>"]), made)
        // For `domo --fleet`, and for the page.
        for name in ["caller", "page"] { try made.writeAsker(name, to: "\(fleet.folder)/\(name).json") }
    }

    private func addHouses(_ made: SimulatedFleet) throws {
        var keys = ""
        for number in 0..<houses {
            guard let house = HouseID(LoadHouse.name(number)) else { continue }
            let credentials = try made.credentials(of: house)
            keys += "\(house) \(credentials.seed.value) \(credentials.jwt?.text ?? "")\n"
        }
        try write(keys, to: "load.keys")
        for number in 0..<real {
            let digits = String(number)
            let name = "casa" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            guard let house = HouseID(name) else { continue }
            try made.credentials(of: house, named: "Casa \(number)").write(to: "\(fleet.folder)/\(house)")
        }
    }

    private func add(_ name: String, _ permissions: Permissions, _ made: SimulatedFleet) throws {
        let (seed, jwt) = try made.user(name, permissions)
        try write("\(seed) \(jwt.text)\n", to: "\(name).key")
    }

    private func write(_ text: String, to name: String) throws {
        do throws(FileBytes.Fault) {
            try FileBytes.replace("\(fleet.folder)/\(name)", with: Array(text.utf8))
        } catch {
            throw ValidationError("can't write \(fleet.folder)/\(name): \(error.message)")
        }
    }
}
