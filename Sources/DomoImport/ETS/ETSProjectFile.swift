import DomoKNX
import DomoLanguage

/// A `.knxproj`, the archive of a project exported by ETS 4, 5 or 6.
struct ETSProjectFile {
    private let archive: ZipArchive
    /// The archive with the project's own files: the archive itself or, with a password, the archive in it.
    private let projectArchive: ZipArchive
    private let folder: String
    private let password: String?
    private let path: String
    private var problems: [String] = []

    /// - Throws: if there is no project in the archive, or the password is missing or wrong.
    ///
    /// - Parameter installation: the name or the number of an installation; nil for the first.
    static func read(
        path: String,
        password: String?,
        installation: String? = nil,
        limits: ZipArchive.Limits = .init()
    ) throws(Fault) -> Project {
        try ETSProjectFile(path: path, password: password, limits: limits).project(installation: installation)
    }

    private init(path: String, password: String?, limits: ZipArchive.Limits) throws(Fault) {
        self.path = path
        archive = try ZipArchive(path: path, limits: limits)
        let ids = Self.projects(in: archive)
        guard let id = ids.first else {
            throw Fault(
                .badModel,
                "\(path) contains no project",
                hint: "export the project from ETS as a .knxproj"
            )
        }
        if ids.count > 1 {
            problems.append("the file contains \(ids.count) projects; only \(id) is imported")
        }
        guard let inner = archive.entries["\(id).zip"] else {
            projectArchive = archive
            folder = "\(id)/"
            self.password = nil
            return
        }
        projectArchive = try ZipArchive(bytes: try archive.bytes(of: inner), file: path, limits: limits)
        folder = projectArchive.entries["0.xml"] == nil && projectArchive.entries["\(id)/0.xml"] != nil ? "\(id)/" : ""
        let isEncrypted = projectArchive.entries.values.contains { $0.isEncrypted }
        guard isEncrypted else {
            self.password = nil
            return
        }
        guard let password, !password.isEmpty else { throw .missingPassword(path) }
        let master = MasterReader()
        try Self.parse("knx_master.xml", of: archive, path: path, with: master)
        self.password = try ProjectPassword.archivePassword(
            password,
            schema: master.schema ?? ProjectPassword.firstDerived
        )
    }

    /// The ids of the projects, `P-0242`.
    private static func projects(in archive: ZipArchive) -> [String] {
        var ids: [String] = []
        for name in archive.names where name.hasPrefix("P-") {
            let id: Substring? =
                if name.hasSuffix(".signature") {
                    name.dropLast(".signature".count)
                } else if name.hasSuffix(".zip") {
                    name.dropLast(".zip".count)
                } else if name.hasSuffix("/0.xml") {
                    name.dropLast("/0.xml".count)
                } else {
                    nil
                }
            guard let id, !id.contains("/"), !ids.contains(String(id)) else { continue }
            ids.append(String(id))
        }
        return ids.filter { archive.entries["\($0).zip"] != nil || archive.entries["\($0)/0.xml"] != nil }
    }

    // MARK: Parts

    private consuming func project(installation wanted: String?) throws(Fault) -> Project {
        var project = Project()
        let installation = try readInstallation(wanted)
        project.schema = installation.schema
        project.tool = installation.tool
        project.problems = problems + installation.problems
        try readInformation(into: &project)
        let master = MasterReader()
        optional("knx_master.xml", with: master, into: &project)
        let hardware = readHardware(of: installation.devices, into: &project)

        let links = Dictionary(installation.groups.map { ($0.id, $0.address) }) { first, _ in first }
        project.groups = installation.groups.sorted { $0.address.raw < $1.address.raw }
        project.ranges = installation.ranges
        project.devices = readDevices(
            installation.devices,
            hardware: hardware,
            manufacturers: master.manufacturers,
            links: links,
            into: &project
        )
        let addresses = Dictionary(project.devices.map { ($0.id, $0.address) }) { first, _ in first }
        project.spaces = installation.spaces.map { $0.namingDevices(addresses) }
        project.functions = installation.functions.map { function, references in
            var function = function
            for reference in references {
                guard let address = links[reference.group] else {
                    project.problems.append("the function \"\(function.name)\" refers to an unknown group")
                    continue
                }
                function.references.append(
                    ProjectFunction.Reference(address: address, role: reference.role, name: reference.name)
                )
            }
            return function
        }
        return project
    }

    /// Reads `0.xml`, and the further installations in `1.xml` and so on, if there are any.
    private func readInstallation(_ wanted: String?) throws(Fault) -> InstallationReader {
        let reader = InstallationReader(wanted: wanted)
        var number = 0
        repeat {
            try Self.parse("\(folder)\(number).xml", of: projectArchive, path: path, with: reader, password: password)
            number += 1
        } while projectArchive.entries["\(folder)\(number).xml"] != nil
        if let wanted, reader.found == nil {
            let names = reader.installationNames
            throw Fault(
                .badRequest,
                "\(path) has no installation \"\(wanted)\"",
                hint: names.isEmpty
                    ? "it has none; leave --installation out" : "use one of \(names.joined(separator: ", "))"
            )
        }
        return reader
    }

    private func readInformation(into project: inout Project) throws(Fault) {
        let information = InformationReader()
        // ETS 4 writes the name with a capital.
        let wanted = ["\(folder)project.xml", "\(folder)Project.xml"]
        guard let name = wanted.first(where: { projectArchive.entries[$0] != nil }) else {
            project.problems.append("the project has no project.xml, so its name is unknown")
            return
        }
        try Self.parse(name, of: projectArchive, path: path, with: information, password: password)
        project.name = information.name
        switch information.style {
        case "TwoLevel": project.style = .two
        case "Free": project.style = .free
        default: project.style = .three
        }
    }

    private func readHardware(
        of devices: [InstallationReader.Device],
        into project: inout Project
    ) -> HardwareReader {
        let hardware = HardwareReader()
        var manufacturers: Set<Substring> = []
        for device in devices { if let id = device.product.split(separator: "_").first { manufacturers.insert(id) } }
        for manufacturer in manufacturers.sorted() {
            optional("\(manufacturer)/Hardware.xml", with: hardware, into: &project)
        }
        return hardware
    }

    private func readDevices(
        _ drafts: [InstallationReader.Device],
        hardware: HardwareReader,
        manufacturers: [String: String],
        links: [String: GroupAddress],
        into project: inout Project
    ) -> [ProjectDevice] {
        var used: [String: Set<String>] = [:]
        for draft in drafts {
            guard let program = hardware.programs[draft.hardwareProgram] else { continue }
            for object in draft.objects {
                used[program, default: []].insert(ObjectReference.id(object.reference, in: program))
            }
        }
        var applications: [String: ApplicationReader] = [:]
        for (program, references) in used.sorted(by: { $0.key < $1.key }) {
            let reader = ApplicationReader(used: references)
            let maker = program.split(separator: "_").first ?? ""
            if optional("\(maker)/\(program).xml", with: reader, into: &project) { applications[program] = reader }
        }
        return drafts.map { draft in
            var device = draft.device
            device.manufacturer = manufacturers[String(draft.product.split(separator: "_").first ?? "")] ?? ""
            device.product = hardware.products[draft.product] ?? ""
            if device.name.isEmpty { device.name = device.product }
            device.application = hardware.programs[draft.hardwareProgram]
            if !draft.objects.isEmpty, device.application == nil {
                project.problems.append(
                    "device \(device.address) \(device.name): the project does not name its application program"
                )
            }
            let application = device.application.flatMap { applications[$0] }
            device.objects = draft.objects.compactMap { object in
                GroupObject(object, of: draft, program: device.application, application: application, links: links)
            }
            return device
        }
        .sorted { DeviceOrder.key($0.address) < DeviceOrder.key($1.address) }
    }

    // MARK: Files

    /// Parses an optional file. If it can't be read, that is reported as a problem.
    @discardableResult
    private func optional(_ name: String, with handler: any XMLHandler, into project: inout Project) -> Bool {
        do throws(Fault) {
            try Self.parse(name, of: archive, path: path, with: handler)
            return true
        } catch {
            project.problems.append(error.message)
            return false
        }
    }

    private static func parse(
        _ name: String,
        of archive: ZipArchive,
        path: String,
        with handler: any XMLHandler,
        password: String? = nil
    ) throws(Fault) {
        guard let entry = archive.entries[name] else { throw Fault(.badModel, "\(path) has no \(name)") }
        let stream = XMLStream(file: "\(path): \(name)", handler: handler)
        try archive.read(entry, password: password) { block throws(Fault) in
            do throws(Fault) {
                try stream.feed(block)
            } catch {
                // Decryption with a wrong password does not result in XML.
                throw entry.isEncrypted ? .wrongPassword(path) : error
            }
        }
        try stream.finish()
    }
}

extension ProjectSpace {
    /// Replaces the ids of devices by their addresses, and drops devices without one.
    fileprivate func namingDevices(_ addresses: [String: String]) -> ProjectSpace {
        var space = self
        space.devices = devices.compactMap { addresses[$0] }
        space.spaces = spaces.map { $0.namingDevices(addresses) }
        return space
    }
}

/// The order of individual addresses.
enum DeviceOrder {
    static func key(_ address: String) -> Int {
        address.split(separator: ".").reduce(0) { $0 << 16 | (Int($1) ?? 0) }
    }
}
