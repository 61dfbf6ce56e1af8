import DomoEngine
import DomoLanguage
import DomoModel

/// A database that writes in batches, fails for a while, and survives restarts.
struct SimulatedDisk {
    enum Item {
        case record(Record)
        case reply(RequestID, Reply)
    }

    var isFailing = false
    /// Not written yet, and lost by a kill.
    private(set) var waiting: [Item] = []
    private(set) var orders: [UInt64: OrderStage] = [:]
    private(set) var readings: [Key: Memory.Known] = [:]
    private(set) var lastOrder: UInt64 = 0
    private(set) var scenes: [String: SceneRecord] = [:]
    private(set) var alive: Timestamp?
    var runningScenes: Set<String> { Set(scenes.values.filter { $0.outcome == nil }.map(\.scene)) }

    struct Key: Hashable {
        var element: String
        var type: FacetType
    }

    mutating func store(_ item: Item) { waiting.append(item) }

    /// Writes the batch, or loses it while the disk fails.
    /// - Returns: the replies to send now, and whether the records before them were stored.
    mutating func commit() -> (replies: [(RequestID, Reply)], isStored: Bool) {
        var replies: [(RequestID, Reply)] = []
        for item in waiting {
            switch item {
            case .reply(let id, let reply): replies.append((id, reply))
            case .record(.order(let record, _)) where !isFailing:
                orders[record.id] = record.stage
                lastOrder = max(lastOrder, record.id)
            case .record(.reading(let element, let type, let reading)) where !isFailing:
                let key = Key(element: element, type: type)
                readings[key] = Memory.Known(element: element, type: type, reading: reading)
            case .record(.scene(let record)) where !isFailing: scenes[record.scene] = record
            case .record(.alive(let time)) where !isFailing: alive = time
            case .record: break
            }
        }
        waiting.removeAll(keepingCapacity: true)
        return (replies, !isFailing)
    }

    mutating func lose() { waiting.removeAll(keepingCapacity: true) }

    /// The memory for the next run of the daemon.
    var memory: Memory {
        let known = readings.values.sorted { ($0.element, $0.type.rawValue) < ($1.element, $1.type.rawValue) }
        let scenes = scenes.values.sorted { $0.scene < $1.scene }
        return Memory(readings: known, lastOrder: lastOrder, scenes: scenes, alive: alive)
    }
}
