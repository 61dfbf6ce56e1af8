import DomoSystem
import Glibc

/// The houses of a fleet in a folder, a file for each, so that a change writes little and can't damage another house.
/// It is not in PostgreSQL: who may connect must not depend on the database, nor come back with a backup of it.
///
/// Its methods block.
struct HouseRegister: Sendable {
    private static let maxBytes = 16 << 10
    private static let suffix = ".json"

    let folder: String

    private func path(_ house: HouseID) -> String { "\(folder)/\(house)\(Self.suffix)" }

    /// - Returns: nil if there is no such house.
    func house(_ id: HouseID) throws(HouseFault) -> RegisteredHouse? {
        let path = path(id)
        guard FileBytes.isThere(path) else { return nil }
        let bytes: [UInt8]
        do throws(FileBytes.Fault) {
            bytes = try FileBytes.read(path, maxBytes: Self.maxBytes)
        } catch {
            throw HouseFault("can't read \(path): \(error.message)")
        }
        do throws(HouseFault) {
            let house = try RegisteredHouse(json: bytes)
            guard house.house == id else { throw HouseFault("it is that of \(house.house)") }
            return house
        } catch {
            throw HouseFault("can't use \(path): \(error)")
        }
    }

    // MARK: Names

    /// A file for each name, with the ID of the house: to look through all houses takes too long where there are many.
    private var namesFolder: String { "\(folder)/names" }
    private func path(ofName name: String) -> String { "\(namesFolder)/\(Base64URL.text(of: Array(name.utf8)))" }

    private func house(named name: String) throws(HouseFault) -> RegisteredHouse? {
        let path = path(ofName: name)
        guard name.utf8.count <= RegisteredHouse.maxName, FileBytes.isThere(path) else { return nil }
        let text: String
        do throws(FileBytes.Fault) {
            text = String(decoding: try FileBytes.read(path, maxBytes: 64), as: UTF8.self)
        } catch {
            throw HouseFault("can't read \(path): \(error.message)")
        }
        guard let id = HouseID(text) else { return nil }
        return try house(id)
    }

    /// All houses, by ID.
    func all() throws(HouseFault) -> [RegisteredHouse] {
        let names: [String]
        do throws(FileBytes.Fault) {
            names = try FileBytes.names(in: folder)
        } catch {
            throw HouseFault("can't read \(folder): \(error.message)")
        }
        var houses: [RegisteredHouse] = []
        for name in names where name.hasSuffix(Self.suffix) {
            guard let id = HouseID(name.dropLast(Self.suffix.count)), let house = try house(id) else { continue }
            houses.append(house)
        }
        return houses
    }

    /// - Parameter text: an ID or a name.
    func find(_ text: String) throws(HouseFault) -> RegisteredHouse {
        if let id = HouseID(text), let house = try house(id) { return house }
        guard let house = try house(named: text) else {
            throw HouseFault("there is no house \"\(text.prefix(80))\": domo-fleet house list shows the names and IDs")
        }
        return house
    }

    /// Adds a house whose name and ID no other has.
    func add(_ house: RegisteredHouse) throws(HouseFault) {
        let lock = try lock()
        defer { lock.release() }
        guard try self.house(house.house) == nil else {
            throw HouseFault("the house \(house.house) already exists")
        }
        if let other = try self.house(named: house.name) {
            throw HouseFault("the house \"\(house.name)\" already exists (\(other.house)): see domo-fleet house code")
        }
        // If the program ends between the two, the name is that of no house, and free.
        try OwnedFile.makeFolder(namesFolder)
        try OwnedFile.replace(path(ofName: house.name), with: Array(house.house.text.utf8))
        try write(house)
    }

    func change<Result>(
        _ id: HouseID,
        _ body: (inout RegisteredHouse?) throws(HouseFault) -> Result
    ) throws(HouseFault) -> Result {
        try change(id, orElse: { $0 }, body)
    }

    /// Changes a house. Meanwhile nobody else does.
    ///
    /// - Parameters:
    ///   - failure: the error to throw if the files can't be used.
    ///   - body: gets nil if there is no such house. Nothing is written if it throws.
    func change<Result, Failure: Error>(
        _ id: HouseID,
        orElse failure: (HouseFault) -> Failure,
        _ body: (inout RegisteredHouse?) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let lock: Lock
        var house: RegisteredHouse?
        do throws(HouseFault) {
            lock = try self.lock()
            house = try self.house(id)
        } catch {
            throw failure(error)
        }
        defer { lock.release() }
        let old = house
        let result = try body(&house)
        if let house, house != old {
            do throws(HouseFault) { try write(house) } catch { throw failure(error) }
        }
        return result
    }

    private func write(_ house: RegisteredHouse) throws(HouseFault) {
        let bytes = house.json
        guard bytes.count <= Self.maxBytes else {
            throw HouseFault(
                "the entry of \(house.house) would have \(bytes.count) bytes; the limit is \(Self.maxBytes)"
            )
        }
        try OwnedFile.replace(path(house.house), with: bytes)
    }

    /// Runs a body while nobody else changes the folder.
    func locked<Result>(_ body: () throws -> Result) throws -> Result {
        let lock = try lock()
        defer { lock.release() }
        return try body()
    }

    // MARK: The lock

    /// Commands and the enrolment service change the same files.
    private struct Lock {
        let file: CInt

        func release() { close(file) }
    }

    private func lock() throws(HouseFault) -> Lock {
        let path = "\(folder)/lock"
        let file = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw HouseFault("can't open \(path): \(FileBytes.Fault.last().message)") }
        // If root was the first.
        if let owner = FileOwner.toGive(path) {
            do throws(FileBytes.Fault) {
                try FileBytes.give(path, to: owner)
            } catch {
                close(file)
                throw HouseFault("can't change the owner of \(path): \(error.message)")
            }
        }
        while flock(file, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let fault = FileBytes.Fault.last()
                close(file)
                throw HouseFault("can't lock \(path): \(fault.message)")
            }
        }
        return Lock(file: file)
    }
}
