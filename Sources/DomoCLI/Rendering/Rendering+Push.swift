import DomoLanguage
import DomoModel

extension Rendering {
    /// A line for each browser that gets messages.
    func push(_ report: PushReport) -> String {
        guard !report.subscriptions.isEmpty else { return "no browser gets messages\n" }
        var table = Table(indentation: 0)
        for subscription in report.subscriptions {
            table.add([
                Table.Cell(String(subscription.id), paint: style.faint),
                Table.Cell(DisplayText.safe(subscription.token)),
                Table.Cell(DisplayText.safe(subscription.host)),
                Table.Cell("since " + LocalTime.short(subscription.since, now: now), paint: style.faint),
            ])
        }
        return table.text(fitting: width)
    }
}
