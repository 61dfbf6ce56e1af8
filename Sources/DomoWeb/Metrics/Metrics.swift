import DomoClient
import DomoLanguage
import DomoModel
import DomoSystem
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /metrics`: the daemon's `status`, and domo-web's own counts.
struct Metrics: Sendable {
    let pool: SessionPool
    let counts: WebCounts
    let connections: ConnectionCounts

    /// - Throws: 403 for a token that is limited to places: the metrics cover all of them.
    func response(for call: API.Call) async throws(Problem) -> Response {
        let status: StatusView
        do throws(ClientFault) {
            status = try await call.daemon.ask(.status).decode(StatusView.self)
        } catch {
            throw Problem(error)
        }
        guard call.daemon.view.places == nil else {
            throw Problem(
                .forbidden,
                "not-allowed",
                "a token limited to places can't read metrics",
                hint: "create one without places: domo token new prometheus --role read"
            )
        }
        var text = PrometheusText()
        Self.write(status, to: &text)
        await writeOwn(to: &text)
        return Response(
            status: .ok,
            headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text.text))
        )
    }

    // MARK: - The daemon

    private static func write(_ status: StatusView, to text: inout PrometheusText) {
        text.add("domo_info", .gauge, "The version of domod.", [([("version", status.version)], 1)])
        text.add("domo_start_time_seconds", .gauge, "When domod was started.", seconds(status.since))
        text.add("domo_load_time_seconds", .gauge, "When the houses were last loaded.", seconds(status.loaded))
        text.add(
            "domo_elements",
            .gauge,
            "Elements of each house.",
            status.houses.map { ([("house", $0.name)], Double($0.elements)) }
        )
        text.add(
            "domo_orders_total",
            .counter,
            "Orders that have ended, by outcome.",
            [([("outcome", "accepted")], Double(status.accepted)), ([("outcome", "failed")], Double(status.failed))]
        )
        text.add(
            "domo_orders_confirmed_total",
            .counter,
            "Accepted orders that the house confirmed.",
            Double(status.confirmed)
        )
        text.add(
            "domo_orders_unconfirmed_total",
            .counter,
            "Accepted orders that the house did not confirm in time.",
            Double(status.unconfirmed)
        )
        text.add(
            "domo_orders_limited_total",
            .counter,
            "Orders of tokens above their rate, which were refused.",
            Double(status.limited ?? 0)
        )
        if let latency = status.latency {
            text.add(
                "domo_order_duration_seconds",
                "Time from the request of an accepted order to the answer of the server or the bus.",
                Histogram(latency)
            )
        }
        write(status.links ?? [], status.servers, to: &text)
        if let memory = status.memory { write(memory, to: &text) }
        text.add(
            "domo_resident_memory_bytes",
            .gauge,
            "Resident memory of domod.",
            status.resident.map(Double.init)
        )
        text.add("domo_warnings", .gauge, "Warnings in the status of domod.", Double(status.warnings.count))
    }

    private static func write(_ links: [LinkView], _ servers: [ServerView], to text: inout PrometheusText) {
        text.add(
            "domo_link_up",
            .gauge,
            "1 if an endpoint of a link is reachable, 0 if not; absent until it is known.",
            links.flatMap { link in
                link.endpoints.compactMap { endpoint in
                    endpoint.reachable.map { isUp in
                        let labels = [("link", link.key), ("kind", link.kind), ("endpoint", endpoint.endpoint)]
                        return (labels, isUp ? 1 : 0)
                    }
                }
            }
        )
        text.add(
            "domo_bus_telegrams_total",
            .counter,
            "Telegrams on the bus of a link.",
            links.flatMap { link -> [PrometheusText.Sample] in
                guard let traffic = link.traffic else { return [] }
                return [("sent", traffic.sent), ("received", traffic.received)].map { direction, count in
                    ([("link", link.key), ("direction", direction)], Double(count))
                }
            }
        )
        func perServer(_ value: (ServerView) -> Double?) -> [PrometheusText.Sample] {
            servers.compactMap { server in value(server).map { ([("server", server.server)], $0) } }
        }
        text.add("domo_orders_waiting", .gauge, "Orders waiting to be sent.", perServer { Double($0.waiting) })
        text.add(
            "domo_orders_in_flight",
            .gauge,
            "Orders sent and not yet answered.",
            perServer { Double($0.inFlight) }
        )
        text.add(
            "domo_last_contact_time_seconds",
            .gauge,
            "When a server last answered or accepted a connection.",
            perServer { $0.lastContact.map(seconds) }
        )
    }

    private static func write(_ memory: MemoryView, to text: inout PrometheusText) {
        text.add("domo_history_up", .gauge, "1 while readings are stored.", memory.state == .working ? 1 : 0)
        text.add("domo_history_size_bytes", .gauge, "The size of the database.", Double(memory.bytes))
        text.add("domo_history_records_waiting", .gauge, "Records waiting to be written.", Double(memory.waiting))
        text.add(
            "domo_history_records_dropped_total",
            .counter,
            "Records that could not be written.",
            Double(memory.dropped)
        )
    }

    private static func seconds(_ time: Timestamp) -> Double { Double(time.milliseconds) / 1000 }

    // MARK: - This program

    private func writeOwn(to text: inout PrometheusText) async {
        let values = counts.values
        text.add(
            "domo_web_requests_total",
            .counter,
            "Requests by status of their response.",
            values.requests.sorted { $0.key < $1.key }.map { ([("status", String($0.key))], Double($0.value)) }
        )
        text.add(
            "domo_web_request_duration_seconds",
            "Time from a request's headers to those of its response.",
            values.durations
        )
        let usage = await pool.usage
        text.add("domo_web_sessions", .gauge, "Tokens in use.", Double(usage.sessions))
        text.add("domo_web_event_streams", .gauge, "Open event streams.", Double(usage.streams))
        text.add("domo_web_events_sent_total", .counter, "Events sent to streams.", Double(values.events))
        text.add("domo_web_connections", .gauge, "Open connections.", Double(connections.total))
        text.add(
            "domo_web_connections_refused_total",
            .counter,
            "Connections refused because there were too many.",
            Double(connections.refused)
        )
        text.add(
            "domo_web_resident_memory_bytes",
            .gauge,
            "Resident memory of domo-web.",
            ProcessMemory.resident.map(Double.init)
        )
    }
}
