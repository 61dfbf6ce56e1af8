import DomoEngine
import DomoLanguage
import Glibc
import NIOCore

/// How many clients may be connected at once. No user can lock out another: each has a share. Root and the daemon's own
/// user have no share, and a reserve that nobody else can use up.
///
/// Where there is no room, the client that has been idle longest is closed to make some: see `idleLimit`.
struct ClientQuota {
    /// Whose connections are counted together.
    enum Account: Hashable, Sendable {
        case user(UInt32)
        case token(String)

        init(_ principal: Principal) {
            switch principal {
            case .user(let user): self = .user(user.id)
            case .token(let name): self = .token(name)
            }
        }
    }

    /// Files that are no clients: connections to servers, the history, the log. Where few files may be open, half of them
    /// are kept for these.
    private static let otherFiles = 512
    /// The daemon has some 30 open when nobody is connected, HTTP and the database among them.
    private static let minOtherFiles = 48

    /// A client that has sent nothing for this long, is owed nothing and watches nothing is closed when there is no room
    /// for another one, and only then.
    static let idleLimit: TimeAmount = .minutes(10)

    /// Room for 5,000 clients, and for the reserve.
    private static let maxClients = 5120
    private static let maxShare = 1024
    private static let usualReserve = 64

    /// How long after a search that found no such client the next one is made: a search looks at all clients.
    static let searchInterval: TimeAmount = .seconds(1)

    /// Clients in all.
    private let total: Int
    /// Clients of one account.
    private let share: Int
    /// Of the total, those that are kept free for the privileged accounts.
    private let reserve: Int
    private let privileged: Set<Account>
    private var counts: [Account: Int] = [:]
    private var count = 0

    init(
        total: Int = maxClients,
        share: Int = maxShare,
        reserve: Int = usualReserve,
        privileged: Set<Account> = [.user(0), .user(geteuid())]
    ) {
        self.total = total
        self.share = share
        self.reserve = reserve
        self.privileged = privileged
    }

    /// The usual one, or a smaller one where the system does not give as many open files.
    ///
    /// - Parameter openFiles: how many the daemon may have.
    init(openFiles: Int) {
        let files = openFiles - min(Self.otherFiles, max(Self.minOtherFiles, openFiles / 2))
        let total = max(4, min(Self.maxClients, files))
        let (fifth, part) = (total / 5, total * Self.usualReserve / Self.maxClients)
        self.init(total: total, share: max(1, min(Self.maxShare, fifth)), reserve: max(1, part))
    }

    /// Counts a client in.
    ///
    /// - Returns: nil, or why there is no room for it; then it is not counted.
    mutating func admit(_ principal: Principal) -> Fault? {
        let account = Account(principal)
        let own = counts[account, default: 0]
        let isPrivileged = privileged.contains(account)
        if let fault = shareFault(of: principal) { return fault }
        guard count < (isPrivileged ? total : total - reserve) else {
            return Fault(.busy, "too many clients are connected", hint: "close some, then try again")
        }
        counts[account] = own + 1
        count += 1
        return nil
    }

    private func shareFault(of principal: Principal) -> Fault? {
        let account = Account(principal)
        let own = counts[account, default: 0]
        guard !privileged.contains(account), own >= share else { return nil }
        return Fault(
            .busy,
            "\(principal.cause) has \(own) connections, the maximum for one user",
            hint: "close some, then try again"
        )
    }

    /// A client that was admitted is counted to another account.
    ///
    /// - Returns: nil, or why there is no room for it there; then nothing changes.
    mutating func move(_ account: Account, to principal: Principal) -> Fault? {
        let new = Account(principal)
        guard new != account else { return nil }
        if let fault = shareFault(of: principal) { return fault }
        release(account)
        counts[new, default: 0] += 1
        count += 1
        return nil
    }

    /// Whether a client that is idle may be closed to make room for another one, which was not admitted: those of the
    /// same account where its share is used up, else those of all accounts but the privileged ones.
    func mayClose(_ account: Account, for principal: Principal) -> Bool {
        let own = Account(principal)
        if !privileged.contains(own), counts[own, default: 0] >= share { return account == own }
        return !privileged.contains(account)
    }

    /// Counts out a client that was admitted.
    mutating func release(_ account: Account) {
        count -= 1
        let rest = counts[account, default: 0] - 1
        counts[account] = rest > 0 ? rest : nil
    }
}
