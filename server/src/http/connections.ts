/**
 * Shares the connections of a node between remote addresses, so that one address can't use all of them.
 *
 * Each address may hold a limited number. The last free connections are reserved for addresses that hold few, so
 * that health checks and metrics scrapers can still connect to a busy node. A trusted proxy may hold any number: each
 * of its clients may have as many open requests as another address may have connections.
 */
import type { Server, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CharterError } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';
import { plainAddress, type TrustedProxies } from './client-address.ts';

export interface ConnectionLimits {
  /** Maximum number of connections. Further ones are closed at once. */
  perNode: number;
  /** Maximum number of connections of one remote address, and of open requests of one client behind a proxy. */
  perAddress: number;
}

/** Share of the connections that is reserved. An address may use it while it holds fewer than FEW connections. */
const RESERVED_SHARE = 1 / 20;
const FEW = 4;

const IPV6_GROUPS = 8;
const NETWORK_GROUPS = 4;

const RETRY_AFTER_SECONDS = 1;

/** Returns an IPv4 address, or the /64 network of an IPv6 address, because one client usually controls a whole /64. */
export function networkOf(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [front = [], back] = plain.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = back === undefined ? 0 : IPV6_GROUPS - front.length - back.length;
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...(back ?? [])];
  return groups.slice(0, NETWORK_GROUPS).join(':');
}

/** Counts the open connections, or the open requests, of each network. */
class NetworkCounts {
  readonly #held = new Map<string, number>();

  count(network: string): number {
    return this.#held.get(network) ?? 0;
  }

  add(network: string): void {
    this.#held.set(network, this.count(network) + 1);
  }

  remove(network: string): void {
    const rest = this.count(network) - 1;
    if (rest > 0) this.#held.set(network, rest);
    else this.#held.delete(network);
  }
}

/** Closes each connection beyond the limits at once. */
export function limitConnections(
  server: Server,
  { perNode, perAddress }: ConnectionLimits,
  { isTrusted }: Pick<TrustedProxies, 'isTrusted'>,
): void {
  const counts = new NetworkCounts();
  const reserved = Math.floor(perNode * RESERVED_SHARE);
  let open = 0;

  const isAdmitted = (own: number, most: number): boolean => {
    const free = perNode - open;
    return own < most && free > (own < FEW ? 0 : reserved);
  };

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const most = isTrusted(address) ? perNode : perAddress;
    if (!isAdmitted(counts.count(network), most)) {
      socket.destroy();
      return;
    }
    counts.add(network);
    open += 1;
    socket.once('close', () => {
      counts.remove(network);
      open -= 1;
    });
  });
}

/** Rejects the requests of a client behind a trusted proxy while the client has too many open requests. */
export function limitOpenRequests(
  app: FastifyInstance,
  perAddress: number,
  { isTrusted }: Pick<TrustedProxies, 'isTrusted'>,
): void {
  const counts = new NetworkCounts();
  app.addHook('onRequest', (request, reply, done) => {
    // The limit of connections covers clients without a proxy.
    if (!isTrusted(request.socket.remoteAddress ?? '')) return done();
    const { clientAddress } = request;
    // A proxy's own requests have no client.
    if (isTrusted(clientAddress)) return done();
    const network = networkOf(clientAddress);
    if (counts.count(network) >= perAddress) {
      const message = say(
        'limits.openRequests',
        'Too many requests of your address are open. Try again when some of them have ended.',
      );
      return done(new CharterError('TooManyRequests', message, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
    }
    counts.add(network);
    reply.raw.once('close', () => counts.remove(network));
    done();
  });
}
