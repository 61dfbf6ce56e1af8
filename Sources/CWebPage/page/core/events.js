/** Reads a stream of server-sent events with `fetch`: EventSource can't send headers. */

/**
 * @param {ReadableStream<Uint8Array>} body
 * @param {(events: import('./types.js').PageEvent[]) => void} deliver called for each chunk that arrives, with no events for a heartbeat
 */
export async function readEvents(body, deliver) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    deliver(blocks.flatMap((block) => parse(block) ?? []));
  }
}

/** @param {string} block @returns {import('./types.js').PageEvent | null} */
export function parse(block) {
  let id = '';
  let kind = 'message';
  const data = [];
  for (const line of block.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon === 0) continue;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'id') id = value;
    else if (field === 'event') kind = value;
    else if (field === 'data') data.push(value);
  }
  if (data.length === 0) return null;
  try {
    return { id, kind, data: JSON.parse(data.join('\n')) };
  } catch {
    return null;
  }
}
