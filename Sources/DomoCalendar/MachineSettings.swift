import DomoModel
internal import Glibc

/// The time zone settings of the machine: tzset(3), localtime(5).
struct MachineSettings {
    /// The environment variable TZ.
    var variable: String?
    /// The zone itself, usually a link into the database.
    var localtimePath = "/etc/localtime"
    /// The name of the zone, if `localtimePath` is a copy.
    var namePath = "/etc/timezone"
    var database: ZoneDatabase

    static var system: MachineSettings {
        MachineSettings(variable: getenv("TZ").map { String(cString: $0) }, database: .system)
    }

    /// UTC if the setting is invalid or missing, as for other programs on the machine.
    var zone: SystemTimeZone {
        guard let variable else { return localtime ?? .utc }
        // The colon marks a name on systems that know other forms.
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

    /// - Returns: nil if the rules differ: the file is easily forgotten when the zone is set.
    private func writtenName(of rules: ZoneRules) -> String? {
        guard let bytes = ZoneDatabase.readFile(namePath, maxBytes: 4096) else { return nil }
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
