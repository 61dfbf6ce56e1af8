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

    private func outcome(_ receipt: OrderReceipt) -> Table.Cell {
        switch receipt.outcome {
        case .requested: return Table.Cell("order \(receipt.id); see domo orders", paint: style.faint)
        case .accepted, .confirmed:
            let tries = receipt.attempts > 1 ? ", at try \(receipt.attempts)" : ""
            let text = "\(receipt.outcome.rawValue)\(tries), \(Self.milliseconds(receipt.milliseconds))"
            return Table.Cell(text, paint: style.faint)
        case .superseded where receipt.attempts == 0:
            return Table.Cell("not sent: a newer level took its place", paint: style.doubtful)
        case .superseded:
            return Table.Cell("not confirmed: a newer order took its place", paint: style.doubtful)
        }
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
            let order = Table.Cell(DisplayText.safe(step.step))
            if let error = step.error {
                table.add([order, Table.Cell("failed: " + DisplayText.safe(error.message), paint: style.bad)])
                if let hint = error.hint { table.add([Table.Cell(""), Table.Cell(DisplayText.safe(hint))]) }
                if error.stored == false {
                    table.add([Table.Cell(""), Table.Cell(Self.notStored, paint: style.doubtful)])
                }
            } else if let receipt = step.receipt {
                let isStored = receipt.stored != false
                table.add([
                    order, outcome(receipt), Table.Cell(isStored ? "" : "not stored", paint: style.doubtful),
                ])
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
                Table.Cell(DisplayText.safe(scene.file ?? ""), paint: style.faint),
            ])
        }
        return table.text
    }
}
