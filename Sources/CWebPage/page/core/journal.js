/** The events since the page was opened, for the log. */
import { serverNow } from './clock.js';
import { onEveryEvent } from './link.js';

const MAX_ENTRIES = 300;

let lost = false;

/**
 * Newest first.
 * @type {import('./types.js').PageEvent[]}
 */
export const journal = [];

/**
 * Called with each event that belongs to the log.
 * @type {Set<(event: import('./types.js').PageEvent) => void>}
 */
export const readers = new Set();

export function start() {
  onEveryEvent((event) => {
    if (['snapshot', 'input', 'message'].includes(event.kind)) return;
    if (event.kind === 'daemon') {
      // Each stream begins with this event: log it only after a loss.
      if (event.data.connected === !lost) return;
      lost = !event.data.connected;
    }
    if (event.kind === 'order' && (event.data.stage === 'requested' || event.data.stage === 'sent')) return;
    event.data.time ??= new Date(serverNow()).toISOString();
    journal.unshift(event);
    journal.length = Math.min(journal.length, MAX_ENTRIES);
    for (const reader of readers) reader(event);
  });
}
