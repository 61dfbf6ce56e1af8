import DomoJSON
import DomoLanguage
import DomoNATS

/// The keys of the fleet's account that servers refuse. Each is kept until its credentials have ended anyway.
struct Revocations: Equatable, Sendable {
    struct Entry: Equatable, Sendable {
        var key: NKey
        /// Seconds since 1970: JWTs that were issued until then are refused.
        var time: Int64
        /// Seconds since 1970; nil if the credentials don't end.
        var end: Int64?
    }

    /// An account's JWT must fit into a message of 256 KiB.
    static let maxCount = 2000
    static let maxBytes = 1 << 20

    private(set) var entries: [Entry] = []
    /// When the JWT of the account was issued last, in seconds since 1970. Servers ignore older ones.
    private(set) var issued: Int64 = 0

    init() {}

    /// - Parameter end: when the credentials end anyway, in seconds since 1970; nil if they don't.
    mutating func add(_ keys: [NKey], at now: Int64, end: Int64?) throws(HouseFault) {
        entries.removeAll { entry in keys.contains(entry.key) || entry.end.map { $0 < now } == true }
        entries += keys.map { Entry(key: $0, time: now, end: end) }
        guard entries.count <= Self.maxCount else {
            throw HouseFault(
                "more than \(Self.maxCount) keys would be revoked: wait until the credentials of some have ended, "
                    + "or make a new fleet"
            )
        }
    }

    /// - Returns: the time for the next JWT of the account: later than all before, also if the clock was set back.
    mutating func issue(at now: Int64) -> Int64 {
        issued = max(now, issued + 1)
        return issued
    }

    var times: [String: Int64] {
        Dictionary(entries.map { ("\($0.key)", $0.time) }, uniquingKeysWith: max)
    }

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("v")
            json.number(1)
            json.key("issued")
            json.numeral("\(issued)")
            json.key("revoked")
            json.array(entries) { json, entry in
                json.object { json in
                    json.key("key")
                    json.string("\(entry.key)")
                    json.key("time")
                    json.numeral("\(entry.time)")
                    guard let end = entry.end else { return }
                    json.key("end")
                    json.numeral("\(end)")
                }
            }
        }
        json.newline()
        return json.bytes
    }

    init(json bytes: [UInt8]) throws(HouseFault) {
        let root = try CredentialsFile.root(bytes, maxMemory: 16 << 20)
        guard let issued = root["issued"]?.integer(Int64.self), let list = root["revoked"], list.isArray else {
            throw HouseFault("it has no list of revoked keys")
        }
        self.issued = issued
        for index in 0..<list.count {
            guard let item = list[index], let time = item["time"]?.integer(Int64.self) else {
                throw HouseFault("its entry \(index) has no time")
            }
            do throws(NKeyFault) {
                let key = try NKey(item["key"]?.string ?? "")
                entries.append(Entry(key: key, time: time, end: item["end"]?.integer(Int64.self)))
            } catch {
                throw HouseFault("its entry \(index) has no key: \(error)")
            }
        }
    }
}
