/**
 * Where the page is served: `/`, or `/house/ID/` behind the page of a fleet.
 * @type {string}
 */
export const base = new URL('../../', import.meta.url).pathname;

/** Whether the page is behind that of a fleet, which has signed the user in. */
export const isOfFleet = base !== '/';
