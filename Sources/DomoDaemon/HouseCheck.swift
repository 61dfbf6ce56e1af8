import DomoLanguage
import DomoModel
import DomoXML
import Glibc

/// `domod --check`: reads house files and says what is wrong with them.
enum HouseCheck {
    /// Diagnostics go to standard error. Silent where all is well, unless `isVerbose`.
    static func run(_ files: [String], isVerbose: Bool) -> ExitStatus {
        var status = ExitStatus.done
        var readings: [HouseReading] = []
        for file in files {
            do {
                let reading = try HouseReader.read(path: file)
                readings.append(reading)
                if isVerbose, !reading.hasErrors { print("\(file): \(Inventory(reading.houses))") }
            } catch {
                Output.error("\(error)")
                status = .noSuchFile
            }
        }
        let merged = HouseReading.merge(readings)
        for diagnostic in merged.diagnostics { Output.error(diagnostic.description) }
        return merged.hasErrors ? .badData : status
    }
}

/// What there is in houses, counted.
struct Inventory: CustomStringConvertible {
    private var houses = 0
    private var sectors = 0
    private var elements = 0
    private var types: [ElementType: Int] = [:]

    init(_ all: [House]) {
        for house in all {
            houses += 1
            count(house.elements, house.sectors)
        }
    }

    private mutating func count(_ elements: [Element], _ sectors: [Sector]) {
        self.elements += elements.count
        for element in elements {
            for type in element.types { types[type, default: 0] += 1 }
        }
        for sector in sectors {
            self.sectors += 1
            count(sector.elements, sector.sectors)
        }
    }

    var description: String {
        let byType = ElementType.allCases.map { "\(types[$0] ?? 0) \($0.word)" }.joined(separator: ", ")
        return "\(houses) houses, \(sectors) sectors, \(elements) elements (\(byType))"
    }
}

enum Output {
    /// Control characters, which a file's name may hold, never reach a terminal.
    static func error(_ text: String) {
        var line = text.printable + "\n"
        line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}

extension String {
    /// The text with its control characters, all but the line feed, made visible as U+FFFD.
    var printable: String {
        guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? "\u{FFFD}" : $0 }))
    }
}

extension Unicode.Scalar {
    fileprivate var isUnprintable: Bool { self != "\n" && properties.generalCategory == .control }
}
