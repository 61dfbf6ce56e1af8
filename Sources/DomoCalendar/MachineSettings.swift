import DomoModel
internal import Glibc

/// Where a machine says in which zone it stands: tzset(3), localtime(5).
struct MachineSettings {
    /// The environment variable TZ.
    var variable: String?
    /// The zone itself, mostly a link into the database.
    var localtimePath = "/etc/localtime"
    /// The name of the zone, where `localtimePath` is a copy.
    var namePath = "/etc/timezone"
    var database: ZoneDatabase

    static var system: MachineSettings {
        MachineSettings(variable: getenv("TZ").map { String(cString: $0) }, database: .system)
    }

    /// UTC where it is said wrongly or not at all, as for the other programs on the machine.
    var zone: SystemTimeZone {
        guard let variable else { return localtime ?? .utc }
        // The colon tells systems apart that know names from those that don't.
        let value = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if value.hasPrefix("/") {
            let rules = ZoneDatabase.rules(path: value)
            return rules.map { SystemTimeZone(name: name(ofPath: value) ?? "local", $0) } ?? .utc
        }
        return SystemTimeZone(value, in: database)
            ?? YearlyRules(value.utf8).map { SystemTimeZone(name: value, ZoneRules($0)) } ?? .utc
    }

    private var localtime: SystemTimeZone? {
        guard let rules = ZoneDatabase.rules(path: localtimePath) else { return nil }
        return SystemTimeZone(name: linkedName ?? writtenName(of: rules) ?? "local", rules)
    }

    private var linkedName: String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let length = readlink(localtimePath, &target, target.count)
        guard length > 0 else { return nil }
        return name(ofPath: String(decoding: target.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// - Returns: nil where the rules are others: the file is easily forgotten when the zone is set.
    private func writtenName(of rules: ZoneRules) -> String? {
        guard let bytes = ZoneDatabase.readFile(namePath, longest: 4096) else { return nil }
        let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return database.rules(named: name) == rules ? name : nil
    }

    /// `Europe/Madrid` of `../usr/share/zoneinfo/Europe/Madrid`; nil for a path that leads elsewhere.
    private func name(ofPath path: String) -> String? {
        let inside = path.place(of: "\(database.folder)/") ?? path.place(of: "/zoneinfo/")
        let name = inside.map { String(path[$0.upperBound...]) } ?? ""
        return ZoneDatabase.isName(name) ? name : nil
    }
}
