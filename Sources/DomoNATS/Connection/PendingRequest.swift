import NIOCore

/// A request that waits for its replies.
struct PendingRequest {
    let reply: String
    /// Whether it has a subscription of its own: JetStream delivers messages with the subject they were published on, so
    /// that the inbox can't tell whose they are.
    let isAlone: Bool
    let maxOctets: Int
    let judge: @Sendable (NATSMessage) -> NATSReplyStep
    let promise: EventLoopPromise<NATSReplies>
    var timer: Scheduled<Void>?
    /// The number of its own subscription.
    var subscription: UInt64?
    private var replies = NATSReplies()
    private var octets = 0

    init(
        reply: String,
        isAlone: Bool,
        maxOctets: Int,
        promise: EventLoopPromise<NATSReplies>,
        judge: @escaping @Sendable (NATSMessage) -> NATSReplyStep
    ) {
        (self.reply, self.isAlone, self.maxOctets) = (reply, isAlone, maxOctets)
        (self.promise, self.judge) = (promise, judge)
    }

    /// - Returns: how it ends; nil if it waits for more.
    mutating func handle(_ message: NATSMessage) -> Result<NATSReplies, NATSFault>? {
        if message.hasNoResponders, replies.messages.isEmpty { return .failure(.noResponders) }
        let step = judge(message)
        switch step {
        case .skip: return nil
        case .end:
            replies.end = message
            return .success(replies)
        case .keep, .last:
            replies.messages.append(message)
            octets += message.octets + message.subject.utf8.count
            let isLast = step == .last || octets > maxOctets
            return isLast ? .success(replies) : nil
        }
    }

    /// The end without a last reply: what has arrived is not lost.
    func end(_ fault: NATSFault) -> Result<NATSReplies, NATSFault> {
        replies.messages.isEmpty ? .failure(fault) : .success(replies)
    }

    /// Completes the promise.
    func complete(_ result: Result<NATSReplies, NATSFault>) {
        timer?.cancel()
        switch result {
        case .success(let replies): promise.succeed(replies)
        case .failure(let fault): promise.fail(fault)
        }
    }
}
