/**
 * Discards the rest of a request's body after an early response. Closing a connection with unread bytes resets it, and
 * a client that writes before it reads would lose the response (RFC 9112, 9.6). Time and bytes are limited.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Limits of discarding a body before the connection is closed. */
export interface DiscardLimits {
  /** Maximum number of bytes, for a response that closes the connection. Otherwise Node itself discards the body. */
  bytes: number;
  milliseconds: number;
}

const DEFAULT_LIMITS: DiscardLimits = { bytes: 32 * 1024 * 1024, milliseconds: 30_000 };

/** Resolves when the body is complete, the client is gone, or a limit is reached. */
function discard(body: IncomingMessage, { bytes, milliseconds }: DiscardLimits): Promise<void> {
  return new Promise((resolve) => {
    // After the response, a request may end without an event. Its socket always emits `close`.
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

/** Sends the response at once, and ends it after the body. The end closes the connection. */
async function* answerWhileDiscarding(answer: string, body: IncomingMessage, limits: DiscardLimits) {
  yield answer;
  await discard(body, limits);
}

/** Applies the limits to every response that precedes the end of its request. */
export function discardUnreadBodies(app: FastifyInstance, limits = DEFAULT_LIMITS): void {
  app.addHook('onSend', (request, reply, answer, done) => {
    const closes = reply.getHeader('connection') === 'close';
    if (request.raw.complete || !closes || typeof answer !== 'string') return done(null, answer);
    reply.header('content-length', Buffer.byteLength(answer));
    done(null, Readable.from(answerWhileDiscarding(answer, request.raw, limits)));
  });
  // On a connection that stays open, Node discards the rest of the body without a limit.
  app.addHook('onResponse', (request, _reply, done) => {
    const { raw } = request;
    if (!raw.complete) discard(raw, limits).then(() => raw.complete || raw.socket.destroy());
    done();
  });
}
