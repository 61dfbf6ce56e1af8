import DomoLanguage
import DomoModel

/// What is published of an event.
struct EventText {
    let event: Event
    /// Nil if it is not about an element.
    let element: MirrorElement?
    let showsCause: Bool

    var json: [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("time")
            json.time(event.time)
            json.optional("element", element?.id)
            json.optional("path", element?.path)
            json.optional("scene", event.scene)
            json.optional("progress", event.progress?.rawValue)
            json.optional("outcome", event.outcome?.rawValue)
            json.optional("link", event.server)
            json.optional("reachable", event.reachable)
            json.optional("type", event.type)
            json.optional("action", event.action)
            json.optional("stage", event.stage?.rawValue)
            json.optional("code", event.code?.rawValue)
            if event.kind == .input {
                json.optional("value", event.message)
            } else {
                json.optional("message", event.message)
            }
            if showsCause { json.optional("by", event.by?.name) }
        }
        return json.bytes
    }
}
