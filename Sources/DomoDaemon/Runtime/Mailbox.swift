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
    /// The identities of deliveries to signed hooks were written, or can't be.
    case deliveriesKept
    /// The values that domo holds were written, or can't be.
    case kept(problem: String?)
    /// The pulses of a version were written, or can't be.
    case pulsesKept(UInt64, problem: String?)
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
    private struct State {
        var letters: [Letter] = []
        /// Storage for the next letters.
        var spare: [Letter] = []
    }

    /// More storage than this is not kept.
    private static let maxSpare = 1024

    private let eventLoop: any EventLoop
    private let state = Mutex(State())

    init(eventLoop: any EventLoop) {
        self.eventLoop = eventLoop
    }

    /// - Parameter take: called soon on the event loop, unless a call is already pending.
    func put(_ letter: Letter, take: @escaping @Sendable () -> Void) {
        let isFirst = state.withLock { state in
            state.letters.append(letter)
            return state.letters.count == 1
        }
        if isFirst { eventLoop.execute(take) }
    }

    func takeAll() -> [Letter] {
        state.withLock { state in
            let all = state.letters
            state.letters = state.spare
            state.spare = []
            return all
        }
    }

    /// Takes back the storage of letters that were handled.
    func recycle(_ letters: consuming [Letter]) {
        guard letters.capacity <= Self.maxSpare else { return }
        letters.removeAll(keepingCapacity: true)
        let spare = letters
        state.withLock { $0.spare = spare }
    }
}
