import DomoBridge
import DomoNATS
import DomoSystem
import DomoTestKit
import Glibc
import Testing

@testable import DomoFleet

/// The operator is root, and the enrolment service another user, who was taken over: what it can do to the operator's
/// files, with a real nats-server.
@Suite(.serialized, .timeLimit(.minutes(10)), .enabled(if: geteuid() == 0, "needs root, for two users"))
struct OperatorOwnershipTests {
    /// A user of every Debian, with a group of its own.
    private static let service = "daemon"

    /// As the package makes it.
    private static func packaged(_ path: String) throws {
        try root(
            "install -d -o root -g \(service) -m 750 \(path) && install -d -o \(service) -g \(service) -m 700 \(path)/houses"
        )
    }

    /// As the package made it before, and an administrator may.
    private static func serviceOwned(_ path: String) throws {
        try root("install -d -o \(service) -g \(service) -m 700 \(path)")
    }

    private static func root(_ script: String) throws {
        let run = try ChildProcess.run("/bin/sh", ["-c", script])
        guard run.status == 0 else { throw KitFault(description: "\(script): \(run)") }
    }

    /// Runs a script as the service's user in the fleet's folder.
    private static func attack(_ world: OperatorWorld, _ script: String) throws -> Finished {
        let path = "\(world.folder.path)/op"
        let (program, words) = OperatorWorld.command("/bin/sh", ["-c", "cd \(path) && \(script)"], as: service)
        return try ChildProcess.run(program, words)
    }

    private static func world(_ prepare: (String) throws -> Void) throws -> OperatorWorld {
        try OperatorWorld(service: service) { path in
            try root("chmod 711 \(path.parentFolder)")
            try prepare(path)
        }
    }

    /// All that is in the folder except the register: names, owners, modes and contents.
    private static func state(_ world: OperatorWorld) throws -> String {
        let find = "find . -path ./houses -prune -o -printf '%p %u %g %m %l\\n' | sort"
        let files = "find . -path ./houses -prune -o -type f -print0 | sort -z | xargs -0 sha256sum"
        return try ChildProcess.run("/bin/sh", ["-c", "cd \(world.folder.path)/op && \(find) && \(files)"]).output
    }

    private static let operatorsFiles = [
        "fleet.json", "fleet.conf", "house.seed", "code.seed", "operator.seed", "account.seed", "system.seed",
        "enrolment", "revoked.json", "users/web1", "lock",
    ]

    @Test(arguments: [true, false])
    func serviceEnrollsHousesAndCanReplaceNothingOfTheOperator(isPackaged: Bool) async throws {
        let world = try Self.world(isPackaged ? Self.packaged : Self.serviceOwned)
        let added = try world.operates("operator", "add", "web", "web1")
        #expect(added.status == 0, "\(added)")
        let (one, _) = try await world.connect(try world.enroll("casa0001"))
        #expect(one.isConnected)
        let before = try Self.state(world)
        for file in Self.operatorsFiles {
            let steps = [
                "echo x > \(file)", "echo x >> \(file)", "rm -f \(file)", "mv \(file) stolen",
                "mv -f houses/lock \(file)",
                "ln -f houses/lock \(file)", "ln -sfn /etc/passwd \(file)", "chmod 666 \(file)",
                "chown \(Self.service) \(file)",
                "cp houses/lock \(file).new", "truncate -s 0 \(file)",
            ]
            for step in steps {
                let run = try Self.attack(world, step)
                #expect(run.status != 0, "\(step)")
            }
        }
        for step in [
            "mv users houses/users", "rmdir houses", "mv houses old", "mkdir new", "rm -rf users", "chmod 777 .",
            "touch ca.pem", "ls users",
        ] {
            #expect(try Self.attack(world, step).status != 0, "\(step)")
        }
        #expect(try Self.state(world) == before)
        // It reads what it needs, and nothing else.
        for file in ["fleet.json", "house.seed", "enrolment"] {
            #expect(try Self.attack(world, "cat \(file)").status == 0, "\(file)")
        }
        for file in Self.operatorsFiles where !["fleet.json", "house.seed", "enrolment"].contains(file) {
            #expect(try Self.attack(world, "cat \(file)").status != 0, "\(file)")
        }
        // The operator goes on.
        let list = try world.operates("house", "list")
        #expect(list.output.contains("casa0001\tenrolled\t"), "\(list)")
        let revoke = try world.operates("house", "revoke", "casa0001")
        #expect(revoke.status == 0, "\(revoke)")
        try await eventually("the refusal") { !one.isConnected }
        await world.stop()
    }

    /// What the service puts into the register does not make root write, read or wait elsewhere.
    @Test func rootFollowsNothingInTheRegister() async throws {
        let world = try Self.world(Self.packaged)
        _ = try world.code("House casa0001", "casa0001")
        let path = "\(world.folder.path)/op"
        try Self.root("mkdir \(path)/users/inner && echo secret > \(path)/users/inner/file")
        let before = try Self.state(world)
        let name = "SG91c2UgY2FzYTAwMDI"  // Base64 of the name of the next house
        let traps: [(trap: String, words: [String])] = [
            (
                "mv houses/names houses/kept; ln -s ../users houses/names",
                ["house", "add", "House casa0002", "--id", "casa0002"]
            ),
            ("ln -sf ../fleet.json houses/casa0002.json.new", ["house", "add", "House casa0002", "--id", "casa0002"]),
            ("ln -sf ../fleet.json houses/names/\(name).new", ["house", "add", "House casa0002", "--id", "casa0002"]),
            ("mkfifo houses/casa0002.json", ["house", "list"]),
            ("ln -s ../fleet.json houses/casa0002.json", ["house", "list"]),
            ("mkdir houses/casa0002.json", ["house", "list"]),
            ("rm -f houses/lock; ln -s ../fleet.conf houses/lock", ["house", "code", "casa0001"]),
            ("rm -f houses/lock; mkfifo houses/lock", ["house", "code", "casa0001"]),
            ("rm -f houses/lock; ln -s ../made houses/lock", ["house", "code", "casa0001"]),
        ]
        for (trap, words) in traps {
            let set = try Self.attack(world, trap)
            #expect(set.status == 0, "\(trap): \(set)")
            let run = try OperatorWorld.run(words + ["--fleet", path])
            #expect(!run.errors.contains("secret"), "\(trap)")
            #expect(try Self.state(world) == before, "\(trap)")
            #expect(!FileBytes.isThere("\(path)/made"))
            try Self.root(
                """
                cd \(path)/houses; [ -d kept ] && rm -f names && mv kept names
                rm -rf casa0002.json* names/\(name)* ; [ -f lock ] && [ ! -L lock ] || rm -f lock
                """ + "; true"
            )
        }
        // Without traps it works.
        let added = try world.operates("house", "add", "House casa0002", "--id", "casa0002")
        #expect(added.status == 0, "\(added)")
        await world.stop()
    }

    /// Before root makes the fleet, the service may have put something into its folder.
    @Test(arguments: [
        "mkdir users", "ln -s /etc users", "ln -s /tmp houses", "touch fleet.conf.new",
        "ln -s /etc/passwd operator.seed",
    ])
    func preparedFolderIsRefused(trap: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/op"
        try Self.root("chmod 711 \(folder.path)")
        try Self.serviceOwned(path)
        let (program, words) = OperatorWorld.command("/bin/sh", ["-c", "cd \(path) && \(trap)"], as: Self.service)
        #expect(try ChildProcess.run(program, words).status == 0)
        let plan = OperatorFolder.Plan(servers: ["tls://n1.example:4222"])
        #expect(throws: HouseFault.self) { try OperatorFolder.create(path, plan, now: 1_795_000_000) }
        #expect(!FileBytes.isThere("\(path)/fleet.json"))
    }

    @Test func groupWithOtherMembersIsRefused() throws {
        let folder = try TemporaryFolder()
        for (owner, mode) in [
            ("root:users", "750"), ("daemon:users", "700"), ("root:daemon", "770"), ("root:daemon", "755"),
        ] {
            let path = "\(folder.path)/\(owner)\(mode)"
            try Self.root("mkdir \(path) && chown \(owner) \(path) && chmod \(mode) \(path)")
            let plan = OperatorFolder.Plan(servers: ["tls://n1.example:4222"])
            #expect(throws: HouseFault.self, "\(owner)") {
                try OperatorFolder.create(path, plan, now: 1_795_000_000)
            }
        }
    }

    /// Root does not work among files that somebody else can replace.
    @Test func folderOfAnotherUserIsRefused() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/op"
        _ = try OperatorFolder.create(path, OperatorFolder.Plan(servers: ["tls://n1.example:4222"]), now: 1_795_000_000)
        try Self.root("chown -R \(Self.service):\(Self.service) \(path)")
        let fault = #expect(throws: HouseFault.self) { try OperatorFolder(path) }
        #expect(fault?.description.contains("belongs to another user") == true)
    }

    /// The folder of an earlier version, whose files were the service's, under the package's own configuration.
    @Test func packageTakesOverTheFolderOfEarlierVersions() throws {
        let root = try TemporaryFolder()
        let path = "\(root.path)/var/lib/domo-fleet-operator"
        let repository = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let users = ["operator", "store", "web"].enumerated().map { index, name in
            "echo domo-fleet-\(name):x:\(990 + index):\(990 + index)::/: >> etc/passwd; echo domo-fleet-\(name):x:\(990 + index): >> etc/group"
        }
        try Self.root(
            """
            cd \(root.path) && mkdir -p etc/tmpfiles.d \(path)/houses \(path)/users && cp /etc/passwd /etc/group etc
            \(users.joined(separator: "\n"))
            cp /\(repository)/Sources/packaging/fleet-server.tmpfiles.conf etc/tmpfiles.d/fleet.conf && cd \(path)
            for file in fleet.json fleet.conf house.seed code.seed operator.seed account.seed system.seed enrolment \
                revoked.json users/web1 houses/casa0001.json; do echo $file > $file; done
            chown -R 990:990 . && chmod -R go= . && chown 0:0 operator.seed account.seed system.seed code.seed
            ln -s ../../../etc/shadow ca.pem && chown -h 990:990 ca.pem && echo x > ../../../etc/shadow
            """
        )
        try Self.root("systemd-tmpfiles --create --root=\(root.path) fleet.conf")
        let found = try ChildProcess.run(
            "/bin/sh",
            [
                "-c",
                "cd \(path) && find . -type f -o -type d | sort | xargs stat -c '%n %u:%g %a'; stat -c '%u %a' \(root.path)/etc/shadow",
            ]
        ).output
        #expect(
            found == """
                . 0:990 750
                ./account.seed 0:0 600
                ./code.seed 0:0 600
                ./enrolment 0:990 640
                ./fleet.conf 0:0 600
                ./fleet.json 0:990 640
                ./house.seed 0:990 640
                ./houses 990:990 700
                ./houses/casa0001.json 990:990 600
                ./operator.seed 0:0 600
                ./revoked.json 0:0 600
                ./system.seed 0:0 600
                ./users 0:0 700
                ./users/web1 0:0 600
                0 644

                """
        )
    }

    /// Root's `domo-fleet enroll` reads and writes in the folder of the house's service.
    @Test(arguments: ["mkfifo -m 600 credentials", "ln -s ../secret credentials", "mkfifo credentials.new"])
    func rootFollowsNothingInTheFolderOfAHouse(trap: String) throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/house"
        try Self.root("chmod 711 \(folder.path)")
        try Self.serviceOwned(path)
        let credentials = HouseCredentials(
            house: try NamesTests.house("casa0001"),
            servers: ["tls://n1.example:4222"],
            authority: nil,
            seed: Secret(try NKeySeed().text)
        )
        try credentials.write(to: "\(folder.path)/secret")
        let before = try FileBytes.read("\(folder.path)/secret", maxBytes: 1 << 16)
        let (program, words) = OperatorWorld.command("/bin/sh", ["-c", "cd \(path) && \(trap)"], as: Self.service)
        #expect(try ChildProcess.run(program, words).status == 0)
        #expect(throws: HouseFault.self) { try HouseCredentials(file: "\(path)/credentials") }
        try credentials.write(to: "\(path)/credentials")
        #expect(try HouseCredentials(file: "\(path)/credentials") == credentials)
        #expect(try FileBytes.read("\(folder.path)/secret", maxBytes: 1 << 16) == before)
        let owner = try ChildProcess.run("/usr/bin/stat", ["-c", "%U:%G %a", "\(path)/credentials"])
        #expect(owner.output == "\(Self.service):\(Self.service) 600\n")
    }
}
