import DomoSystem

/// The houses of a fleet in a folder, a file for each, so that a change writes little and can't damage another house.
/// It is not in PostgreSQL: who may connect must not depend on the database, nor come back with a backup of it.
///
/// If root works here beside the enrolment service, the folder is the service's: no link in it is followed, nothing but
/// plain files is opened, and a lock is not awaited for ever.
///
/// Its methods block.
struct HouseRegister: Sendable {
    private static let maxBytes = 16 << 10
    private static let suffix = ".json"
    /// How long a program may have the lock: it makes one change, and syncs two files.
    static let patience: UInt64 = 30_000_000_000

    let folder: String
    var patience = Self.patience

    private func fileName(_ house: HouseID) -> String { "\(house)\(Self.suffix)" }

    /// Uses the folder.
    ///
    /// - Parameter what: what is used there, for the message.
    private func use<Result>(
        _ what: String,
        _ body: (borrowing ConfinedFolder) throws(FileBytes.Fault) -> Result
    ) throws(HouseFault) -> Result {
        do throws(FileBytes.Fault) {
            return try body(try ConfinedFolder(folder))
        } catch {
            throw HouseFault("can't use \(folder)/\(what): \(error.message)")
        }
    }

    /// - Returns: nil if there is no such house.
    func house(_ id: HouseID) throws(HouseFault) -> RegisteredHouse? {
        let name = fileName(id)
        let bytes = try use(name) { folder throws(FileBytes.Fault) in
            try folder.read(name, maxBytes: Self.maxBytes)
        }
        guard let bytes else { return nil }
        do throws(HouseFault) {
            let house = try RegisteredHouse(json: bytes)
            guard house.house == id else { throw HouseFault("it is that of \(house.house)") }
            return house
        } catch {
            throw HouseFault("can't use \(folder)/\(name): \(error)")
        }
    }

    // MARK: Names

    /// A file for each name, with the ID of the house: to look through all houses takes too long where there are many.
    private static let names = "names"
    private static func fileName(ofName name: String) -> String { Base64URL.text(of: Array(name.utf8)) }

    private func house(named name: String) throws(HouseFault) -> RegisteredHouse? {
        guard name.utf8.count <= RegisteredHouse.maxName else { return nil }
        let bytes = try use(Self.names) { folder throws(FileBytes.Fault) -> [UInt8]? in
            try folder.folder(Self.names)?.read(Self.fileName(ofName: name), maxBytes: 64)
        }
        guard let bytes, let id = HouseID(String(decoding: bytes, as: UTF8.self)) else { return nil }
        return try house(id)
    }

    /// All houses, by ID.
    func all() throws(HouseFault) -> [RegisteredHouse] {
        let names = try use("") { folder throws(FileBytes.Fault) in try folder.names() }
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
        try use(Self.names) { folder throws(FileBytes.Fault) in
            let owner = try folder.ownerToGive()
            let names = try folder.makeFolder(Self.names, owner: owner)
            let name = Self.fileName(ofName: house.name)
            try names.replace(name, with: Array(house.house.text.utf8), owner: owner)
        }
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
        let lock: FileLock
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
        let (name, bytes) = (fileName(house.house), house.json)
        guard bytes.count <= Self.maxBytes else {
            throw HouseFault(
                "the entry of \(house.house) would have \(bytes.count) bytes; the limit is \(Self.maxBytes)"
            )
        }
        try use(name) { folder throws(FileBytes.Fault) in
            try folder.replace(name, with: bytes, owner: try folder.ownerToGive())
        }
    }

    /// Commands and the enrolment service change the same files.
    private func lock() throws(HouseFault) -> FileLock {
        try use("lock") { folder throws(FileBytes.Fault) in
            try folder.lock("lock", owner: try folder.ownerToGive(), patience: patience)
        }
    }
}
