import DomoModel
import Testing

@Suite struct DecimalTests {
    @Test(arguments: [
        "0", "-0", "+0", "7", "-7", "+7", "20", "20.0", "20.00", "0.5", "-0.50", "0.000000000000000001",
        "999999999999999999", "-999999999999999.999", "0.0",
    ])
    func spellingIsKept(text: String) throws {
        #expect(try #require(Decimal(text)).description == text)
        #expect(try #require(Decimal(anySpelling: text)).description == text)
    }

    @Test(arguments: [
        ("007", "7"), ("-007", "-7"), ("00", "0"), (".5", "0.5"), ("5.", "5"), ("1e3", "1000"), ("1.5E-3", "0.0015"),
        ("+1e+2", "+100"), ("00.50", "0.50"), ("-.5", "-0.5"), ("1e0", "1"), ("100e-2", "1.00"),
        ("0.1000000000000000000000", "0.100000000000000000"), ("0e99", "0"),
    ])
    func otherSpellingsAreTheSameNumber(text: String, number: String) throws {
        #expect(Decimal(text) == nil)
        #expect(try #require(Decimal(anySpelling: text)).description == number)
    }

    @Test(arguments: [
        "", "-", "+", ".", "-.", "e3", "1e", "1e+", "1e1000", "1,5", "1 000", " 1", "1 ", "--1", "+-1", "0x10", "nan",
        "inf",
        "1.2.3", "٣", "1000000000000000000", "1e18", "0.0000000000000000001", "12345678901234567.89",
        String(repeating: "0", count: 65),
    ])
    func invalidAndTooLongNumbersAreRefused(text: String) {
        #expect(Decimal(text) == nil)
        #expect(Decimal(anySpelling: text) == nil)
    }

    @Test(arguments: [
        ("20", "20.0", 0), ("-0", "0.00", 0), ("+5", "5", 0), ("0.1", "0.10000", 0), ("1", "2", -1), ("-1", "1", -1),
        ("-2", "-1.5", -1), ("0.3", "0.29999999999999999", 1), ("999999999999999999", "0.000000000000000001", 1),
    ])
    func numbersAreComparedAsNumbers(one: String, other: String, order: Int) throws {
        let (one, other) = (try #require(Decimal(one)), try #require(Decimal(other)))
        #expect((one == other) == (order == 0))
        #expect((one < other) == (order < 0))
        #expect((other < one) == (order > 0))
        if order == 0 { #expect(one.hashValue == other.hashValue) }
    }

    @Test(arguments: [
        ("21.46", "0.1", "21.5", true), ("21.46", "0.1", "21.4", false), ("21.45", "0.1", "21.5", true),
        ("21.45", "0.1", "21.4", true), ("21", "0.5", "20.5", false), ("21", "1", "20.5", true),
        ("-1", "1", "-1.5", true),
        ("-1", "1", "-1.51", false), ("0", "0.000000000000000001", "0.000000000000000001", false),
    ])
    func halfAUnitIsExact(one: String, unit: String, other: String, isWithin: Bool) throws {
        let (one, unit, other) = (try #require(Decimal(one)), try #require(Decimal(unit)), try #require(Decimal(other)))
        #expect(one.isWithinHalf(unit, of: other) == isWithin)
        #expect(other.isWithinHalf(unit, of: one) == isWithin)
    }

    @Test(arguments: [
        ("21.5", "0.5", "5", true), ("21.4", "0.5", "5", false), ("0.3", "0.1", "0", true), ("-3", "2", "-5", true),
        ("-4", "2", "-5", false), ("0.7", "0.7", "0", true), ("5", "3", "5", true),
        ("4.9999999999", "0.0000000001", "0", true),
    ])
    func stepsAreExact(number: String, step: String, start: String, isWhole: Bool) throws {
        let number = try #require(Decimal(number))
        #expect(number.isWholeSteps(of: try #require(Decimal(step)), from: try #require(Decimal(start))) == isWhole)
    }

    @Test(arguments: ["0", "21.5", "-0.0001", "999999999999999999", "0.1", "123456789012345.678", "0.3"])
    func doubleIsTheNearest(text: String) throws {
        #expect(try #require(Decimal(text)).double == Double(text))
    }

    @Test func literalsAreDecimals() {
        let numbers: [Decimal] = [15, -5, 0.1, 0.00001, 20.50]
        #expect(numbers.map(\.description) == ["15", "-5", "0.1", "0.00001", "20.5"])
    }
}
