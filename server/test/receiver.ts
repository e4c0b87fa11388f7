/** A webhook receiver on loopback that responds as configured and stores the messages. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';

export interface ReceivedMessage {
  headers: IncomingHttpHeaders;
  body: string;
  path: string;
}

export type Respond = (response: ServerResponse, message: ReceivedMessage) => void;

export interface Receiver {
  url: string;
  messages: ReceivedMessage[];
  /** Sets the response to all following messages. */
  answer(answering: Respond): void;
  /** Resolves when `count` messages have arrived in all. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Respond =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export async function startReceiver(initially: Respond = respondWith(200)): Promise<Receiver> {
  let answering = initially;
  const messages: ReceivedMessage[] = [];
  const waiting = new Set<{ count: number; resolve: () => void }>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const message = { headers: request.headers, body, path: request.url ?? '' };
      messages.push(message);
      for (const one of waiting) {
        if (messages.length < one.count) continue;
        waiting.delete(one);
        one.resolve();
      }
      answering(response, message);
    });
    request.on('error', () => undefined);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    answer(next) {
      answering = next;
    },
    received(count) {
      if (messages.length >= count) return Promise.resolve();
      return new Promise((resolve) => waiting.add({ count, resolve }));
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Starts a TCP server that speaks no HTTP. Calls `handle` with each connection once data arrives. */
export async function startRawServer(handle: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => handle(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
