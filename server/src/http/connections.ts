/**
 * Shares the connections of a node between remote addresses, so that one address can't use all of them.
 *
 * Each address may hold a limited number. The last free connections are reserved for addresses that hold few, so
 * that health checks and metrics scrapers can still connect to a busy node.
 */
import type { Server, Socket } from 'node:net';

export interface ConnectionLimits {
  /** Maximum number of connections. Further ones are closed at once. */
  perNode: number;
  /** Maximum number of connections of one remote address. */
  perAddress: number;
}

/** Share of the connections that is reserved, and the number below which an address may use a reserved one. */
const RESERVED_SHARE = 1 / 20;
const FEW = 4;

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

/** Returns an IPv4 address, or the /64 network of an IPv6 address, because one client usually controls a whole /64. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!plain.includes(':')) return plain;
  const [front = [], back] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = back === undefined ? 0 : IPV6_GROUPS - front.length - back.length;
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...(back ?? [])];
  return groups.slice(0, NETWORK_GROUPS).join(':');
}

/** Closes each connection beyond the limits at once. */
export function limitConnections(server: Server, { perNode, perAddress }: ConnectionLimits): void {
  const held = new Map<string, number>();
  const reserved = Math.floor(perNode * RESERVED_SHARE);
  let open = 0;

  const isAdmitted = (own: number): boolean => {
    const free = perNode - open;
    return own < perAddress && free > (own < FEW ? 0 : reserved);
  };

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const own = held.get(network) ?? 0;
    if (!isAdmitted(own)) {
      socket.destroy();
      return;
    }
    held.set(network, own + 1);
    open += 1;
    socket.once('close', () => {
      const rest = (held.get(network) ?? 1) - 1;
      if (rest === 0) held.delete(network);
      else held.set(network, rest);
      open -= 1;
    });
  });
}
