import DomoModel

extension SceneRecord: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("scene")
            json.string(scene)
            json.key("by")
            json.string(by.description)
            json.key("started")
            json.time(started)
            json.optional("ended", ended)
            json.optional("outcome", outcome?.rawValue)
            json.key("failed")
            json.number(failed)
            json.optional("message", message)
        }
    }
}

extension SceneList: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("scenes")
            json.array(scenes) { json, scene in
                json.object { json in
                    json.key("name")
                    json.string(scene.name)
                    json.optional("file", scene.file)
                    json.key("steps")
                    json.number(scene.steps)
                    json.key("triggers")
                    json.array(scene.triggers) { $0.string($1) }
                    json.optional("next", scene.next)
                    json.optional("local", scene.local)
                    json.optional("step", scene.step)
                    if let last = scene.last {
                        json.key("last")
                        json.value(last)
                    }
                    if let skipped = scene.skipped {
                        json.key("skipped")
                        json.value(skipped)
                    }
                }
            }
        }
    }
}

extension SceneReport: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("scene")
            json.string(scene)
            json.key("outcome")
            json.string(outcome.rawValue)
            json.key("steps")
            json.array(steps) { json, step in
                json.object { json in
                    json.key("line")
                    json.number(step.line)
                    json.key("step")
                    json.string(step.step)
                    if let receipt = step.receipt {
                        json.key("receipt")
                        json.value(receipt)
                    }
                    if let error = step.error {
                        json.key("error")
                        json.value(error)
                    }
                    json.optional("note", step.note)
                }
            }
            json.key("failed")
            json.number(failed)
            json.optional("message", message)
        }
    }
}

extension CalendarPage: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("from")
            json.time(from)
            json.key("until")
            json.time(until)
            json.key("entries")
            json.array(entries) { json, entry in
                json.object { json in
                    json.optional("time", entry.time)
                    json.key("local")
                    json.string(entry.local)
                    json.key("scene")
                    json.string(entry.scene)
                    json.key("trigger")
                    json.string(entry.trigger)
                    json.optional("note", entry.note)
                }
            }
            json.optional("next", next)
        }
    }
}

extension Recording: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("name")
            json.string(name)
            json.key("orders")
            json.number(orders)
            json.optional("text", text)
            json.optional("folder", folder)
        }
    }
}
