import Testing

@testable import DomoKNX

struct DecimalTextTests {
    @Test(arguments: [
        (0, "0"), (-0.0, "-0"), (21.5, "21.5"), (-3, "-3"), (0.1, "0.1"), (100, "100"), (0.00001, "0.00001"),
        (1.5e-5, "0.000015"), (-0.0000012, "-0.0000012"), (123_456_789, "123456789"), (1e15, "1000000000000000"),
        (1.5e15, "1500000000000000"), (670433.28, "670433.28"), (9_007_199_254_740_992, "9007199254740992"),
        (1e22, "1e+22"), (1e-10, "1e-10"),
    ])
    func numbersOfUsualSizeHaveNoExponent(number: Double, text: String) {
        #expect(DecimalText.plain(number) == text)
        #expect(Double(text) == number)
    }

    @Test(arguments: [
        (Float(0.1), "0.1"), (16_777_216, "16777216"), (1e10, "10000000000"), (3.4028235e38, "3.4028235e+38"),
        (1.2345678e7, "12345678"), (0.000012, "0.000012"),
    ])
    func singlePrecisionHasItsOwnDigits(number: Float, text: String) {
        #expect(DecimalText.plain(number) == text)
        #expect(Float(text) == number)
    }

    @Test(arguments: [
        (21.485, 2, "21.49"), (-21.485, 2, "-21.49"), (0.5, 0, "1"), (-0.5, 0, "-1"), (0.4, 0, "0"), (-0.4, 0, "0"),
        (21.5, 2, "21.5"), (2.05, 2, "2.05"), (-0.05, 2, "-0.05"), (100, 1, "100"), (1e30, 2, "1e+30"),
    ])
    func decimalsAreRoundedHalfAwayFromZero(number: Double, decimals: Int, text: String) {
        #expect(DecimalText.fixed(number, decimals: decimals) == text)
    }

    @Test(arguments: [
        ("21.5", nil, DatapointValue.real(21.5)), ("-3", nil, .integer(-3)), ("+7", nil, .integer(7)),
        ("40 %", "%", .integer(40)), ("40%", "%", .integer(40)), (" 21.5 °C ", "°C", .real(21.5)),
        ("21.5 C", "°C", .real(21.5)), ("21.5°c", "°C", .real(21.5)), ("3 m3/h", "m³/h", .integer(3)),
        ("500 Lux", "lx", .integer(500)), ("5 kwh", "kWh", .integer(5)), ("1e3", nil, .real(1000)),
        ("4e-7 F", "F", .real(4e-7)), ("2 e", "e", .integer(2)), ("9223372036854775807", nil, .integer(.max)),
        ("9223372036854775808", nil, .real(9_223_372_036_854_775_808)), ("10 µg/m³", "μg/m³", .integer(10)),
    ])
    func aNumberIsReadWithOrWithoutItsUnit(text: String, unit: String?, value: DatapointValue) throws {
        #expect(try DecimalText.number(text, unit: unit) == value)
    }

    @Test(arguments: [
        ("21,5", nil, "write 21.5"), ("21,5 °C", "°C", "write 21.5 °C"), ("", nil, "write it as 21.5"),
        ("warm", "°C", "write it as 21.5 or 21.5 °C"), ("1,234.5", nil, "write it as 21.5"),
        ("1.2.3", nil, "write it as 21.5"), (".5", nil, "write it as 21.5"), ("5.", nil, "write it as 21.5"),
        ("nan", nil, "write it as 21.5"), ("-inf", nil, "write it as 21.5"), ("5 mWh", "MWh", "the unit is MWh"),
        ("5 K", nil, "write only the number"), ("0x10", nil, "write only the number"), ("٣", nil, "write it as 21.5"),
    ])
    func invalidNumberIsRefusedWithAHint(text: String, unit: String?, hint: String) {
        let fault = #expect(throws: DatapointFault.self) { try DecimalText.number(text, unit: unit) }
        #expect(fault?.code == .wrongForm)
        #expect(fault?.hint == hint)
    }

    @Test func aNumberBeyondDoublePrecisionIsOutOfRange() {
        let fault = #expect(throws: DatapointFault.self) { try DecimalText.number("1e400", unit: nil) }
        #expect(fault?.code == .outOfRange)
    }
}
