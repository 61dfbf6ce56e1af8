import ArgumentParser
import DomoFleet
import DomoNATS
import DomoSystem

/// The files of a fleet, and its servers.
struct FleetOptions: ParsableArguments {
    @Argument(help: "The folder with the keys of the fleet.")
    var folder: String

    @Option(help: "A server of the fleet: tls://HOST:PORT; may be repeated.")
    var server: [String]

    @Option(help: "The certificate of the servers' authority.")
    var ca: String?

    func servers() throws -> [NATSAddress] { try server.map { try NATSAddress($0) } }

    /// Nil without TLS. It is large, and shared by all connections.
    func security() throws -> NATSTLS? { try servers().contains(where: \.isTLS) ? NATSTLS(caFile: ca) : nil }

    /// The keys of the simulated houses.
    func houses() throws -> [(house: HouseID, seed: NKeySeed)] {
        try lines(of: "load.keys").map { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let house = HouseID(words[0]) else {
                throw ValidationError("\(folder)/load.keys has the bad line \(line.prefix(16).debugDescription)")
            }
            return (house, try NKeySeed(String(words[1])))
        }
    }

    func seed(_ name: String) throws -> NKeySeed {
        guard let line = try lines(of: "\(name).key").first else {
            throw ValidationError("\(folder)/\(name).key is empty")
        }
        return try NKeySeed(String(line))
    }

    func lines(of name: String) throws -> [Substring] {
        do throws(FileBytes.Fault) {
            let bytes = try FileBytes.read("\(folder)/\(name)", maxBytes: 64 << 20)
            return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        } catch {
            throw ValidationError("can't read \(folder)/\(name): \(error.message)")
        }
    }

    /// A connection that is not that of a house.
    func settings(_ name: String, inbox: String) throws -> NATSSettings {
        NATSSettings(
            servers: try servers(),
            tls: try security(),
            credentials: .key(try seed(name)),
            inbox: inbox,
            name: name
        )
    }
}
