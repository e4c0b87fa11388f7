/**
 * The address of the portal: the public URL of the service, with a slash at its end (server/src/http/pages/portal.ts).
 */
const named = document.querySelector('meta[name="charter-address"]')?.getAttribute('content');
const BASE = new URL(named ?? '/', location.origin);

/** Path of the portal: `/`, or one such as `/charter/`. */
export const BASE_PATH = BASE.pathname;

/** Returns the absolute URL of a path below the portal, such as `auth/callback`. */
export const addressOf = (path: string): string => new URL(path, BASE).href;

/** Returns the router's path of an absolute URL below the portal. */
export const routeOf = (address: string): string => new URL(address).pathname.slice(BASE_PATH.length - 1);
