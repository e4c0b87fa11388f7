/**
 * What becomes of a body that still arrives when its request has been answered. Whoever closes a connection with
 * unread bytes on it resets it, and a client that writes first and reads later never sees its answer. So the rest
 * is read and thrown away (RFC 9112, 9.6), for as long and as much as an honest client may need.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** How much of an unwanted body is thrown away before the connection is cut. */
export interface Patience {
  /** Counted where the answer closes the connection: elsewhere Node throws away what nobody can count. */
  bytes: number;
  milliseconds: number;
}

const PATIENCE: Patience = { bytes: 32 * 1024 * 1024, milliseconds: 30_000 };

/** Resolves when all has arrived, the client is gone, or the patience is over. */
function discard(body: IncomingMessage, { bytes, milliseconds }: Patience): Promise<void> {
  return new Promise((resolve) => {
    // The socket is asked: a request that was answered does not hear of its end.
    const { socket } = body;
    if (body.complete || socket.destroyed) return resolve();
    let left = bytes;
    const stop = (): void => {
      clearTimeout(timer);
      body.off('data', count).off('end', stop);
      socket.off('close', stop);
      resolve();
    };
    const count = (chunk: Buffer): void => {
      left -= chunk.length;
      if (left < 0) stop();
    };
    const timer = setTimeout(stop, milliseconds);
    socket.on('close', stop);
    body.on('data', count).on('end', stop).resume();
  });
}

/** The whole answer at once, but its end, at which the connection is closed, not before the body's. */
async function* answerWhileDiscarding(answer: string, body: IncomingMessage, patience: Patience) {
  yield answer;
  await discard(body, patience);
}

/** Adds both bounds to every answer that is given before its request has arrived. */
export function discardUnreadBodies(app: FastifyInstance, patience = PATIENCE): void {
  app.addHook('onSend', (request, reply, answer, done) => {
    const closes = reply.getHeader('connection') === 'close';
    if (request.raw.complete || !closes || typeof answer !== 'string') return done(null, answer);
    reply.header('content-length', Buffer.byteLength(answer));
    done(null, Readable.from(answerWhileDiscarding(answer, request.raw, patience)));
  });
  // Of a connection that stays open Node reads the rest by itself, which need not have an end.
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete) discard(raw, patience).then(() => raw.complete || raw.socket.destroy());
    done();
  });
}
