/// 14.xxx: a number of four octets in floating point (IEEE 754, single precision).
///
/// NaN and the infinities are not values. A number is shown, and decoded, with the fewest digits that give the same
/// four octets: 0.1, where the octets in double precision are 0.10000000149011612.
///
/// Source: KNX 03/07/02, 3.14; 14.080 and later from the KNX master data that ETS carries. 14.040 is in lumen seconds
/// as in xknx, where the master data has joules: an amount of light has no energy unit.
struct DPT14: MainType {
    let number: UInt16 = 14

    var subtypes: [Subtype] { Self.table }

    private static let table: [Subtype] = [
        measure(0, "DPT_Value_Acceleration", "acceleration", "m/s²"),
        measure(1, "DPT_Value_Acceleration_Angular", "angular acceleration", "rad/s²"),
        measure(2, "DPT_Value_Activation_Energy", "activation energy", "J/mol"),
        measure(3, "DPT_Value_Activity", "radioactive activity", "s⁻¹"),
        measure(4, "DPT_Value_Mol", "amount of substance", "mol"),
        measure(5, "DPT_Value_Amplitude", "amplitude"),
        measure(6, "DPT_Value_AngleRad", "angle (rad)", "rad"),
        measure(7, "DPT_Value_AngleDeg", "angle (°)", "°"),
        measure(8, "DPT_Value_Angular_Momentum", "angular momentum", "J s"),
        measure(9, "DPT_Value_Angular_Velocity", "angular velocity", "rad/s"),
        measure(10, "DPT_Value_Area", "area", "m²"),
        measure(11, "DPT_Value_Capacitance", "capacitance", "F"),
        measure(12, "DPT_Value_Charge_DensitySurface", "surface charge density", "C/m²"),
        measure(13, "DPT_Value_Charge_DensityVolume", "volume charge density", "C/m³"),
        measure(14, "DPT_Value_Compressibility", "compressibility", "m²/N"),
        measure(15, "DPT_Value_Conductance", "conductance", "S"),
        measure(16, "DPT_Value_Electrical_Conductivity", "electrical conductivity", "S/m"),
        measure(17, "DPT_Value_Density", "density", "kg/m³"),
        measure(18, "DPT_Value_Electric_Charge", "electric charge", "C"),
        measure(19, "DPT_Value_Electric_Current", "electric current", "A"),
        measure(20, "DPT_Value_Electric_CurrentDensity", "electric current density", "A/m²"),
        measure(21, "DPT_Value_Electric_DipoleMoment", "electric dipole moment", "C m"),
        measure(22, "DPT_Value_Electric_Displacement", "electric displacement", "C/m²"),
        measure(23, "DPT_Value_Electric_FieldStrength", "electric field strength", "V/m"),
        measure(24, "DPT_Value_Electric_Flux", "electric flux", "C"),
        measure(25, "DPT_Value_Electric_FluxDensity", "electric flux density", "C/m²"),
        measure(26, "DPT_Value_Electric_Polarization", "electric polarization", "C/m²"),
        measure(27, "DPT_Value_Electric_Potential", "electric potential", "V"),
        measure(28, "DPT_Value_Electric_PotentialDifference", "electric potential difference", "V"),
        measure(29, "DPT_Value_ElectromagneticMoment", "electromagnetic moment", "A m²"),
        measure(30, "DPT_Value_Electromotive_Force", "electromotive force", "V"),
        measure(31, "DPT_Value_Energy", "energy", "J"),
        measure(32, "DPT_Value_Force", "force", "N"),
        measure(33, "DPT_Value_Frequency", "frequency", "Hz"),
        measure(34, "DPT_Value_Angular_Frequency", "angular frequency", "rad/s"),
        measure(35, "DPT_Value_Heat_Capacity", "heat capacity", "J/K"),
        measure(36, "DPT_Value_Heat_FlowRate", "heat flow rate", "W"),
        measure(37, "DPT_Value_Heat_Quantity", "heat quantity", "J"),
        measure(38, "DPT_Value_Impedance", "impedance", "Ω"),
        measure(39, "DPT_Value_Length", "length", "m"),
        measure(40, "DPT_Value_Light_Quantity", "light quantity", "lm s"),
        measure(41, "DPT_Value_Luminance", "luminance", "cd/m²"),
        measure(42, "DPT_Value_Luminous_Flux", "luminous flux", "lm"),
        measure(43, "DPT_Value_Luminous_Intensity", "luminous intensity", "cd"),
        measure(44, "DPT_Value_Magnetic_FieldStrength", "magnetic field strength", "A/m"),
        measure(45, "DPT_Value_Magnetic_Flux", "magnetic flux", "Wb"),
        measure(46, "DPT_Value_Magnetic_FluxDensity", "magnetic flux density", "T"),
        measure(47, "DPT_Value_Magnetic_Moment", "magnetic moment", "A m²"),
        measure(48, "DPT_Value_Magnetic_Polarization", "magnetic polarization", "T"),
        measure(49, "DPT_Value_Magnetization", "magnetization", "A/m"),
        measure(50, "DPT_Value_MagnetomotiveForce", "magnetomotive force", "A"),
        measure(51, "DPT_Value_Mass", "mass", "kg"),
        measure(52, "DPT_Value_MassFlux", "mass flux", "kg/s"),
        measure(53, "DPT_Value_Momentum", "momentum", "N/s"),
        measure(54, "DPT_Value_Phase_AngleRad", "phase angle (rad)", "rad"),
        measure(55, "DPT_Value_Phase_AngleDeg", "phase angle (°)", "°"),
        measure(56, "DPT_Value_Power", "power", "W"),
        measure(57, "DPT_Value_Power_Factor", "power factor"),
        measure(58, "DPT_Value_Pressure", "pressure", "Pa"),
        measure(59, "DPT_Value_Reactance", "reactance", "Ω"),
        measure(60, "DPT_Value_Resistance", "resistance", "Ω"),
        measure(61, "DPT_Value_Resistivity", "resistivity", "Ωm"),
        measure(62, "DPT_Value_SelfInductance", "self inductance", "H"),
        measure(63, "DPT_Value_SolidAngle", "solid angle", "sr"),
        measure(64, "DPT_Value_Sound_Intensity", "sound intensity", "W/m²"),
        measure(65, "DPT_Value_Speed", "speed", "m/s"),
        measure(66, "DPT_Value_Stress", "stress", "Pa"),
        measure(67, "DPT_Value_Surface_Tension", "surface tension", "N/m"),
        measure(68, "DPT_Value_Common_Temperature", "temperature (32-bit)", "°C"),
        measure(69, "DPT_Value_Absolute_Temperature", "absolute temperature", "K"),
        measure(70, "DPT_Value_TemperatureDifference", "temperature difference (32-bit)", "K"),
        measure(71, "DPT_Value_Thermal_Capacity", "thermal capacity", "J/K"),
        measure(72, "DPT_Value_Thermal_Conductivity", "thermal conductivity", "W/mK"),
        measure(73, "DPT_Value_ThermoelectricPower", "thermoelectric power", "V/K"),
        measure(74, "DPT_Value_Time", "duration (32-bit)", "s"),
        measure(75, "DPT_Value_Torque", "torque", "Nm"),
        measure(76, "DPT_Value_Volume", "volume", "m³"),
        measure(77, "DPT_Value_Volume_Flux", "volume flux", "m³/s"),
        measure(78, "DPT_Value_Weight", "weight", "N"),
        measure(79, "DPT_Value_Work", "work", "J"),
        measure(80, "DPT_Value_ApparentPower", "apparent power", "VA"),
        measure(1200, "DPT_Volume_Flux_Meter", "volume flux (m³/h)", "m³/h"),
        measure(1201, "DPT_Volume_Flux_ls", "volume flux (L/s)", "L/s"),
    ]

    private static func measure(_ number: UInt16, _ id: String, _ name: String, _ unit: String? = nil) -> Subtype {
        let limit = Double(Float.greatestFiniteMagnitude)
        return Subtype(number, id, name, unit: unit, size: .octets(4), range: -limit...limit)
    }

    func decode(_ payload: Payload, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        guard case .octets(let data) = payload, data.count == 4 else {
            throw DatapointFault(.wrongSize, "\(payload) does not have 4 octets")
        }
        let single = Float(bitPattern: data.reduce(0) { $0 << 8 | UInt32($1) })
        guard single.isFinite, let number = Double(single.description) else {
            throw DatapointFault(.noValue, "\(single) is not a number", hint: "the device has no measurement")
        }
        // −0 is another encoding of 0.
        return .real(number == 0 ? 0 : number)
    }

    func encode(_ value: DatapointValue, as subtype: Subtype) throws(DatapointFault) -> Payload {
        let number: Double
        switch value {
        case .real(let real): number = real
        case .integer(let integer): number = Double(integer)
        case .bool, .text, .record: throw .wrongForm(value, subtype, expected: "a number")
        }
        let single = Float(number)
        guard single.isFinite else { throw .outOfRange(value, subtype) }
        let bits = single == 0 ? 0 : single.bitPattern
        return .octets([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) })
    }

    func text(of value: DatapointValue, as subtype: Subtype) -> String {
        guard case .real(let number) = value, Float(number).isFinite else { return value.description }
        return DecimalText.plain(Float(number))
    }

    func value(of text: String, as subtype: Subtype) throws(DatapointFault) -> DatapointValue {
        let number = try DecimalText.number(text, unit: subtype.unit)
        guard case .integer(let integer) = number else { return number }
        return .real(Double(integer))
    }
}
