/// 9.xxx: a number of two octets in floating point: a sign, an exponent of 4 bits, a mantissa of 11 bits (two's
/// complement together with the sign); the number is 0.01 · mantissa · 2^exponent.
///
/// A number has several encodings, 0 even 16. The canonical one has the smallest exponent that can hold the number,
/// which is the most precise.
///
/// Source: KNX 03/07/02, 3.10; 9.029–9.031 from the KNX master data that ETS carries.
struct DPT9: MainType {
    let number: UInt16 = 9

    var subtypes: [Subtype] { Self.table }

    /// "For all Datapoint Types 9.xxx, the encoded value 7FFFh shall always be used to denote invalid data."
    private static let noValue: [UInt8] = [0x7F, 0xFF]

    /// 0xF800 and 0x7FFE. The specification gives 670760 as the upper end, which would be 0x7FFF.
    private static let limits = -671088.64...670433.28

    private static let table: [Subtype] = [
        measure(1, "DPT_Value_Temp", "temperature", "°C", from: -273),
        measure(2, "DPT_Value_Tempd", "temperature difference", "K"),
        measure(3, "DPT_Value_Tempa", "temperature change", "K/h"),
        measure(4, "DPT_Value_Lux", "illuminance", "lx", from: 0),
        measure(5, "DPT_Value_Wsp", "wind speed (m/s)", "m/s", from: 0),
        measure(6, "DPT_Value_Pres", "air pressure", "Pa", from: 0),
        measure(7, "DPT_Value_Humidity", "humidity", "%", from: 0),
        measure(8, "DPT_Value_AirQuality", "air quality", "ppm", from: 0),
        measure(9, "DPT_Value_AirFlow", "air flow", "m³/h"),
        measure(10, "DPT_Value_Time1", "duration (s)", "s"),
        measure(11, "DPT_Value_Time2", "duration (ms)", "ms"),
        measure(20, "DPT_Value_Volt", "voltage (mV)", "mV"),
        measure(21, "DPT_Value_Curr", "current (mA)", "mA"),
        measure(22, "DPT_PowerDensity", "power density", "W/m²"),
        measure(23, "DPT_KelvinPerPercent", "kelvin per percent", "K/%"),
        measure(24, "DPT_Power", "power (kW)", "kW"),
        measure(25, "DPT_Value_Volume_Flow", "volume flow", "L/h"),
        measure(26, "DPT_Rain_Amount", "rain amount", "L/m²"),
        measure(27, "DPT_Value_Temp_F", "temperature (°F)", "°F", from: -459.6),
        measure(28, "DPT_Value_Wsp_kmh", "wind speed (km/h)", "km/h", from: 0),
        measure(29, "DPT_Value_Absolute_Humidity", "absolute humidity", "g/m³", from: 0),
        measure(30, "DPT_Concentration_µgm3", "concentration", "µg/m³", from: 0),
        measure(31, "DPT_Coefficient", "coefficient", nil, from: 0),
        // Not in the specification, but used by houses that come from xknx and Home Assistant.
        measure(60000, "DPT_Enthalpy", "enthalpy", "H"),
    ]

    private static func measure(
        _ number: UInt16,
        _ id: String,
        _ name: String,
        _ unit: String?,
        from: Double = limits.lowerBound
    ) -> Subtype {
        Subtype(
            number,
            id,
            name,
            unit: unit,
            size: .octets(2),
            range: from...limits.upperBound,
            resolution: 0.01
        )
    }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 2 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 2 octets")
        }
        guard data != Self.noValue else {
            throw DatapointFault(.noValue, "7FFF means no valid value", hint: "the device has no measurement")
        }
        let exponent = Int(data[0] >> 3 & 0x0F)
        let magnitude = Int(data[0] & 0x07) << 8 | Int(data[1])
        let mantissa = data[0] & 0x80 == 0 ? magnitude : magnitude - 2048
        let number = Double(mantissa << exponent) / 100
        guard subtype.range?.contains(number) ?? true else {
            throw DatapointFault(
                .outOfRange,
                "\(DecimalText.plain(number)) is out of range for \(subtype.id)",
                hint: subtype.rangeHint
            )
        }
        return .real(number)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        let number: Double
        switch value {
        case .real(let real): number = real
        case .integer(let integer): number = Double(integer)
        case .bool, .text, .record: throw .wrongForm(value, subtype, expected: "a number")
        }
        guard subtype.range?.contains(number) ?? true else { throw .outOfRange(value, subtype) }
        for exponent in 0..<16 {
            let rounded = DecimalText.rounded(number * 100 / Double(1 << exponent))
            guard (-2048...2047).contains(rounded) else { continue }
            var mantissa = Int16(rounded)
            var exponent = UInt16(exponent)
            // −20.485 is too large for exponent 0, but its rounded value is not.
            if mantissa == -1024, exponent > 0 {
                mantissa = -2048
                exponent -= 1
            }
            let bits = UInt16(bitPattern: mantissa) & 0x87FF | exponent << 11
            return .octets([UInt8(bits >> 8), UInt8(bits & 0xFF)])
        }
        throw .outOfRange(value, subtype)
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .real(let number) = value else { return value.description }
        return DecimalText.fixed(number, decimals: 2)
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let number = try DecimalText.number(text, unit: subtype.unit)
        guard case .integer(let integer) = number else { return number }
        return .real(Double(integer))
    }
}
