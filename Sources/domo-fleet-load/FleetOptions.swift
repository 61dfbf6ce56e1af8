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
    func houses() throws -> [(house: HouseID, credentials: NATSCredentials)] {
        try lines(of: "load.keys").map { line in
            let words = line.split(separator: " ")
            guard words.count == 3, let house = HouseID(words[0]) else {
                throw ValidationError("\(folder)/load.keys has the bad line \(line.prefix(16).debugDescription)")
            }
            return (house, try Self.credentials(words.dropFirst()))
        }
    }

    private func credentials(_ name: String) throws -> NATSCredentials {
        let words = try lines(of: "\(name).key").first?.split(separator: " ") ?? []
        guard words.count == 2 else { throw ValidationError("\(folder)/\(name).key has no key and its JWT") }
        return try Self.credentials(words[...])
    }

    private static func credentials(_ words: ArraySlice<Substring>) throws -> NATSCredentials {
        .token(try NATSJWT(words[words.startIndex + 1]), try NKeySeed(String(words[words.startIndex])))
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
            credentials: try credentials(name),
            inbox: inbox,
            name: name
        )
    }
}
