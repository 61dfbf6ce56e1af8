import DomoEngine
import DomoLanguage
import Glibc
import NIOCore

/// The limit of connected clients. No user can lock out another: each has a share. Root and the daemon's own user are
/// not limited to a share, and have a reserve that nobody else can use up.
///
/// If there is no room, the client that has been idle longest is closed: see `idleLimit`.
struct ClientQuota {
    /// The owner of connections that are counted together: a user, or a tree of tokens.
    typealias Account = AccessRules.Account

    /// The file descriptors for other uses: connections to servers, the history, the log. If the limit of open files is
    /// low, half of it is reserved for these.
    private static let otherFiles = 512
    /// The daemon has about 30 open files when nobody is connected, including HTTP and the database.
    private static let minOtherFiles = 48

    /// A client that has sent nothing for this long, is owed nothing and watches nothing is closed when there is no room
    /// for another one, and only then.
    static let idleLimit: TimeAmount = .minutes(10)

    /// Room for 5,000 clients, and for the reserve.
    private static let maxClients = 5120
    private static let maxShare = 1024
    private static let crowd = 64
    private static let defaultReserve = 64

    /// The minimum time after a search that found no idle client until the next one: a search looks at all clients.
    static let searchInterval: TimeAmount = .seconds(1)

    /// The maximum number of clients.
    private let total: Int
    /// The maximum number of clients of one account.
    private let share: Int
    /// The part of the total that is reserved for the privileged accounts.
    private let reserve: Int
    /// Root and the daemon's own user.
    let privileged: Set<Account>
    private var counts: [Account: Int] = [:]
    private var count = 0

    init(
        total: Int = maxClients,
        share: Int = maxShare,
        reserve: Int = defaultReserve,
        privileged: Set<Account> = [.user(0), .user(geteuid())]
    ) {
        self.total = total
        self.share = share
        self.reserve = reserve
        self.privileged = privileged
    }

    /// The default quota, or a smaller one if the limit of open files is too low.
    ///
    /// - Parameter openFiles: the limit of open files.
    init(openFiles: Int) {
        let files = openFiles - min(Self.otherFiles, max(Self.minOtherFiles, openFiles / 2))
        let total = max(4, min(Self.maxClients, files))
        let (fifth, part) = (total / 5, total * Self.defaultReserve / Self.maxClients)
        self.init(total: total, share: max(1, min(Self.maxShare, fifth)), reserve: max(1, part))
    }

    /// Counts a client in.
    ///
    /// - Returns: nil, or why there is no room; then the client is not counted.
    mutating func admit(_ account: Account) -> Fault? {
        let own = counts[account, default: 0]
        let isPrivileged = privileged.contains(account)
        if let fault = shareFault(of: account) { return fault }
        guard count < (isPrivileged ? total : total - reserve) else {
            return Fault(.busy, "too many clients are connected", hint: "close some, then try again")
        }
        counts[account] = own + 1
        count += 1
        return nil
    }

    private func shareFault(of account: Account) -> Fault? {
        let own = counts[account, default: 0]
        guard !privileged.contains(account), own >= share else { return nil }
        return Fault(
            .busy,
            "\(own) connections are open, the maximum for one user, or for a token with those that it has made",
            hint: "close some, then try again"
        )
    }

    /// Whether an account has so many clients that the kernel's buffers for them are kept small: they are memory of domod
    /// too.
    func isCrowd(_ account: Account) -> Bool {
        !privileged.contains(account) && counts[account, default: 0] > Self.crowd
    }

    /// Counts an admitted client to another account.
    ///
    /// - Returns: nil, or why that account has no room; then nothing changes.
    mutating func move(_ account: Account, to new: Account) -> Fault? {
        guard new != account else { return nil }
        if let fault = shareFault(of: new) { return fault }
        release(account)
        counts[new, default: 0] += 1
        count += 1
        return nil
    }

    /// Whether an idle client may be closed to make room for another one that was not admitted: one of the same account
    /// if its share is used up, else one of any account that is not privileged.
    func mayClose(_ account: Account, for own: Account) -> Bool {
        if !privileged.contains(own), counts[own, default: 0] >= share { return account == own }
        return !privileged.contains(account)
    }

    /// Removes an admitted client from the count.
    mutating func release(_ account: Account) {
        count -= 1
        let rest = counts[account, default: 0] - 1
        counts[account] = rest > 0 ? rest : nil
    }
}
