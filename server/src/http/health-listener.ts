/**
 * The health listener of a node: its pages for operators on a port of their own, independent of the API. It listens
 * before the node reaches the database, and until the node exits.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Address, listenError } from './listen.ts';
import type { Pages } from './pages/health.ts';

/** Probes and scrapers need few connections. Further ones are closed at once. */
const MAX_CONNECTIONS = 100;
/** Time limit for a request to arrive. */
const ARRIVAL_MILLISECONDS = 10_000;

export interface HealthListener {
  /** The port; the system chooses it when the setting is 0. */
  port: number;
  close(): Promise<void>;
}

/** @throws Conflict with a sentence for the operator when the address can't be listened on */
export async function listenForHealth(
  address: Address,
  pages: Pages,
  onError: (error: unknown) => void,
): Promise<HealthListener> {
  const pageAt = new Map(Object.entries(pages));
  const server = createServer(
    {
      requestTimeout: ARRIVAL_MILLISECONDS,
      headersTimeout: ARRIVAL_MILLISECONDS,
      connectionsCheckingInterval: 1_000,
    },
    async ({ url = '/', method = '' }, response) => {
      const page = pageAt.get(url.split('?')[0] as string);
      if (page === undefined) return response.writeHead(404).end();
      if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end();
      try {
        const { status, type, body } = await page();
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
      } catch (error) {
        onError(error);
        response.writeHead(500).end();
      }
    },
  );
  server.maxConnections = MAX_CONNECTIONS;
  server.listen({ host: address.host, port: address.port });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenError(error, address);
  }
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
