import DomoLanguage

extension SimulatedHouse {
    func signals() -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.key("signals")
            json.array(records) { json, record in
                json.object { json in
                    json.optional("operation", record.signal.operation)
                    json.optional("name", record.signal.name)
                    json.optional("value", record.signal.value)
                    json.key("status")
                    if let status = record.status { json.number(status) } else { json.null() }
                    json.key("line")
                    json.string(record.line)
                }
            }
        }
        json.newline()
        return json.bytes
    }

    /// The number of requests so far, and the last thousand requests in order.
    func requestLog() -> [UInt8] {
        var json = JSONWriter(capacity: 150 * requests.count)
        json.object { json in
            json.key("signals")
            json.number(signalCount)
            json.key("states")
            json.number(stateCount)
            json.key("requests")
            json.array(requests) { json, request in
                json.object { json in
                    json.key("seconds")
                    json.number(request.time / .milliseconds(1) / 1000)
                    json.key("method")
                    json.string(request.method)
                    json.key("target")
                    json.string(request.target)
                    json.key("status")
                    if let status = request.status { json.number(status) } else { json.null() }
                }
            }
        }
        json.newline()
        return json.bytes
    }
}
