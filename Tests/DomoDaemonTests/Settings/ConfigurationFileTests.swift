import DomoEngine
import DomoHTTP
import DomoLanguage
import DomoSystem
import DomoTestKit
import Logging
import Testing

@testable import DomoDaemon

struct ConfigurationFileTests {
    private func read(_ text: String) throws -> Configuration.Layer {
        let folder = try TemporaryFolder()
        let file = folder.path + "/domod.yaml"
        try FileBytes.replace(file, with: Array(text.utf8))
        return try ConfigurationFile.read(file)
    }

    @Test func allSettingsAreRead() throws {
        let layer = try read(
            """
            homes: [/etc/domo/homes, "http://10.0.0.2/house.xml"]
            server: http://10.0.0.2/web/services/unsecureWebUI
            houses:
              Vivienda eficiente:
                server:
                  url: https://10.0.0.3/orders
                  max-in-flight: 4
                  connect-timeout: 500ms
                  deadline: 5s
                  user: anna
                  password: "s3cret"
                  dialect: mine
            dialects:
              mine:
                order: {method: PUT, url: "{url}/{name}/{operation}"}
                actions:
                  on: {operation: ein}
                  off: {operation: aus}
                  level: {operation: wert, url: "{url}/{name}/{operation}/{value}"}
            socket: /run/domo/domo.sock
            state: /var/lib/domo
            log-level: warning
            """
        )
        #expect(layer.homes == ["/etc/domo/homes", "http://10.0.0.2/house.xml"])
        #expect(layer.server?.http?.url == "http://10.0.0.2/web/services/unsecureWebUI")
        #expect(layer.server?.deadline == .seconds(10))
        let server = try #require(layer.servers["Vivienda eficiente"])
        let own = try #require(server.http)
        #expect(own.url == "https://10.0.0.3/orders")
        #expect(own.maxInFlight == 4)
        #expect(own.connectTimeout == .milliseconds(500))
        #expect(own.credentials == .basic(user: "anna", password: "s3cret"))
        #expect(own.dialect.name == "mine")
        #expect(server.deadline == .seconds(5))
        #expect(layer.socket == "/run/domo/domo.sock")
        #expect(layer.state == "/var/lib/domo")
        #expect(layer.logLevel == .warning)
    }

    @Test func secretCanBeInASeparateFile() throws {
        let folder = try TemporaryFolder()
        try FileBytes.replace(folder.path + "/token", with: Array("abc\nnot this\n".utf8))
        let layer = try read("server: {url: \"http://h/\", token-file: \(folder.path)/token}")
        #expect(layer.server?.http?.credentials == .bearer(token: "abc"))
    }

    @Test func dialectCanBeInASeparateFile() throws {
        let folder = try TemporaryFolder()
        try FileBytes.replace(folder.path + "/d.yaml", with: Array("actions: {on: {url: \"{url}/{nme}\"}}".utf8))
        let file = folder.path + "/domod.yaml"
        try FileBytes.replace(
            file,
            with: Array("dialects: {mine: {file: d.yaml}}\nserver: {url: \"http://h/\", dialect: mine}".utf8)
        )
        let fault = try #require(throws: StartFault.self) { try ConfigurationFile.read(file) }
        // Reported once, at its position in the dialect file.
        #expect(fault.message.hasPrefix("\(folder.path)/d.yaml:1:21: error: url, column 7: unknown placeholder {nme}"))
        #expect(!fault.message.contains("\n"), "\(fault.message)")
        try FileBytes.replace(folder.path + "/d.yaml", with: Array("actions: {on: {url: \"{url}/{name}\"}}".utf8))
        #expect(try ConfigurationFile.read(file).server?.http?.dialect.name == "mine")
    }

    @Test func elementsReadingAndHistoryAreRead() throws {
        let layer = try read(
            """
            server:
              url: http://h/
              dialect: homeassistant
              token: t
              elements:
                Salon/Louver: {entity: cover.salon}
              reading: {every: 10s}
            history:
              file: /var/lib/domo/h.sqlite
              keep: 30d
              size: 2GiB
              durable: yes
              elements: {Sensor: {deadband: 0.5, at-most-every: 1m}}
            """
        )
        let settings = try #require(layer.server?.http)
        #expect(settings.elements.paths == ["Salon/Louver"])
        #expect(settings.reading?.interval == .seconds(10))
        #expect(settings.reading?.maximumAge == .seconds(30))
        var expected = Configuration.History()
        expected.file = "/var/lib/domo/h.sqlite"
        expected.keep = .seconds(30 * 86_400)
        expected.size = 2 << 30
        expected.isDurable = true
        expected.elements = [.init(path: "Sensor", deadband: 0.5, atMostEvery: .seconds(60))]
        #expect(layer.history == expected)
        #expect(try read("history: off").history?.isOff == true)
        #expect(
            try read("server: {url: \"http://h/\", dialect: homeassistant, reading: off}").server?.http?.reading
                == nil
        )
        #expect(try read("server: http://h/").server?.http?.reading == nil)
    }

    @Test func placesAndHolidaysAreRead() throws {
        let folder = try TemporaryFolder()
        try FileBytes.replace(folder.path + "/valencia.holidays", with: [])
        let file = folder.path + "/domod.yaml"
        let text = """
            houses:
              Casa:
                server: http://h/
                place: {latitude: 39.47, longitude: -0.38, zone: Europe/Madrid}
                holidays: valencia.holidays
              Playa:
                place: {zone: Atlantic/Canary}
              Campo:
                server: http://h/
            """
        try FileBytes.replace(file, with: Array(text.utf8))
        let layer = try ConfigurationFile.read(file)
        #expect(
            layer.places == [
                "Casa": Configuration.Place(
                    position: .init(latitude: 39.47, longitude: -0.38),
                    zone: "Europe/Madrid",
                    holidays: folder.path + "/valencia.holidays"
                ),
                "Playa": Configuration.Place(zone: "Atlantic/Canary"),
            ]
        )
        #expect(layer.servers.keys.sorted() == ["Campo", "Casa"])
    }

    @Test func aliasesDoNotExpandWithoutLimit() throws {
        var text = "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
        for (last, next) in zip("abcdefgh", "bcdefghi") {
            text += "\(next): &\(next) [" + Array(repeating: "*\(last)", count: 10).joined(separator: ", ") + "]\n"
        }
        let fault = try #require(throws: StartFault.self) { try read(text) }
        #expect(fault.message.contains("nodes, with aliases expanded"), "\(fault.message)")
    }

    @Test func simulatedHouseIsAWarningUntilThereIsAServer() throws {
        let simulated = try read("demo: yes\n")
        #expect(simulated.isDemo)
        #expect(simulated.warnings.contains { $0.contains("houses without a server are simulated") })
        #expect(try read("demo: no\n").warnings.isEmpty)
        #expect(
            try read("demo: yes\nserver: http://h/\n").warnings.map {
                $0.hasSuffix("has no effect: the configuration has a server; remove it")
            } == [true]
        )
    }

    @Test func emptyFileSetsNothing() throws {
        #expect(try read("").homes.isEmpty)
        #expect(try read("# nothing\n").server == nil)
    }

    @Test(arguments: [
        ("homs: x", "1:1: error: unknown key \"homs\""),
        ("homes:\n  - a\nsocket: [1]", "3:9: error: socket is not a text"),
        ("homes: {a: b}", "1:8: error: homes is not a list"),
        ("server: ftp://x/", "1:9: error:"),
        ("server: {max-in-flight: 3}", "1:9: error: the server has no url"),
        ("server:\n  url: http://h/\n  max-in-flight: 0", "3:18: error: 0 is out of range"),
        ("server:\n  url: http://h/\n  max-in-flight: many", "3:18: error: max-in-flight is not a whole number"),
        ("server:\n  url: http://h/\n  deadline: 1h", "3:13: error: the deadline is out of range"),
        ("server:\n  url: http://h/\n  deadline: soon", "3:13: error: deadline is not a duration"),
        ("server:\n  url: http://h/\n  dialect: nope", "3:12: error: unknown dialect nope"),
        ("server:\n  url: http://h/\n  user: a", "3:9: error: a user without a password"),
        ("server:\n  url: http://h/\n  password: a", "3:13: error: a password without a user"),
        ("server:\n  url: http://h/\n  user: a\n  token: b", "3:9: error: both a user and a token"),
        ("server:\n  url: http://h/\n  token-file: /no/such", "3:15: error: /no/such: No such file or directory"),
        ("server:\n  url: http://h/\n  ca-file: /no/such", "3:12: error: /no/such: No such file or directory"),
        ("houses:\n  A:\n    sever: x", "3:5: error: unknown key \"sever\" in a house"),
        ("houses: {A: {place: here}}", "1:21: error: a place is not a mapping"),
        ("houses: {A: {place: {lat: 1}}}", "1:22: error: unknown key \"lat\" in a place"),
        ("houses: {A: {place: {latitude: 91, longitude: 0}}}", "1:32: error: latitude is not a number from -90 to 90"),
        ("houses: {A: {place: {latitude: 0, longitude: -180.5}}}", "1:46: error: longitude is not a number from -180"),
        ("houses: {A: {place: {latitude: nan, longitude: 0}}}", "1:32: error: latitude is not a number"),
        ("houses: {A: {place: {latitude: 1}}}", "1:32: error: a latitude without a longitude"),
        ("houses: {A: {place: {longitude: 1}}}", "1:33: error: a longitude without a latitude"),
        ("houses: {A: {place: {zone: Europe/Madird}}}", "1:28: error: unknown time zone \"Europe/Madird\""),
        ("houses: {A: {place: {zone: [a]}}}", "1:28: error: zone is not a text"),
        ("houses: {A: {holidays: no/such}}", "no/such: No such file or directory"),
        ("dialects:\n  d: {}", "2:6: error: the dialect d is empty"),
        (
            "dialects:\n  d:\n    actions: {on: {url: \"{url}?{nme}\"}}",
            "3:25: error: url, column 7: unknown placeholder {nme}"
        ),
        ("dialects:\n  d:\n    actions: {an: {url: \"{url}\"}}", "3:15: error: unknown action \"an\""),
        ("dialects:\n  d: {file: no/such.yaml}", "2:13: error: no/such.yaml: No such file or directory"),
        ("dialects:\n  d: {file: a, order: b}", "2:16: error: unknown key \"order\" in a dialect in a file"),
        ("server:\n  url: http://h/\n  dialect: openhb", "unknown dialect openhb; did you mean \"openhab\"?"),
        ("server:\n  url: http://h/\n  elements: {a: {b: c}}", "3:18: error: unknown key \"b\" in the element a"),
        ("server:\n  url: http://h/\n  elements: {a/: {}}", "3:14: error: invalid name \"a/\""),
        ("server:\n  url: http://h/\n  elements: {a: {}, A: {}}", "3:21: error: \"A\" is given twice"),
        ("server:\n  url: http://h/\n  elements: {a: {url: ftp://x}}", "3:23: error: not an http or https URL"),
        ("server:\n  url: http://h/\n  elements: {a: {kind: x}}", "3:24: error: the dialect pervml has no kinds"),
        ("server:\n  url: http://h/\n  reading: {every: 1m}", "3:12: error: the dialect pervml reads no states"),
        ("server:\n  url: http://h/\n  digest: perhaps", "3:11: error: digest is neither yes nor no"),
        ("history: {keep: 1h}", "1:17: error: keep is out of range"),
        ("history: {keep: ever}", "1:17: error: keep is not a duration"),
        ("history: {size: 5}", "1:17: error: size is not a size"),
        ("history: {size: 1KiB}", "1:17: error: the size is out of range"),
        ("history: {elements: {a: {deadband: -1}}}", "1:36: error: deadband is not a number of 0 or more"),
        ("history: {elements: {a: {at-most-every: 2d}}}", "at-most-every is out of range"),
        ("history: {of: yes}", "unknown key \"of\" in history; did you mean \"off\"?"),
        ("dialects:\n  pervml: {}", "2:3: error: pervml is a built-in dialect"),
        ("log-level: loud", "1:12: error: log-level: unknown log level"),
        ("a: [1", "1:4: error:"),
        ("a: &x [*x]", "error: nested more than 16 deep"),
        ("- a", "1:1: error: the configuration is not a mapping"),
        ("socket: a\nsocket: b", "2:1: error: \"socket\" is given twice"),
    ])
    func errorIsReportedWithItsPosition(text: String, expected: String) throws {
        let fault = try #require(throws: StartFault.self) { try read(text) }
        #expect(fault.status == .badConfiguration)
        #expect(fault.message.contains(expected), "\(fault.message)")
    }

    @Test func allErrorsAreReportedTogether() throws {
        let fault = try #require(throws: StartFault.self) { try read("homs: x\nserver: ftp://x/\nlog-level: loud") }
        #expect(fault.message.split(separator: "\n").count == 3)
    }

    @Test func errorsAreInFileOrder() throws {
        let text = "server: {url: \"http://h/\", dialect: nope}\nhouses: {A: {sever: x}}\ndialects: {d: {}}\nhomes: {}"
        let fault = try #require(throws: StartFault.self) { try read(text) }
        let lines = fault.message.split(separator: "\n").compactMap { $0.split(separator: ":").dropFirst().first }
        #expect(lines == ["1", "2", "3", "4"], "\(fault.message)")
    }

    @Test func errorsRevealNoSecret() throws {
        let text = "server:\n  url: http://h/\n  user: \"a:b\"\n  password: hunter2"
        let fault = try #require(throws: StartFault.self) { try read(text) }
        #expect(!fault.message.contains("hunter2"))
        #expect(!"\(try read("server: {url: \"http://h/\", token: hunter2}"))".contains("hunter2"))
    }

    @Test func missingFileIsReported() throws {
        let fault = try #require(throws: StartFault.self) { try ConfigurationFile.read("/no/such/domod.yaml") }
        #expect(fault.status == .noSuchFile)
    }
}

struct ConfigurationTests {
    private func layer(_ socket: String?, homes: [String] = []) -> Configuration.Layer {
        var layer = Configuration.Layer()
        layer.socket = socket
        layer.homes = homes
        return layer
    }

    @Test func firstLayerTakesPrecedence() throws {
        let layers = [layer(nil, homes: ["a"]), layer("environment", homes: ["b"]), layer("file")]
        let configuration = try Configuration(layers: layers, environment: [:])
        #expect(configuration.socket == "environment")
        #expect(configuration.homes == ["a"])
    }

    @Test func configurationWithoutAHouseIsRejected() {
        let fault = #expect(throws: StartFault.self) { try Configuration(layers: [layer(nil)], environment: [:]) }
        #expect(fault?.status == .badConfiguration)
    }

    @Test(arguments: [
        (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/domo.sock"),
        (["XDG_RUNTIME_DIR": ""], "/run/domo/domo.sock"),
        ([:], "/run/domo/domo.sock"),
    ])
    func defaultSocketDependsOnTheEnvironment(environment: [String: String], expected: String) throws {
        #expect(try Configuration(layers: [layer(nil, homes: ["a"])], environment: environment).socket == expected)
    }

    @Test func stateIsInTheServiceManagersFolder() throws {
        let environment = ["STATE_DIRECTORY": "/var/lib/domo:/other"]
        #expect(
            try Configuration(layers: [layer(nil, homes: ["a"])], environment: environment).state == "/var/lib/domo"
        )
    }

    @Test func environmentIsALayer() throws {
        let environment = ["DOMO_HOME": "h.xml", "DOMO_SERVER": "http://h/", "DOMO_LOG_LEVEL": "ERROR"]
        let layer = try Configuration.Layer(environment: environment)
        #expect(layer.homes == ["h.xml"])
        #expect(layer.server?.http?.url == "http://h/")
        #expect(layer.logLevel == .error)
        for (key, value) in [("DOMO_SERVER", "nonsense"), ("DOMO_LOG_LEVEL", "loud")] {
            let fault = #expect(throws: StartFault.self) { try Configuration.Layer(environment: [key: value]) }
            #expect(fault?.message.contains(key) == true, "\(fault?.message ?? "")")
        }
    }
}
