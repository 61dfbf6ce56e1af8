import DomoLanguage
import DomoModel
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoDaemon

@Suite struct OrderNumbersTests {
    private static let block = OrderNumbers.block
    private static let beginning = Timestamp(milliseconds: 1_780_000_000_000)
    private let folder: TemporaryFolder
    private let numbers: OrderNumbers

    init() throws {
        folder = try TemporaryFolder()
        numbers = OrderNumbers(folder: folder.path, clock: { Self.beginning })
    }

    private var file: String { folder.path + "/order-numbers" }

    private func write(_ text: String) throws { try FileBytes.replace(file, with: Array(text.utf8)) }

    private func text() throws -> String { String(decoding: try FileBytes.read(file, maxBytes: 100), as: UTF8.self) }

    @Test(arguments: [(.off, 0), (.last(0), 0), (.last(41), 41)] as [(OrderNumbers.Database, UInt64)])
    func withoutAFileNumbersContinueFromTheDatabase(database: OrderNumbers.Database, last: UInt64) throws {
        #expect(numbers.start(database) == OrderNumbers.Start(last: last, reserved: last + Self.block))
        #expect(try UInt64(text().dropLast()) == last + Self.block)
        #expect(try text().utf8.count == 21)
    }

    /// After a crash, with a database that was lost, restored from an old copy, or can't be read.
    @Test(arguments: [.off, .unreadable, .last(0), .last(41)] as [OrderNumbers.Database])
    func noNumberOfTheBlockIsReused(database: OrderNumbers.Database) {
        let first = numbers.start(.last(41))
        let second = numbers.start(database)
        #expect(second.last == first.reserved)
        #expect(second.warnings == [])
    }

    @Test func afterANormalEndNoNumberIsSkipped() throws {
        _ = numbers.start(.last(41))
        try numbers.end(last: 57)
        #expect(numbers.start(.last(41)).last == 57)
    }

    @Test func higherNumberInTheDatabaseTakesPrecedence() throws {
        try numbers.end(last: 57)
        #expect(numbers.start(.last(100)).last == 100)
    }

    @Test(arguments: ["", "12\n", "0000000000000000001x\n", "99999999999999999999\n"])
    func damagedFileLeadsToUnusedNumbers(text: String) throws {
        try write(text)
        let beside = numbers.start(.last(41))
        #expect(beside.last == 41 + 2 * Self.block)
        #expect(beside.warnings.count == 1)
        try write(text)
        let alone = numbers.start(.unreadable)
        #expect(alone.last > 1_000_000_000_000_000 && alone.last < 1 << 53)
        #expect(alone.reserved == alone.last + Self.block)
        #expect(alone.warnings.count == 1)
    }

    @Test func ifNothingCanBeReadNumbersStartFromTheTime() {
        let start = numbers.start(.unreadable)
        #expect(start.last >> 20 == UInt64(Self.beginning.milliseconds / 1000))
        #expect(start.warnings.first?.contains("which no earlier order used") == true)
    }

    @Test func machineWithoutAClockGetsRandomNumbers() {
        let numbers = OrderNumbers(folder: folder.path, clock: { Timestamp(milliseconds: 5000) })
        let some = Set((0..<1000).map { _ in numbers.unusedNumber() })
        #expect(some.count == 1000)
        #expect(some.allSatisfy { $0 >= 1 << 52 && $0 < 1 << 53 })
    }

    @Test func unwritableFileLeadsToUnusedNumbers() throws {
        let numbers = OrderNumbers(folder: folder.path + "/nowhere", clock: { Self.beginning })
        let start = numbers.start(.last(41))
        #expect(start.last > 1_000_000_000_000_000)
        #expect(start.reserved == nil)
        #expect(start.warnings.count == 1)
    }

    @Test func fileIsOverwrittenInPlace() throws {
        try numbers.end(last: 5)
        var before = stat()
        #expect(stat(file, &before) == 0)
        try FileBytes.overwrite(file, with: Array("00000000000000000077\n".utf8))
        var after = stat()
        #expect(stat(file, &after) == 0)
        #expect(before.st_ino == after.st_ino && before.st_size == after.st_size)
        #expect(numbers.start(.off).last == 77)
    }

    // MARK: Blocks

    private func reservation(from last: UInt64, isReserved: Bool = true) -> NumberReservation {
        let start = OrderNumbers.Start(last: last, reserved: isReserved ? last + Self.block : nil)
        return NumberReservation(numbers, start)
    }

    @Test func nextBlockIsReservedBeforeTheFirstIsUsedUp() {
        var reservation = reservation(from: 0)
        let result1 = reservation.step(last: 1)
        #expect(result1 == .nothing)
        let result2 = reservation.step(last: Self.block / 2)
        #expect(result2 == .reserve(upTo: Self.block * 3 / 2))
        let result3 = reservation.step(last: Self.block / 2 + 1)
        #expect(result3 == .nothing)
        let result4 = reservation.hasReserved(upTo: Self.block * 3 / 2, isDone: true, last: 6000)
        #expect(!result4)
        let result5 = reservation.step(last: 9999)
        #expect(result5 == .nothing)
        let result6 = reservation.step(last: 10_000)
        #expect(result6 == .reserve(upTo: 20_000))
    }

    @Test func lateBlockIsAbandoned() {
        var reservation = reservation(from: 0)
        _ = reservation.step(last: 5000)
        let result7 = reservation.step(last: 9500)
        #expect(result7 == .leave)
        // Only once.
        let result8 = reservation.step(last: 1 << 52)
        #expect(result8 == .nothing)
        // The late block is useless; the next one is reserved at once.
        let result9 = reservation.hasReserved(upTo: 15_000, isDone: true, last: 1 << 52)
        #expect(!result9)
        _ = reservation.step(last: 1 << 52 + Self.block / 2)
        let result10 = reservation.hasReserved(upTo: 1 << 52 + Self.block * 2, isDone: true, last: 1 << 52 + Self.block)
        #expect(!result10)
        let result11 = reservation.step(last: 1 << 52 + Self.block + 1)
        #expect(result11 == .nothing)
    }

    @Test func failedReservationIsAbandonedAndRetried() {
        var reservation = reservation(from: 0)
        _ = reservation.step(last: 5000)
        let result12 = reservation.hasReserved(upTo: 15_000, isDone: false, last: 5001)
        #expect(result12)
        let other: UInt64 = 1 << 52
        let result13 = reservation.step(last: other)
        #expect(result13 == .reserve(upTo: other + Self.block))
        let result14 = reservation.hasReserved(upTo: other + Self.block, isDone: false, last: other)
        #expect(!result14)
        let result15 = reservation.step(last: other + 1)
        #expect(result15 == .nothing)
        let result16 = reservation.step(last: other + Self.block / 2)
        #expect(result16 == .reserve(upTo: other + Self.block * 3 / 2))
    }
}
