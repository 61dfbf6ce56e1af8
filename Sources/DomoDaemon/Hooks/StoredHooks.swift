import DomoEngine
import DomoLanguage
import DomoModel
import DomoSystem

/// The hooks of the running daemon, their files, and the delivery that is being carried out.
struct StoredHooks {
    private(set) var table: HookTable
    /// Nil if hooks are not stored.
    let files: HookFiles?
    /// The delivery that the engine decides now.
    private(set) var current: (knock: Knock, hook: HookTable.Hook)?
    /// The replies to signed deliveries that wait for the disk.
    var held = HeldDeliveries()
    /// Whether it was carried out.
    private(set) var isDone = false

    /// Since when refusals are counted, in milliseconds of the daemon's uptime, and how many there were.
    private var refusals: (since: Int64, count: Int) = (.min / 2, 0)
    /// The maximum number of refusals that are kept in a minute: each wrong secret is decided about, and must not fill the
    /// disk.
    static let maxKeptRefusals = 60

    init(_ table: HookTable = HookTable(), files: HookFiles? = nil) { (self.table, self.files) = (table, files) }

    mutating func note(_ users: [UInt32: Principal.User]) { table.note(users) }

    // MARK: - Changes

    /// Carries out a change that the engine has allowed.
    mutating func change(_ change: HookChange, at now: Timestamp) throws(Fault) -> HookList {
        switch change {
        case .list: return HookList(table.list())
        case .revoke(let name, by: _):
            try table.revoke(name)
            return HookList(table.list())
        case .new(let hook, let rule, let by):
            if let problem = files?.problem { throw problem }
            let (secret, key) = try Self.key(for: hook.proof)
            try table.add(hook.name, key, rule, by: "\(by)", at: now)
            return HookList(table.list(only: hook.name), secret: secret)
        }
    }

    /// A new secret, and what is kept of it.
    private static func key(for proof: NewHook.Proof) throws(Fault) -> (secret: String, key: HookKey) {
        var random = SystemRandomNumberGenerator()
        switch proof {
        case .header, .url:
            let secret = TokenSecret.token(using: &random)
            return (secret, .secret(try TokenDigest(of: secret), mayBeInURL: proof == .url))
        case .signature:
            let bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
            return (HookKey.prefix + Base64.text(of: bytes), .signing(bytes))
        }
    }

    /// Removes a hook that could not be stored.
    mutating func drop(_ name: String) {
        do throws(Fault) {
            try table.revoke(name)
        } catch {
            // It was revoked in the meantime.
        }
    }

    // MARK: - Deliveries

    /// Reads a delivery, and begins to carry it out if it is authentic; `end` must follow then.
    ///
    /// - Parameter uptime: of the daemon, in milliseconds.
    mutating func begin(_ knock: Knock, at now: Timestamp, uptime: Int64) throws(Fault) -> HookCall {
        (current, isDone) = (nil, false)
        let words = [knock.delivery, knock.from].compactMap(\.self)
        guard let body = Base64.bytes(of: knock.body), body.count <= Knock.maxBody, knock.delivery != "",
            words.allSatisfy({ $0.utf8.count <= Knock.maxWord })
        else {
            throw Fault(.badRequest, "the delivery is too long, or not in base64")
        }
        let hook = try table.admit(knock, body: body, at: now, uptime: uptime)
        current = (knock, hook)
        return HookCall(hook: hook.principal, fields: try HookFields.read(body, isForm: knock.isForm))
    }

    mutating func end() { current = nil }

    /// A delivery was refused.
    ///
    /// - Returns: whether it is kept, and how many of the minute before were not.
    mutating func noteRefusal(uptime: Int64) -> (isKept: Bool, leftOut: Int) {
        var leftOut = 0
        if uptime >= refusals.since + 60_000 {
            leftOut = max(0, refusals.count - Self.maxKeptRefusals)
            refusals = (uptime, 0)
        }
        refusals.count += 1
        return (refusals.count <= Self.maxKeptRefusals, leftOut)
    }

    /// The delivery was carried out.
    mutating func noteDone(at now: Timestamp) throws(Fault) {
        guard let current else { return }
        isDone = true
        try table.noteDone(current.knock, of: current.hook.id, at: now)
    }
}
