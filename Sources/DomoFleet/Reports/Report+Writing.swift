import DomoLanguage

extension Report {
    /// One line of JSON: `{"v":1,"db":…,"from":…,"to":…,"head":{…},"gaps":[…],"records":[…]}`.
    public var json: [UInt8] {
        var json = JSONWriter(capacity: records.reduce(1024) { $0 + $1.line.count + 1 })
        json.object { json in
            json.key("v")
            json.number(Self.format)
            json.key("db")
            json.string(database)
            json.optional("replaces", replaces)
            json.key("from")
            json.numeral(String(from))
            json.key("to")
            json.numeral(String(to))
            json.key("head")
            head.write(to: &json)
            if !gaps.isEmpty {
                json.key("gaps")
                json.array(gaps) { $1.write(to: &$0) }
            }
            json.key("records")
            json.array(records) { json, record in json.numeral(String(decoding: record.line, as: UTF8.self)) }
        }
        return json.bytes
    }
}

extension Report.Head {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("version")
            json.string(version)
            json.key("alarms")
            json.number(alarms)
            json.key("stale")
            json.number(stale)
            json.key("time")
            json.numeral(String(time))
        }
    }
}

extension Report.Gap {
    func write(to json: inout JSONWriter) {
        json.object { json in
            json.optional("element", element)
            json.key("part")
            json.string(part)
            json.key("reason")
            json.string(reason.rawValue)
            json.key("from")
            json.numeral(String(from))
            json.key("to")
            json.numeral(String(to))
            json.key("records")
            json.number(records)
        }
    }
}
