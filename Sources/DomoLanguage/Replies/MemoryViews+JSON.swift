import DomoModel

extension HistoryEntry: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("time")
            json.time(time)
            json.key("type")
            json.string(type)
            json.key("value")
            json.string(value)
            json.key("certainty")
            json.string(certainty.rawValue)
            json.key("by")
            json.string(by.description)
            guard let summary else { return }
            json.key("summary")
            json.object { json in
                json.key("seconds")
                json.number(summary.seconds)
                json.key("changes")
                json.number(summary.changes)
                json.key("minimum")
                json.number(summary.minimum)
                json.key("mean")
                json.number(summary.mean)
                json.key("maximum")
                json.number(summary.maximum)
            }
        }
    }
}

extension HistoryPage: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("element")
            json.string(element)
            json.optional("unit", unit)
            json.key("from")
            json.time(from)
            json.key("to")
            json.time(to)
            json.key("entries")
            json.array(entries) { $0.value($1) }
            json.optional("next", next)
        }
    }
}

extension StatsReport: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("timeZone")
            json.string(timeZone)
            json.key("thisWeek")
            json.value(thisWeek)
            json.key("lastWeek")
            json.value(lastWeek)
            json.key("elements")
            json.array(elements) { json, element in
                json.object { json in
                    json.key("element")
                    json.string(element.element)
                    json.optional("unit", element.unit)
                    json.key("thisWeek")
                    json.value(element.thisWeek)
                    json.key("lastWeek")
                    json.value(element.lastWeek)
                }
            }
        }
    }
}

extension StatsReport.Week: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("from")
            json.time(from)
            json.key("to")
            json.time(to)
            json.key("seconds")
            json.number(seconds)
        }
    }
}

extension StatsReport.Figures: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("changes")
            json.number(changes)
            json.optional("onSeconds", onSeconds)
            json.optional("mean", mean)
            json.key("orders")
            json.number(orders)
            json.key("failures")
            json.number(failures)
            json.optional("confirmedAfter", confirmedAfter)
        }
    }
}

extension ExportPage: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("records")
            json.array(records) { $0.value($1) }
            json.optional("next", next)
        }
    }
}

extension ExportPage.Record: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("element")
            json.string(element)
            if let reading {
                json.key("reading")
                json.value(reading)
            }
            if let order {
                json.key("order")
                json.value(order)
            }
        }
    }
}

extension TransferReport: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("token")
            json.string(token)
            json.key("bytes")
            json.number(bytes)
            json.optional("data", data)
            json.optional("kept", kept)
        }
    }
}

extension MemoryView: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("state")
            json.string(state.rawValue)
            json.key("file")
            json.string(file)
            json.key("bytes")
            json.number(bytes)
            json.optional("problem", problem)
            json.key("waiting")
            json.number(waiting)
            json.key("dropped")
            json.number(dropped)
            json.key("warnings")
            json.array(warnings) { $0.string($1) }
            json.optional("migratingFrom", migratingFrom)
        }
    }
}
