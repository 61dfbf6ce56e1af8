import DomoEngine
import DomoLanguage
import DomoModel
import Logging

// Results of loads.

extension HouseRuntime {
    var loadBase: LoadBase { engine.loadBase }
    var lastOrder: UInt64 { engine.lastOrder }

    /// Applies the result of a load.
    ///
    /// - Parameters:
    ///   - memories: the stored state of the houses.
    ///   - renames: what has another path than in the houses before.
    ///   - access: what files that can't be loaded say about access; nil if that can't be read.
    func loaded(
        _ result: Result<Catalog, Fault>,
        memories: Memory = Memory(),
        renames: [PathChange] = [],
        access: AccessRules? = nil,
        for ids: [RequestID]
    ) {
        switch result {
        case .success(let catalog):
            use(PreparedLoad(catalog, after: loadBase, renames: renames, at: .now()), for: ids)
            handle(.remembered(memories))
        case .failure(let fault):
            // A load is cancelled when the daemon stops; that is not an error.
            let level: Logger.Level = fault.code == .stopping ? .notice : .error
            log.log(level: level, "reload failed, the previous version is still active: \(fault.message)")
            if fault.code != .stopping { noteLoad(ids, problem: fault.message) }
            handle(.loadFailed(fault, access: access, ids: ids))
        }
        endTurn()
    }

    /// Whether the houses are those of the files.
    var isOfFiles: Bool { engine.isOfFiles }

    /// What has another path in the houses of a reload; nothing without a history.
    nonisolated func renames(to catalog: Catalog) async -> [PathChange] {
        guard await persistence.memory != nil else { return [] }
        let base = await loadBase
        return await longWork.run { RecognizedRenames.changes(since: base, to: catalog, at: .now()) }
    }

    /// Applies a reload. Nearly all of the work is done off the event loop.
    nonisolated func load(_ catalog: Catalog, _ applied: AppliedLoad, for ids: [RequestID]) async {
        let base = await loadBase
        let (load, unknown) = await longWork.run {
            let load = PreparedLoad(catalog, after: base, renames: applied.renames, at: .now())
            return (load, load.unknown(of: applied.memories, after: base))
        }
        await handle(load, for: ids)
        await remember(unknown)
        // The previous load is freed here, not on the event loop.
        withExtendedLifetime((base, load)) {}
    }

    /// Restores stored state. State that is already known is newer, and stays.
    nonisolated func remember(_ memory: Memory) async {
        var rest = memory.readings[...]
        repeat {
            // Lets other work run in between.
            let piece = rest.prefix(LongAnswers.chunk)
            rest = rest.dropFirst(piece.count)
            var part = memory
            part.readings = Array(piece)
            await restore(part)
        } while !rest.isEmpty
    }

    private func handle(_ load: PreparedLoad, for ids: [RequestID]) {
        noteLoad(ids)
        use(load, for: ids)
        endTurn()
    }

    private func use(_ load: PreparedLoad, for ids: [RequestID]) {
        for warning in load.warnings { log.warning("\(warning)") }
        handle(.prepared(load, ids: ids))
        lookUpCreators()
    }

    private func restore(_ memory: Memory) {
        handle(.remembered(memory))
        endTurn()
    }
}
