import NIOCore
import NIOHTTP1

/// Keeps the host of a target in absolute form (RFC 9112, section 3.2.2), which the next handler would drop, as a second
/// header Host if it differs from the first: requests with two are refused.
final class TargetCheck: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), let scheme = head.uri.firstRange(of: "://"),
            !head.uri.hasPrefix("/")
        else { return context.fireChannelRead(data) }
        let authority = head.uri[scheme.upperBound...].prefix { !"/?#".contains($0) }
        if head.headers["Host"].first?.lowercased() != authority.lowercased() {
            head.headers.add(name: "Host", value: String(authority))
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

@available(*, unavailable)
extension TargetCheck: Sendable {}
