import DomoEngine
import DomoLanguage
import DomoModel
import ServiceLifecycle

/// Reads the configuration and the houses again when somebody asks; one reload at a time. A reload that is under way when
/// the daemon stops is given up.
struct LoadService: Service {
    let requests: LoadRequests
    let loader: CatalogLoader
    /// Puts into effect what a load changes beside the houses, and reads what is stored of their elements.
    let apply: @Sendable (CatalogLoader.Load) async throws -> Memory
    let runtime: HouseRuntime

    func run() async throws {
        for await _ in requests.asks.cancelOnGracefulShutdown() {
            let (ids, mode) = requests.takeAll()
            let result = await cancelWhenGracefulShutdown { [loader] in await Self.reload(loader, mode) }
            let load: CatalogLoader.Load
            do throws(Fault) {
                load = try result.get()
            } catch {
                await runtime.loaded(.failure(error), for: ids)
                continue
            }
            let memories = try await apply(load)
            await runtime.load(load.catalog, memories: memories, for: ids)
        }
    }

    private static func reload(
        _ loader: CatalogLoader,
        _ mode: HouseLoader.Mode
    ) async -> Result<CatalogLoader.Load, Fault> {
        do throws(Fault) {
            return .success(try await loader.reload(mode))
        } catch {
            return .failure(error)
        }
    }
}
