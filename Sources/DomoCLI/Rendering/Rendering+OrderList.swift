import DomoLanguage
import DomoModel

extension Rendering {
    /// The reply to `orders`: a line for each order, and its problem below.
    func orders(_ list: OrderList) -> String {
        if list.orders.isEmpty { return "no orders\n" }
        let names = ShortNames(list.orders.map(\.element))
        var table = Table()
        let headings = ["order", "time", "element", "value", "by", "state", "took"]
        table.add(headings.map { Table.Cell($0, paint: style.faint) })
        for order in list.orders {
            table.add([
                Table.Cell("\(order.id)", side: .right, paint: style.faint),
                Table.Cell(LocalTime.short(order.requested, now: now), side: .right),
                Table.Cell(DisplayText.safe(names.name(order.element))),
                Table.Cell(cut(Self.action(order.action, type: order.type), to: 40)),
                Table.Cell(DisplayText.safe(order.by.label), paint: style.faint),
                Table.Cell(order.stage.rawValue, paint: paint(order.stage)),
                Table.Cell(Self.duration(of: order), side: .right),
                Table.Cell(order.attempts.count > 1 ? "\(order.attempts.count) tries" : ""),
            ])
            if let remark = Self.remark(on: order) {
                table.addNote(Table.Cell(DisplayText.safe(remark), paint: paint(order.stage)), column: 2)
            }
        }
        return table.text(fitting: width)
    }

    /// The problem of the order, or the order that followed it. A problem begins with the element, which is removed.
    private static func remark(on order: OrderRecord) -> String? {
        guard let problem = order.problem else {
            if let newer = order.followedBy {
                return order.stage == .superseded
                    ? "superseded by order \(newer)" : "followed by order \(newer) before the house confirmed it"
            }
            return order.observed.map { "the house reports \(action($0, type: order.type))" }
        }
        let name = order.element + ": "
        return problem.hasPrefix(name) ? String(problem.dropFirst(name.count)) : problem
    }

    func paint(_ stage: OrderStage) -> (String) -> String {
        let style = style
        return switch stage {
        case .confirmed: { style.good($0) }
        case .requested, .sent, .accepted, .superseded: { style.doubtful($0) }
        case .mismatch, .unconfirmed, .failed, .expired: { style.bad($0) }
        }
    }

    /// The time from the request to the present stage; empty while the order is pending.
    private static func duration(of order: OrderRecord) -> String {
        switch order.stage {
        case .requested, .sent: return ""
        case .accepted:
            if let accepted = order.acceptedAfter { return milliseconds(accepted) }
        case .confirmed:
            if let accepted = order.acceptedAfter, let confirmed = order.confirmedAfter {
                return milliseconds(accepted + confirmed)
            }
        case .mismatch, .unconfirmed, .failed, .superseded, .expired: break
        }
        return milliseconds(Double(max(0, order.reached.milliseconds - order.requested.milliseconds)))
    }
}
