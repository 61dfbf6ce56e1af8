package import DomoBridge

/// What the program does for the hub, in this order.
package enum HouseEffect: Equatable {
    /// A request on the connection to domod that has the rights of the program. Replies come in the order of requests.
    case ask(HouseQuestion)
    /// Writes the file of the outbox durably.
    case save([UInt8])
    /// Publishes a report; the acknowledgement of the stream comes back with the number.
    case publish(subject: String, [UInt8], number: UInt64)
    /// Answers a request of the fleet.
    case reply(OrderDesk.Answer)
    /// Asks the fleet what time it is.
    case askTime(number: UInt64)
    /// Opens a connection to domod, and logs in with the token.
    case open(Sessions.ID, token: Secret, principal: String)
    /// Writes a line on it at once: its deadline was checked just now.
    case write(String, on: Sessions.ID, for: OrderDesk.ID)
    case close(Sessions.ID)
    /// Opens a connection to domod for a lease, gives it the line, and publishes its reply and then its events.
    case watch(Leases.ID, Watch)
    /// Reports how many events of the lease were published.
    case report(Leases.ID, subject: String)
    case endLease(Leases.ID)
    case log(String)
}

extension HouseEffect {
    /// What a connection for a lease does.
    package struct Watch: Equatable {
        var line: String
        var token: Secret
        var principal: String
        /// Where the reply is awaited.
        var reply: String
        /// Where the events go.
        var events: String
    }
}

/// What the hub asks of domod.
package enum HouseQuestion: Equatable, Sendable {
    case watch
    case status
    case records(cursor: String)
}
