import DomoModel
import Testing

@testable import DomoMQTT

@Suite("Quantities")
struct QuantityTests {
    /// The units that Home Assistant 2025.4 accepts with a device class. It logs a warning for others, and later versions
    /// refuse them. Source: home-assistant.io/integrations/sensor, "Device class", as of 2025.4.
    static let units: [String: Set<String>] = [
        "battery": ["%"],
        "carbon_dioxide": ["ppm"],
        "current": ["A", "mA"],
        "energy": [
            "J", "kJ", "MJ", "GJ", "mWh", "Wh", "kWh", "MWh", "GWh", "TWh", "cal", "kcal", "Mcal", "Gcal",
        ],
        "frequency": ["Hz", "kHz", "MHz", "GHz"],
        "gas": ["ft³", "CCF", "m³"],
        "humidity": ["%"],
        "illuminance": ["lx"],
        "power": ["mW", "W", "kW", "MW", "GW", "TW"],
        "precipitation": ["cm", "in", "mm"],
        "precipitation_intensity": ["in/d", "in/h", "mm/d", "mm/h"],
        "pressure": ["Pa", "hPa", "kPa", "bar", "cbar", "mbar", "mmHg", "inHg", "psi"],
        "speed": [
            "ft/s", "in/s", "m/s", "km/h", "kn", "mph", "mm/s", "m/min", "Beaufort", "in/d", "in/h", "mm/d", "mm/h",
        ],
        "temperature": ["°C", "°F", "K"],
        "voltage": ["μV", "µV", "mV", "V", "kV", "MV"],
        "volume_flow_rate": ["m³/h", "ft³/min", "L/min", "gal/min", "mL/s"],
        "water": ["CCF", "ft³", "m³", "gal", "L"],
        "wind_speed": ["ft/s", "in/s", "m/s", "km/h", "kn", "mph", "mm/s", "m/min", "Beaufort"],
    ]

    /// The state classes that fit a device class; those of others are `measurement` alone. Source: the same,
    /// "State classes", and developers.home-assistant.io/docs/core/entity/sensor.
    static let meters: Set<String> = ["energy", "gas", "water"]

    @Test(arguments: Quantity.allCases)
    func unitsFitTheDeviceClass(quantity: Quantity) throws {
        for row in quantity.rows {
            let known = try #require(Self.units[row.deviceClass])
            #expect(known.isSuperset(of: row.units))
            if Self.meters.contains(row.deviceClass) {
                #expect(row.stateClass != .measurement)
            } else {
                #expect(row.stateClass == .measurement)
            }
        }
        #expect(Set(quantity.rows.flatMap(\.units)).count == quantity.rows.flatMap(\.units).count)
    }

    @Test(
        arguments: [
            (Quantity.temperature, "°C", "temperature", Quantity.StateClass.measurement, "°C"),
            (.temperature, "ºC", "temperature", .measurement, "°C"),
            (.energy, "kWh", "energy", .totalIncreasing, "kWh"), (.power, "W", "power", .measurement, "W"),
            (.water, "m3", "water", .totalIncreasing, "m³"),
            (.water, "L/min", "volume_flow_rate", .measurement, "L/min"),
            (.illuminance, "lux", "illuminance", .measurement, "lx"),
            (.wind, "km/h", "wind_speed", .measurement, "km/h"),
            (.rain, "mm/h", "precipitation_intensity", .measurement, "mm/h"),
            (.battery, "%", "battery", .measurement, "%"),
            (.carbonDioxide, "ppm", "carbon_dioxide", .measurement, "ppm"),
            // A unit that does not fit is shown without a device class.
            (.humidity, "g/m³", nil, nil, "g/m³"), (.energy, "pulses", nil, nil, "pulses"), (.wind, "°", nil, nil, "°"),
            // Without a unit there is none.
            (.temperature, nil, nil, nil, nil), (.any, "", nil, nil, nil),
            // Without class and role, the unit says what it says.
            (.any, "°C", "temperature", .measurement, "°C"), (.any, "kWh", "energy", nil, "kWh"),
            (.any, "%", nil, .measurement, "%"), (.any, "€", nil, .measurement, "€"),
            (.any, "K", nil, .measurement, "K"),
            (.words, nil, nil, nil, nil),
        ] as [(Quantity, String?, String?, Quantity.StateClass?, String?)]
    )
    func unitDecides(
        quantity: Quantity,
        unit: String?,
        deviceClass: String?,
        stateClass: Quantity.StateClass?,
        shown: String?
    ) {
        let measured = quantity.measured(in: unit)
        #expect(measured == .init(deviceClass: deviceClass, stateClass: stateClass, unit: shown))
    }

    @Test(
        arguments: [
            (ElementClass.temperature, "°C", "temperature"), (.humidity, "%", "humidity"),
            (.co2, "ppm", "carbon_dioxide"),
            (.illuminance, "lx", "illuminance"), (.wind, "m/s", "wind_speed"), (.rain, "mm", "precipitation"),
            (.power, "W", "power"), (.energy, "kWh", "energy"), (.water, "L", "water"), (.gas, "m³", "gas"),
            (.battery, "%", "battery"),
        ]
    )
    func classOfASensorIsItsQuantity(elementClass: ElementClass, unit: String, deviceClass: String) throws {
        // Its server may have orders for it.
        let element = DiscoverySamples.element([.value], elementClass, unit: unit)
        let component = try #require(DiscoverySamples.components(element).first)
        #expect(component.platform == .sensor)
        #expect(component.text("device_class") == deviceClass)
        #expect(component.text("unit_of_measurement") == unit)
        #expect(component.text("command_topic") == nil)
    }

    @Test(
        arguments: [
            (FacetRole.temperature, "°C", "temperature"), (.humidity, "%", "humidity"), (.power, "W", "power"),
            (.energy, "kWh", "energy"), (.battery, "%", "battery"),
        ]
    )
    func roleOfASensorIsItsQuantity(role: FacetRole, unit: String, deviceClass: String) throws {
        let part = DiscoverySamples.element([.value], id: "p", path: "Casa/Luz/Parte", role: role, unit: unit)
        let device = DiscoverySamples.element([.binary], .light, parts: [part])
        let component = try #require(DiscoverySamples.components(device).last)
        #expect(component.platform == .sensor)
        #expect(component.text("device_class") == deviceClass)
    }
}
