import DomoLanguage
import DomoModel

extension Rendering {
    /// `Louver up (accepted, 12 ms)`
    func receipt(_ receipt: OrderReceipt) -> String {
        let name = receipt.element.split(separator: "/").last.map { DisplayText.safe($0) } ?? ""
        let order = "\(name) \(Self.action(receipt.action, type: receipt.type ?? ""))"
        switch receipt.outcome {
        case .requested: return order + style.faint(" (order \(receipt.id))")
        case .accepted, .confirmed:
            let tries = receipt.attempts > 1 ? ", at try \(receipt.attempts)" : ""
            let outcome = receipt.outcome.rawValue
            return order + style.faint(" (\(outcome)\(tries), \(Self.milliseconds(receipt.milliseconds)))")
        case .superseded:
            return order + style.doubtful(" (not sent: a newer level took its place)")
        }
    }

    /// Two digits that count, or whole milliseconds.
    static func milliseconds(_ milliseconds: Double) -> String {
        guard milliseconds < 10 else { return "\(Int(min(milliseconds, 1e15).rounded())) ms" }
        let tenths = Int((max(0, milliseconds) * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) ms" : "\(tenths / 10).\(tenths % 10) ms"
    }

    func explanation(_ explanation: Explanation) -> String {
        explanation.signals.map { signal in
            if let text = signal.signal { return DisplayText.safe(text) + "\n" }
            return "\(DisplayText.safe(signal.element)) \(DisplayText.safe(signal.action)): "
                + style.bad("no signal") + (signal.problem.map { ": " + DisplayText.safe($0) } ?? "") + "\n"
        }
        .joined()
    }

    func scene(_ report: SceneReport) -> String {
        var table = Table(indentation: 2)
        for step in report.steps {
            let order = Table.Cell(DisplayText.safe(step.order))
            if let error = step.error {
                table.add([order, Table.Cell("failed: " + DisplayText.safe(error.message), paint: style.bad)])
                if let hint = error.hint { table.add([Table.Cell(""), Table.Cell(DisplayText.safe(hint))]) }
            } else if let receipt = step.receipt {
                let outcome =
                    switch receipt.outcome {
                    case .requested: "requested"
                    case .accepted, .confirmed:
                        receipt.outcome.rawValue + ", " + Self.milliseconds(receipt.milliseconds)
                    case .superseded: "not sent: a newer level took its place"
                    }
                table.add([order, Table.Cell(outcome, paint: style.faint)])
            } else {
                table.add([order, Table.Cell("not carried out", paint: style.doubtful)])
            }
        }
        let failed = report.failed == 0 ? "" : style.bad("  \(report.failed) of \(report.steps.count) failed")
        return style.heading(DisplayText.safe(report.scene)) + failed + "\n" + table.text
    }

    func scenes(_ list: SceneList) -> String {
        if list.scenes.isEmpty { return "there are no scenes\n" }
        var table = Table()
        for scene in list.scenes {
            table.add([
                Table.Cell(DisplayText.safe(scene.name)),
                Table.Cell(scene.steps == 1 ? "1 step" : "\(scene.steps) steps", paint: style.faint),
                Table.Cell(DisplayText.safe(scene.file), paint: style.faint),
            ])
        }
        return table.text
    }
}
