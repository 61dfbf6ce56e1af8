import DomoEngine
import DomoLanguage
import DomoModel
import NIOCore
import Synchronization

/// What comes to the runtime from other threads.
enum Letter: Sendable {
    case outcome(Dispatch.ID, Outcome)
    case answer(Dispatch.ID, Answer)
    case report(LinkID, LinkReport)
    case stopped(LinkID)
    /// All replies up to this number need not wait for the disk any more.
    case stored(upTo: UInt64, isStored: Bool)
    /// Answered out of what was stored, or worked out.
    case answered(RequestID, WrittenReply)
    /// A link carried a command out, a search is over, or it could not be done.
    case performed(RequestID, Reply)
    /// Numbers of orders are reserved, or can't be.
    case reserved(upTo: UInt64, problem: String?)
    /// A token could not be stored.
    case dropped(String)
    /// The file of a scene was changed.
    case changed(RequestID, ChangedScene)
    /// Things were moved on plans, and all positions are stored.
    case placed(RequestID, [PlanStep.Move], PlanTable)
    /// Other things are stored of the house.
    case restored
}

/// Where links and the memory leave what they have to report, from whatever thread. What comes together is taken together.
final class Mailbox: Sendable {
    private let eventLoop: any EventLoop
    private let letters = Mutex<[Letter]>([])

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// - Parameter take: is called on the event loop, soon, unless it is about to be called anyway.
    func put(_ letter: Letter, take: @escaping @Sendable () -> Void) {
        let isFirst = letters.withLock { letters in
            letters.append(letter)
            return letters.count == 1
        }
        if isFirst { eventLoop.execute(take) }
    }

    func takeAll() -> [Letter] {
        letters.withLock { letters in
            defer { letters = [] }
            return letters
        }
    }
}
