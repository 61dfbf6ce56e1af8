import DomoEngine

/// The memory for what clients have not read, and for what they have sent and was not handled. Each account has a share:
/// one that doesn't read its answers gets no more of them, and takes no room from others. Those who are not limited in
/// their connections are not limited here either.
///
/// A connection uses at most this memory:
/// - the line that is being read, 64 KiB, and what was read with it, another 8 KiB. What exceeds `LineBuffer.small` is
///   counted here;
/// - answers and events that the client has not read: 1 MiB (`ControlConnection.maxUnread`), and the one that exceeded the
///   limit. All are counted here, except what fits below the `waterMark` of its channel. An answer longer than
///   `WrittenReply.pieceSize` is held once, and no further request is taken until it is ready;
/// - a slot for each of 1,024 owed answers (`maxOwed`); those that are ready before their turn count as unread.
struct AnswerRoom {
    typealias Account = ClientQuota.Account

    /// In bytes.
    struct Limits {
        /// Of an account. Its last answer may exceed it: its length is not known before.
        var account = 8 << 20
        /// Of all accounts.
        var total = 20 << 20
        /// What an account may use although the total is used up.
        var little = 512 << 10
        /// The lines of an account that were read and not handled yet.
        var input = 4 << 20
        /// The same of all accounts.
        var totalInput = 12 << 20
    }

    private struct Usage {
        var unread = 0
        var input = 0
    }

    private let limits: Limits
    private let privileged: Set<Account>
    private var usages: [Account: Usage] = [:]
    private var total = Usage()

    init(_ limits: Limits = Limits(), privileged: Set<Account>) {
        (self.limits, self.privileged) = (limits, privileged)
    }

    /// Whether no account has used up its room.
    private(set) var isPlentiful = true

    /// Whether an account may be given another answer.
    func hasRoom(for account: Account) -> Bool {
        guard !isPlentiful, !privileged.contains(account) else { return true }
        let own = usages[account]?.unread ?? 0
        return own < limits.account && (total.unread < limits.total || own < limits.little)
    }

    /// Whether those of an account who waited for room go on: not for each answer that somebody reads.
    func mayGoOn(_ account: Account) -> Bool {
        guard !isPlentiful, !privileged.contains(account) else { return true }
        let own = usages[account]?.unread ?? 0
        return own < limits.account / 2 && (total.unread < limits.total || own < limits.little / 2)
    }

    /// Counts what a client of an account has left unread.
    mutating func countUnread(_ bytes: Int, of account: Account) {
        count(bytes, of: account, \.unread)
        isPlentiful = total.unread < min(limits.account, limits.total)
    }

    /// Counts what is read from a client of an account.
    ///
    /// - Returns: false if it is too much.
    mutating func countInput(_ bytes: Int, of account: Account) -> Bool {
        count(bytes, of: account, \.input)
        guard !privileged.contains(account) else { return true }
        return usages[account].map { $0.input <= limits.input && total.input <= limits.totalInput } ?? true
    }

    private mutating func count(_ bytes: Int, of account: Account, _ what: WritableKeyPath<Usage, Int>) {
        guard bytes != 0 else { return }
        var usage = usages[account] ?? Usage()
        usage[keyPath: what] += bytes
        usages[account] = usage.unread == 0 && usage.input == 0 ? nil : usage
        if !privileged.contains(account) { total[keyPath: what] += bytes }
    }
}
