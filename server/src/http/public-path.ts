/**
 * The path of the public URL, below which a proxy publishes the service. A proxy may pass the path on or strip it: the
 * service responds in the same way with and without it.
 */
import type { FastifyInstance } from 'fastify';
import { CharterError } from '../kernel/errors.ts';

/** A path without a slash at its end: `/charter`, or an empty text for a service at the root of its host. */
export type PublicPath = '' | `/${string}`;

export const publicPathOf = (publicUrl: string | undefined): PublicPath =>
  (URL.parse(publicUrl ?? '')?.pathname.replace(/\/+$/, '') ?? '') as PublicPath;

/** Returns the address without the public path. Returns an address outside of the path unchanged. */
export function withoutPublicPath(path: string, address: string): string {
  if (path === '' || !address.startsWith(path)) return address;
  const rest = address.slice(path.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : address;
}

/**
 * Rejects a path whose first segment is also that of a route, as soon as the route is added. Behind a proxy that strips
 * the path, the address of such a route would be mistaken for one that still has the path.
 * @param others further addresses whose first segment the path must not have
 * @throws Conflict
 */
export function assertPathIsFree(app: FastifyInstance, path: string, others: readonly string[]): void {
  const firstOf = (address: string): string => address.split('/')[1] ?? '';
  const first = firstOf(path);
  const check = (address: string): void => {
    if (first === '' || firstOf(address) !== first) return;
    throw new CharterError(
      'Conflict',
      `The path of CHARTER_PUBLIC_URL begins with /${first}, which is an address of the service itself. Choose another path.`,
    );
  };
  for (const address of others) check(address);
  app.addHook('onRoute', ({ url }) => check(url));
}
