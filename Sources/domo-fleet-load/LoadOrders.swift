import DomoFleet
import DomoLanguage
import DomoModel

/// Orders for houses. Each has another value, by which it is recognized wherever it was carried out.
enum LoadOrders {
    /// The token of the asker in the subjects of replies.
    static let asker = "asker"
    static let element = "Marca"

    static func line(_ value: UInt64) -> String { "set \(element) \(value)" }

    /// As domod does: the deadline is compared with the clock of the house.
    static func carryOut(_ line: String, in house: HouseID, at now: Moment, _ shared: LoadHouse.Shared) -> [UInt8] {
        do throws(Fault) {
            switch try RequestParser.parse(line) {
            case .order(let order):
                guard case .value(let value, as: _) = order.wish else { break }
                guard let until = order.until, until > now.time else {
                    throw Fault(.deadlinePassed, "the order arrived late; nothing was sent")
                }
                shared.ledger.write("done \(house) \(value) \(now.time.milliseconds)")
                shared.counters.change { $0.orders += 1 }
                return Array(#"{"ok":{"id":\#(value)}}"#.utf8)
            default: break
            }
            return Array(#"{"ok":{}}"#.utf8)
        } catch {
            return LoadHouse.reply(.fault(error))
        }
    }
}
