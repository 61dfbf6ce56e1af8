import DomoLanguage
import DomoModel

extension Rendering {
    /// The new hook, how it is addressed, and its secret on a line of its own.
    func newHook(_ list: HookList) -> String {
        guard let hook = list.hooks.first, let secret = list.secret else { return "made\n" }
        let how =
            switch hook.proof {
            case "signature": "POST /hooks/\(hook.name) with the headers of Standard Webhooks, signed with:"
            case "url": "GET /hooks/\(hook.name)/SECRET?\(hook.field ?? "value")=… with the secret:"
            default: "POST /hooks/\(hook.name) with the header Authorization: Bearer SECRET; the secret is:"
            }
        let text = "\(DisplayText.safe(hook.name)): \(DisplayText.safe(action(of: hook)))\n\(how)\n\n\(secret)\n\n"
        return text + style.faint("It is not shown again.") + "\n"
    }

    func hooks(_ list: HookList) -> String {
        guard !list.hooks.isEmpty else { return "no hooks\n" }
        var table = Table(indentation: 0)
        let columns = ["NAME", "DOES", "SECRET IN", "PLACES", "CREATED BY", "LAST USED", "FROM"]
        table.add(columns.map { Table.Cell($0, paint: style.faint) })
        for hook in list.hooks {
            table.add([
                Table.Cell(DisplayText.safe(hook.name)), Table.Cell(DisplayText.safe(action(of: hook))),
                Table.Cell(hook.proof == "url" ? "address" : hook.proof),
                Table.Cell(DisplayText.safe(hook.places.map { $0.joined(separator: ", ") } ?? "all")),
                Table.Cell(DisplayText.safe(hook.by.label)),
                Table.Cell(hook.lastUsed.map { LocalTime.text($0) } ?? "never"),
                Table.Cell(DisplayText.safe(hook.from ?? "")),
            ])
        }
        return table.text(fitting: width)
    }

    /// `starts the scene Noche`
    private func action(of hook: HookView) -> String {
        if let scene = hook.scene { return "starts the scene \(scene)" }
        return "reports \(hook.element ?? "")" + (hook.type.map { ", \($0.word)" } ?? "")
    }
}
