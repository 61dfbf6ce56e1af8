import DomoEngine
import DomoLanguage
import DomoModel
import NIOCore
import Synchronization

/// A message to the runtime from another thread.
enum Letter: Sendable {
    case outcome(Dispatch.ID, Outcome)
    case answer(Dispatch.ID, Answer)
    case report(LinkID, LinkReport)
    case stopped(LinkID)
    /// The replies up to this number no longer wait for the disk.
    case stored(upTo: UInt64, isStored: Bool)
    /// An answer from stored records, or one that was computed.
    case answered(RequestID, WrittenReply)
    /// The result of a link command, a search or another task.
    case performed(RequestID, Reply)
    /// Order numbers are reserved, or can't be.
    case reserved(upTo: UInt64, problem: String?)
    /// A token could not be stored.
    case dropped(String)
    /// The same of a hook.
    case droppedHook(String)
    /// The values that domo holds were written, or can't be.
    case kept(problem: String?)
    /// The notices were written, or can't be.
    case noticesKept(problem: String?)
    /// The file of a scene was changed.
    case changed(RequestID, ChangedScene)
    /// Things were moved on plans, and all positions are stored.
    case placed(RequestID, [PlanStep.Move], PlanTable)
    /// The history of a path was given to another, with its ID.
    case renamed(RenameReport)
    /// A backup was restored: the stored state is another one.
    case restored(RequestID)
}

/// Collects messages from any thread for the runtime. Messages that arrive together are handled together.
final class Mailbox: Sendable {
    private let eventLoop: any EventLoop
    private let letters = Mutex<[Letter]>([])

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// - Parameter take: called soon on the event loop, unless a call is already pending.
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
