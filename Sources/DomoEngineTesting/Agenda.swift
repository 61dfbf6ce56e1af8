import DomoEngine
import DomoModel

/// Something that is to happen at a moment of the simulated time.
enum Happening {
    /// A driver reports. `life` tells the engine that sent it from those after a restart.
    case outcome(UInt64, Outcome, life: Int)
    case readings(UInt64, Reading.Report, isLast: Bool, life: Int)
    /// A server answers a question with what the house is at that moment.
    case answer(UInt64, life: Int)
    case commit(life: Int)
    case loaded(RequestID, life: Int)
    case earlyWake
    case user
    case wallSwitch
    case serverLeaves(Int)
    case serverReturns(Int)
    case diskFails
    case diskWorks
    case wallClockSteps
    case reload
    case kill
    case stop
    case giveUp(life: Int)
    case start
    /// Until now a request was to be answered.
    case replyDue(RequestID)
    /// Until now an order was to be accepted, or to have ended.
    case orderDue(UInt64, life: Int)
    /// Until now an accepted order was to be confirmed or not.
    case confirmationDue(UInt64, life: Int)
    /// All faults end.
    case heal
    /// The last orders have ended: what is told from now on is told in peace.
    case calm
    case judge
}

/// What is to happen, the earliest first; what falls on one moment in the order in which it was noted.
struct Agenda {
    private struct Entry {
        var at: Int64
        var number: UInt64
        var happening: Happening

        func precedes(_ other: Entry) -> Bool { at != other.at ? at < other.at : number < other.number }
    }

    /// A binary heap.
    private var heap: [Entry] = []
    private var noted: UInt64 = 0

    /// In nanoseconds of the engine's uptime.
    var earliest: Int64? { heap.first?.at }

    mutating func note(_ happening: Happening, at moment: Int64) {
        noted += 1
        heap.append(Entry(at: moment, number: noted, happening: happening))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    mutating func pop() -> Happening? {
        guard let first = heap.first else { return nil }
        let last = heap.removeLast()
        guard !heap.isEmpty else { return first.happening }
        heap[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < heap.count else { break }
            if child + 1 < heap.count, heap[child + 1].precedes(heap[child]) { child += 1 }
            guard heap[child].precedes(heap[parent]) else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first.happening
    }
}
