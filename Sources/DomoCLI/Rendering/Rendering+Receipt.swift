import DomoLanguage
import DomoModel

extension Rendering {
    /// `Louver up (accepted, 12 ms)`
    func receipt(_ receipt: OrderReceipt) -> String {
        let name = receipt.element.split(separator: "/").last.map { DisplayText.safe($0) } ?? ""
        let outcome = outcome(receipt)
        return "\(name) \(Self.action(receipt.action, type: receipt.type)) " + outcome.paint("(\(outcome.text))")
            + (receipt.stored == false ? " " + style.doubtful("(not stored)") : "")
    }

    func outcome(_ receipt: OrderReceipt) -> Table.Cell {
        switch receipt.outcome {
        case .requested: return Table.Cell("order \(receipt.id); see domo orders", paint: style.faint)
        case .accepted, .confirmed:
            let tries = receipt.attempts > 1 ? ", on try \(receipt.attempts)" : ""
            let text = "\(receipt.outcome.rawValue)\(tries), \(Self.milliseconds(receipt.milliseconds))"
            guard let newer = receipt.followedBy else { return Table.Cell(text, paint: style.faint) }
            return Table.Cell("\(text); not confirmed: order \(newer) followed it", paint: style.doubtful)
        case .superseded:
            let newer = receipt.followedBy.map { "order \($0)" } ?? "a newer order"
            let sent = receipt.attempts == 0 ? "not sent: " : ""
            return Table.Cell("\(sent)superseded by \(newer)", paint: style.doubtful)
        }
    }
}
