import ArgumentParser
import DomoBridge
import DomoLanguage
import DomoNATS
import DomoSystem
import Glibc

/// How a house of the fleet is reached.
struct HouseOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The ID of the house.", valueName: "house"))
    var house: String

    @Option(
        help: ArgumentHelp(
            "A server of the fleet: tls://HOST:PORT; may be repeated (default: those of the credentials).",
            valueName: "url"
        )
    )
    var nats: [String] = []

    @Option(
        help: ArgumentHelp(
            "Credentials for asking houses (default: $DOMO_FLEET_CREDENTIALS, ~/.config/domo/fleet.json).",
            valueName: "file"
        )
    )
    var credentials: String?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is a token of the house (default: HOUSE.token beside the credentials).",
            valueName: "file"
        )
    )
    var tokenFile: String?

    /// The same as arguments.
    var words: [String] {
        var words = [house] + nats.flatMap { ["--nats", $0] }
        if let credentials { words += ["--credentials", credentials] }
        if let tokenFile { words += ["--token-file", tokenFile] }
        return words
    }

    /// Writes an error message, and returns the exit status.
    static func fault(_ message: some CustomStringConvertible, _ status: ExitStatus = .badConfiguration) -> ExitCode {
        StandardStream.error.write("domo-fleet: \(message)\n")
        return ExitCode(status.rawValue)
    }

    /// - Throws: an exit status, after the error message.
    func read() throws -> (house: HouseID, asker: String, settings: NATSSettings, token: Secret) {
        guard let id = HouseID(house) else {
            let text = house.prefix(40)
            throw Self.fault("\"\(text)\" is not the ID of a house: expected 8–16 of a–z and 0–9", .usage)
        }
        let path = credentialsPath
        do {
            let file = try UserCredentials(file: path, of: .asker)
            let settings = try file.settings(servers: nats, name: "domo-fleet relay \(id)")
            return (id, file.name, settings, try token(of: id, beside: path))
        } catch let error as FileBytes.Fault {
            throw Self.fault(error.message)
        } catch {
            throw Self.fault("\(error)")
        }
    }

    private var credentialsPath: String {
        if let path = credentials ?? Self.variable("DOMO_FLEET_CREDENTIALS") { return path }
        let folder = Self.variable("XDG_CONFIG_HOME") ?? "\(Self.variable("HOME") ?? "")/.config"
        return "\(folder)/domo/fleet.json"
    }

    private func token(of house: HouseID, beside credentials: String) throws(FileBytes.Fault) -> Secret {
        let folder = credentials.lastIndex(of: "/").map { credentials[...$0] } ?? ""
        return try Secret.token(inFile: tokenFile ?? "\(folder)\(house).token")
    }

    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
