public import DomoModel
internal import Glibc

/// Sunrise and sunset at a place, at sea level, with the refraction that almanacs use. Exact to some seconds between
/// 65° north and south, and less exact the flatter the path of the sun at the horizon.
public struct Sun: Hashable, Sendable {
    /// Degrees, north positive, −90–90.
    public let latitude: Double
    /// Degrees, east positive, −180–180.
    public let longitude: Double

    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// The event of the solar day whose noon falls on the date: a dusk after midnight belongs to the previous date, and
    /// every date has its own. Where the clocks are half a day away from the sun, as on the other side of the earth,
    /// the mean noon nearest to 12:00 counts.
    public func time(of event: SunEvent, on date: CivilDate, _ clock: LocalClock) -> SunTime {
        let clockNoon = clock.moment(of: date, seconds: 43_200).timestamp
        let eastward = longitude / 360 * Self.daySeconds
        let solarDay = ((Self.seconds(clockNoon) + eastward) / Self.daySeconds - 0.5).rounded()
        let meanNoon = (solarDay + 0.5) * Self.daySeconds - eastward
        let noon = meanNoon - hourAngle(at: meanNoon) / 360 * Self.daySeconds
        let side: Double = event == .dawn || event == .sunrise ? -1 : 1
        // While the declination stays the same, the sine of the altitude is linear in the cosine of the hour angle, so
        // that few steps lead from midnight and noon to the root.
        func moment(_ cosine: Double) -> Double {
            noon + side * acos(min(max(cosine, -1), 1)) / (2 * .pi) * Self.daySeconds
        }
        func height(_ cosine: Double) -> Double { sineOfAltitude(at: moment(cosine)) - sin(event.altitude.radians) }
        let (midnight, midday) = (height(-1), height(1))
        if midnight >= 0, midday >= 0 { return .never(.staysAbove) }
        if midnight < 0, midday < 0 { return .never(.staysBelow) }
        let cosine = Self.root(between: (-1, midnight), and: (1, midday), of: height)
        return .at(Timestamp(milliseconds: Int64(moment(cosine).rounded()) * 1000))
    }

    /// Whether the event occurs on every date of the year.
    public func alwaysHas(_ event: SunEvent) -> Bool {
        // The sun moves up to 23.44° away from the equator.
        abs(latitude) - event.altitude < 90 - 23.5
    }

    private static let daySeconds = 86_400.0

    private static func seconds(_ time: Timestamp) -> Double { Double(time.milliseconds) / 1000 }

    /// The sine of the altitude of the sun's centre, without refraction.
    private func sineOfAltitude(at seconds: Double) -> Double {
        let sun = SunPosition(at: seconds)
        let hourAngle = (sun.greenwichHourAngle + longitude).radians
        return sin(latitude.radians) * sin(sun.declination)
            + cos(latitude.radians) * cos(sun.declination) * cos(hourAngle)
    }

    /// How far the sun is past the meridian, in degrees, −180–180.
    private func hourAngle(at seconds: Double) -> Double {
        (SunPosition(at: seconds).greenwichHourAngle + longitude).remainder(dividingBy: 360)
    }

    /// By false position, halving the value at the end that stays (the Illinois method).
    private static func root(
        between first: (at: Double, value: Double),
        and second: (at: Double, value: Double),
        of function: (Double) -> Double
    ) -> Double {
        var (first, second) = (first, second)
        // A thousandth of an arc second.
        while abs(second.value) > 5e-9, abs(second.at - first.at) > 1e-12 {
            let at = second.at - second.value * (second.at - first.at) / (second.value - first.value)
            let value = function(at)
            if (value < 0) == (second.value < 0) {
                first.value /= 2
            } else {
                first = second
            }
            second = (at, value)
        }
        return second.at
    }
}

/// The time of a sun event on a day.
public enum SunTime: Hashable, Sendable {
    /// To the second.
    case at(Timestamp)
    case never(Reason)

    public enum Reason: Hashable, Sendable {
        /// The sun never sets; for dawn and dusk, it never gets that dark.
        case staysAbove
        /// The sun never rises; for dawn and dusk, it never gets that bright.
        case staysBelow
    }
}

extension SunEvent {
    /// The altitude of the sun's centre, in degrees, without refraction.
    fileprivate var altitude: Double {
        switch self {
        // Refraction lifts the sun by 34′, and its upper edge is 16′ above its centre.
        case .sunrise, .sunset: -50.0 / 60
        case .dawn, .dusk: -6
        }
    }
}

/// The position of the sun, by the low-accuracy formulas in Jean Meeus, Astronomical Algorithms, 2nd edition, chapters
/// 12, 22 and 25: to 0.01°, which the sky turns in 2.4 seconds.
private struct SunPosition {
    /// In radians.
    let declination: Double
    /// In degrees.
    let greenwichHourAngle: Double

    /// - Parameter seconds: since 1970, UTC.
    init(at seconds: Double) {
        let days = seconds / 86_400 - 10_957.5
        let centuries = days / 36_525
        let meanLongitude = 280.46646 + centuries * (36_000.76983 + centuries * 0.0003032)
        let anomaly = (357.52911 + centuries * (35_999.05029 - centuries * 0.0001537)).radians
        let center =
            (1.914602 - centuries * (0.004817 + centuries * 0.000014)) * sin(anomaly)
            + (0.019993 - centuries * 0.000101) * sin(2 * anomaly) + 0.000289 * sin(3 * anomaly)
        let node = (125.04 - 1934.136 * centuries).radians
        let nutation = -0.00478 * sin(node)
        let longitude = (meanLongitude + center - 0.00569 + nutation).radians
        let obliquity = (23.439291 - centuries * 0.0130042 + 0.00256 * cos(node)).radians
        let rightAscension = atan2(cos(obliquity) * sin(longitude), cos(longitude)).degrees
        let siderealTime =
            280.46061837 + 360.98564736629 * days + 0.000387933 * centuries * centuries + nutation * cos(obliquity)
        declination = asin(sin(obliquity) * sin(longitude))
        greenwichHourAngle = siderealTime - rightAscension
    }
}

extension Double {
    fileprivate var radians: Double { self * .pi / 180 }
    fileprivate var degrees: Double { self * 180 / .pi }
}
