import DomoEngine
import DomoLanguage
import Logging

// What the loader brings.

extension HouseRuntime {
    /// The houses were read, or could not be.
    ///
    /// - Parameter memories: what is stored of them.
    func loaded(_ result: Result<Catalog, Fault>, memories: Memory = Memory(), for ids: [RequestID]) {
        switch result {
        case .success(let catalog):
            take(PreparedLoad(catalog, after: loadBase, at: .now()), ids)
            take(.remembered(memories))
        case .failure(let fault):
            // A daemon that stops gives up its load: nothing is wrong.
            let level: Logger.Level = fault.code == .stopping ? .notice : .error
            log.log(level: level, "reload failed, the previous version is still active: \(fault.message)")
            take(.loadFailed(fault, ids: ids))
        }
        endTurn()
    }

    /// What was read at a reload: what it takes to take it in is done beside the event loop, but for the least.
    nonisolated func load(_ catalog: Catalog, memories: Memory, for ids: [RequestID]) async {
        let base = await loadBase
        let (load, unknown) = await longWork.run {
            let load = PreparedLoad(catalog, after: base, at: .now())
            return (load, load.unknown(of: memories, after: base))
        }
        await take(load, for: ids)
        await remember(unknown)
        // What was loaded before is freed here, and not on the event loop.
        withExtendedLifetime((base, load)) {}
    }

    /// What was stored; what is known now is newer.
    nonisolated func remember(_ memory: Memory) async {
        var rest = memory.readings[...]
        repeat {
            // The others have their turns in between.
            let piece = rest.prefix(Self.chunk)
            rest = rest.dropFirst(piece.count)
            var part = memory
            part.readings = Array(piece)
            await take(part)
        } while !rest.isEmpty
    }

    private func take(_ load: PreparedLoad, for ids: [RequestID]) {
        take(load, ids)
        endTurn()
    }

    private func take(_ load: PreparedLoad, _ ids: [RequestID]) {
        for warning in load.warnings { log.warning("\(warning)") }
        take(.prepared(load, ids: ids))
    }

    private func take(_ memory: Memory) {
        take(.remembered(memory))
        endTurn()
    }
}
