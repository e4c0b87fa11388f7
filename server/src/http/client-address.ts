/**
 * The address of the client that made a request. It is read from X-Forwarded-For only when the connection comes from a
 * trusted proxy. Scheme and host are never read from a header: CHARTER_PUBLIC_URL names them.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

declare module 'fastify' {
  interface FastifyRequest {
    /** IPv4 or IPv6 address of the client (http/client-address.ts). */
    readonly clientAddress: string;
  }
}

/** The addresses whose first `prefix` bits are those of `network`. */
export interface ProxyNetwork {
  network: string;
  prefix: number;
  family: 'ipv4' | 'ipv6';
}

export interface TrustedProxies {
  /** @param address of a connection or of a client, in any notation */
  isTrusted(address: string): boolean;
  /** Returns the client's address. If a trusted proxy names no valid address, returns the proxy's own. */
  clientOf(request: Pick<IncomingMessage, 'socket' | 'headers'>): string;
}

/** Returns the address without zone, and an IPv4 address for an IPv4-mapped one. */
export const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

/** Reads an entry of X-Forwarded-For. Some proxies add the port (Azure Application Gateway). */
function readEntry(text: string): string | undefined {
  const entry = text.trim();
  const [, bracketed, ipv4] = /^(?:\[(.+)\](?::\d+)?|([\d.]+)(?::\d+)?)$/.exec(entry) ?? [];
  const address = plainAddress(bracketed ?? ipv4 ?? entry);
  return isIP(address) === 0 ? undefined : address;
}

export function trustedProxies(networks: readonly ProxyNetwork[]): TrustedProxies {
  const trusted = new BlockList();
  for (const { network, prefix, family } of networks) trusted.addSubnet(network, prefix, family);
  const isTrusted = (address: string): boolean => {
    if (networks.length === 0) return false;
    const plain = plainAddress(address);
    const version = isIP(plain);
    return version !== 0 && trusted.check(plain, version === 4 ? 'ipv4' : 'ipv6');
  };
  return {
    isTrusted,
    clientOf({ socket, headers }) {
      let address = plainAddress(socket.remoteAddress ?? '');
      if (!isTrusted(address)) return address;
      // Each proxy appends the address that it was called from. Entries to the left of an untrusted one may be forged.
      for (const entry of String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .reverse()) {
        const next = readEntry(entry);
        if (next === undefined) break;
        address = next;
        if (!isTrusted(address)) break;
      }
      return address;
    },
  };
}
