import DomoJSON

extension Report {
    private static let maxDepth = 64
    private static let maxMemory = 16 << 20

    /// Reads what `json` writes. Houses are not trusted: everything has a limit.
    ///
    /// - Throws: what is wrong, for people.
    public init(json bytes: [UInt8]) throws(ReportFault) {
        guard bytes.count <= Self.maxBytes else {
            throw ReportFault("the report has \(bytes.count) bytes; the limit is \(Self.maxBytes)")
        }
        guard let document = JSONDocument(bytes, maxDepth: Self.maxDepth, maxMemory: Self.maxMemory) else {
            throw ReportFault("the report is not JSON, or nests more than \(Self.maxDepth) values")
        }
        let root = document.root
        guard root.isObject else { throw ReportFault("the report is not an object") }
        guard let version = root["v"]?.integer(Int.self) else { throw ReportFault("the report has no version (v)") }
        guard version == Self.format else {
            throw ReportFault("the report has the version \(version); this program reads version \(Self.format)")
        }
        database = try root.text("db", of: 1...Self.maxDatabase)
        replaces = root["replaces"] == nil ? nil : try root.text("replaces", of: 1...Self.maxDatabase)
        let (from, to) = (try root.cursor("from"), try root.cursor("to"))
        (self.from, self.to) = (from, to)
        guard from <= to else { throw ReportFault("the report ends (to: \(to)) before it begins (from: \(from))") }
        guard let head = root["head"], head.isObject else { throw ReportFault("the report has no head") }
        self.head = try Head(head)
        gaps = try Self.gaps(root["gaps"])
        records = try Self.records(root["records"], after: from, upTo: to, in: bytes)
    }

    private static func gaps(_ list: JSONValue?) throws(ReportFault) -> [Gap] {
        guard let list else { return [] }
        guard list.isArray, list.count <= maxGaps else {
            throw ReportFault("gaps is not a list of at most \(maxGaps) gaps")
        }
        var gaps: [Gap] = []
        for index in 0..<list.count {
            guard let gap = list[index] else { break }
            gaps.append(try Gap(gap))
        }
        return gaps
    }

    private static func records(
        _ list: JSONValue?,
        after from: UInt64,
        upTo to: UInt64,
        in bytes: [UInt8]
    ) throws(ReportFault) -> [Record] {
        guard let list, list.isArray else { throw ReportFault("the report has no records") }
        guard list.count <= maxRecords else {
            throw ReportFault("the report has \(list.count) records; the limit is \(maxRecords)")
        }
        guard UInt64(list.count) <= to - from else {
            throw ReportFault("the report has \(list.count) records between the cursors \(from) and \(to)")
        }
        guard let lines = JSONItems.of(["records"], in: bytes), lines.count == list.count else {
            throw ReportFault("the report has a key twice")
        }
        var records: [Record] = []
        records.reserveCapacity(lines.count)
        for (index, line) in lines.enumerated() {
            let cursor = from + 1 + UInt64(index)
            guard let value = list[index], value.isObject else {
                throw ReportFault("the record \(cursor) is not an object")
            }
            records.append(try Record(cursor: cursor, value, line: Array(line)))
        }
        return records
    }
}

extension Report.Head {
    fileprivate init(_ value: JSONValue) throws(ReportFault) {
        self.init(
            version: try value.text("version", of: 0...Report.maxVersion),
            alarms: try value.count("alarms"),
            stale: try value.count("stale"),
            time: try value.time("time")
        )
    }
}

extension Report.Gap {
    fileprivate init(_ value: JSONValue) throws(ReportFault) {
        let reason = try value.text("reason", of: 1...Report.maxPart)
        guard let reason = Reason(rawValue: reason) else {
            throw ReportFault("\"\(reason)\" is not the reason of a gap")
        }
        self.init(
            element: value["element"] == nil ? nil : try value.text("element", of: 0...Report.maxElement),
            part: try value.text("part", of: 1...Report.maxPart),
            reason: reason,
            from: try value.time("from"),
            to: try value.time("to"),
            records: try value.count("records")
        )
    }
}

extension JSONValue {
    fileprivate func text(_ key: String, of lengths: ClosedRange<Int>) throws(ReportFault) -> String {
        guard let text = self[key]?.string else { throw ReportFault("there is no text \(key)") }
        guard lengths.contains(text.utf8.count) else {
            throw ReportFault(
                "\(key) has \(text.utf8.count) bytes; expected \(lengths.lowerBound)–\(lengths.upperBound)"
            )
        }
        return text
    }

    fileprivate func cursor(_ key: String) throws(ReportFault) -> UInt64 {
        guard let number = self[key]?.integer(UInt64.self), number <= Report.maxCursor else {
            throw ReportFault("\(key) is not a cursor, 0–\(Report.maxCursor)")
        }
        return number
    }

    fileprivate func count(_ key: String) throws(ReportFault) -> Int {
        guard let number = self[key]?.integer(Int.self), (0...1_000_000_000).contains(number) else {
            throw ReportFault("\(key) is not a count")
        }
        return number
    }

    fileprivate func time(_ key: String) throws(ReportFault) -> Int64 {
        guard let number = self[key]?.integer(Int64.self) else {
            throw ReportFault("\(key) is not a time in milliseconds since 1970")
        }
        return number
    }
}
