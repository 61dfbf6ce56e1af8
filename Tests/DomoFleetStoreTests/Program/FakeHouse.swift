import DomoModel
import DomoNATS
import NIOCore

@testable import DomoFleet

/// A house that reports 20 records at a time, each time until that is acknowledged. Some reports are sent twice, as after
/// a lost acknowledgement.
struct FakeHouse {
    let house: HouseID
    private(set) var cursor: UInt64 = 0

    init(_ number: Int) { house = HouseID(houseName(number))! }

    var records: Int64 { Int64(cursor) }

    /// A report of the 20 records after a cursor, now.
    static func payload(from cursor: UInt64) -> ByteBuffer {
        var report = DomoFleetStoreTests.report(from: cursor, start: Moment.now().time.milliseconds)
        for index in report.records.indices {
            let record = report.records[index]
            let time = Timestamp(milliseconds: record.time)
            let reading = #"{"time":"\#(time.rfc3339)","value":\#(record.value ?? "0")}"#
            report.records[index].line = Array(#"{"element":"Salon/Lampara","reading":\#(reading)}"#.utf8)
        }
        return ByteBuffer(bytes: report.json)
    }

    mutating func report(_ connection: NATSConnection) async throws {
        let payload = Self.payload(from: cursor)
        let isTwice = cursor % 100 == 40
        try await publish(payload, connection)
        if isTwice { try await publish(payload, connection) }
        cursor += 20
    }

    private func publish(_ payload: ByteBuffer, _ connection: NATSConnection) async throws {
        while true {
            do throws(JetStreamFault) {
                let subject = FleetSubjects.report(of: house)
                _ = try await JetStream(connection).publish(payload, to: subject, atMost: .seconds(20))
                return
            } catch {
                guard error.isTemporary else { throw error }
                // The stream is full while PostgreSQL is away.
                try await Task.sleep(for: .milliseconds(50))
            }
        }
    }
}
