import Foundation
import Testing

@testable import DomoKNX

/// Compares records with those of xknx 4.0.0, recorded by Tests/Peers/KNX/records_oracle.py.
struct XKNXRecordTests {
    private struct Line {
        let type: DatapointType
        let octets: [UInt8]
        /// Nil if xknx refuses the data.
        let canonical: [UInt8]?
        let fields: [(name: String, value: String)]

        init(_ line: Substring) throws {
            let parts = line.split(separator: " ", maxSplits: 3).map { String($0) }
            try #require(parts.count == 4, "\(line)")
            type = try #require(DatapointType.known(parts[0]), "\(line)")
            octets = Self.octets(parts[1])
            canonical = parts[2] == "!" ? nil : Self.octets(parts[2])
            fields =
                parts[3] == "!"
                ? []
                : parts[3].split(separator: ";").map { field in
                    let sides = field.split(separator: "=", maxSplits: 1).map { String($0) }
                    return (sides[0], sides.count == 2 ? sides[1] : "")
                }
        }

        private static func octets(_ hex: String) -> [UInt8] {
            let digits = hex.compactMap { $0.hexDigitValue }
            return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
        }
    }

    private static func lines() throws -> [Line] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "Recorded/xknx-records.txt"), encoding: .utf8)
        return try text.split(separator: "\n").map { try Line($0) }
    }

    private static func isSame(_ value: DatapointValue?, _ other: String) -> Bool {
        switch value {
        case nil: other == "-"
        case .bool(let bool): other == String(bool)
        case .integer(let integer): other == String(integer)
        // xknx rounds coordinates to five decimals.
        case .real(let real): Double(other).map { abs($0 - real) < 6e-6 } ?? false
        case .text: false
        case .record(let fields):
            fields.count == 2
                && other == (fields[0].value == .bool(true) ? "+" : "-") + String(fields[1].integer ?? -1)
        }
    }

    @Test func recordsEqualThoseOfXKNX() throws {
        let lines = try Self.lines()
        #expect(lines.count == 1300 && Set(lines.map { $0.type }).count == 13)
        for line in lines {
            let value: DatapointValue
            do throws(DatapointFault) {
                value = try line.type.decode(.octets(line.octets))
            } catch {
                #expect(line.canonical == nil, "\(line.type) \(line.octets) is refused: \(error.message)")
                continue
            }
            guard let canonical = line.canonical, case .record(let fields) = value else {
                Issue.record("\(line.type) \(line.octets) is not refused")
                continue
            }
            #expect(fields.map { $0.name } == line.fields.map { $0.name })
            for (field, other) in zip(fields, line.fields) {
                #expect(Self.isSame(field.value, other.value), "\(line.type) \(line.octets) \(other)")
            }
            #expect(try line.type.encode(value) == .octets(canonical), "\(line.type) \(line.octets)")
        }
    }
}

extension DatapointValue.Field {
    fileprivate var integer: Int64? {
        guard case .integer(let integer) = value else { return nil }
        return integer
    }
}
