public import DomoBridge
import DomoJSON
import DomoLanguage
import DomoSystem

/// What a house needs to connect to the fleet. The file is for its owner alone.
public struct HouseCredentials: Equatable, Sendable {
    public var house: HouseID
    /// `tls://HOST:PORT`
    public var servers: [String]
    /// The file with the certificate of the servers' authority, PEM; nil for those that the machine trusts.
    public var authority: String?
    /// The seed of the house's NKey, which never leaves the house.
    public var seed: Secret

    public init(house: HouseID, servers: [String], authority: String?, seed: Secret) {
        self.house = house
        self.servers = servers
        self.authority = authority
        self.seed = seed
    }
}

extension HouseCredentials {
    private static let format = 1
    private static let maxBytes = 16 << 10

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(Self.format)
            json.key("house")
            json.string(house.text)
            json.key("servers")
            json.array(servers) { $0.string($1) }
            json.optional("ca", authority)
            json.key("seed")
            json.string(seed.value)
        }
        json.newline()
        return json.bytes
    }

    init(json bytes: [UInt8]) throws(HouseFault) {
        guard let root = JSONDocument(bytes, maxDepth: 4, maxMemory: 1 << 20)?.root, root.isObject else {
            throw HouseFault("it is not a JSON object")
        }
        guard root["v"]?.integer(Int.self) == Self.format else {
            throw HouseFault("it is not of version \(Self.format)")
        }
        house = try HouseFields.house(root)
        servers = try HouseFields.servers(root)
        seed = try HouseFields.seed(root)
        authority = root["ca"]?.string
        guard authority?.isEmpty != true else { throw HouseFault("its ca is not the path of a file") }
    }

    /// - Throws: why the file can't be used. Others must not be able to read it.
    public init(file path: String) throws(HouseFault) {
        guard let mode = FileStatus.mode(of: path) else {
            throw HouseFault("can't read the credentials \(path): \(FileBytes.Fault.last().message)")
        }
        guard mode & 0o077 == 0 else {
            let shown = String(mode & 0o777, radix: 8)
            throw HouseFault(
                "the credentials \(path) have the mode 0\(shown), so that others can use them: chmod 600 \(path)"
            )
        }
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maxBytes: Self.maxBytes)
        } catch {
            throw HouseFault("can't read the credentials \(path): \(error.message)")
        }
        do throws(HouseFault) {
            try self.init(json: bytes)
        } catch {
            throw HouseFault("the credentials \(path) can't be used: \(error)")
        }
    }

    /// Writes the file, mode 0600.
    public func write(to path: String) throws(HouseFault) {
        do throws(FileBytes.Fault) {
            try FileBytes.replace(path, with: json)
        } catch {
            throw HouseFault("can't write the credentials \(path): \(error.message)")
        }
    }
}
