import NIOCore

/// The clients with lines to handle. Accounts take turns, and so do the clients of an account among themselves: however
/// many connections somebody has, others wait for one slice of theirs.
struct ClientTurns {
    typealias Account = ClientQuota.Account

    private struct Queue {
        let account: Account
        var clients = CircularBuffer<any Client>()
    }

    /// Those of accounts with clients that wait, in the order of their turns. Few: an array is faster than a table.
    private var queues = CircularBuffer<Queue>()

    var isEmpty: Bool { queues.isEmpty }
    /// How many accounts wait.
    var accounts: Int { queues.count }

    mutating func append(_ client: any Client, of account: Account) {
        if let index = queues.lastIndex(where: { $0.account == account }) {
            return queues[index].clients.append(client)
        }
        var queue = Queue(account: account)
        queue.clients.append(client)
        queues.append(queue)
    }

    /// Removes and returns the next client of the account whose turn it is.
    mutating func next() -> (any Client)? {
        guard !queues.isEmpty else { return nil }
        return queues[queues.startIndex].clients.popFirst()
    }

    /// Ends the turn of an account: its other clients wait for its next one.
    mutating func endTurn() {
        guard let queue = queues.popFirst(), !queue.clients.isEmpty else { return }
        queues.append(queue)
    }
}
