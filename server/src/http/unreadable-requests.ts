/** Responds to invalid HTTP, oversized headers and requests that do not arrive in time. */
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../kernel/clock.ts';

const REJECTIONS: Readonly<Record<string, { status: number; message: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    message: 'URL and headers exceed 16 KiB. Send less.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request did not arrive in time. Send it again.' },
};
const BROKEN = { status: 400, message: 'The request is not valid HTTP.' };

/** Time for the client to read the response and to close the connection. */
const LINGER_MILLISECONDS = 2_000;

/** Writes an ApiError with a request id (docs/specification.md, section 6) to the socket, and ends the connection. */
export function rejectUnreadable(clock: Clock) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    const isSilent = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0;
    if (error.code === 'ECONNRESET' || isSilent || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, message } = REJECTIONS[error.code ?? ''] ?? BROKEN;
    const requestId = randomUUID();
    const innerError = { date: clock.now().toISOString(), 'request-id': requestId };
    const body = JSON.stringify({ error: { code: 'InvalidRequest', message, innerError } });
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `request-id: ${requestId}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    // A client that keeps its side open must not hold the connection.
    const lingering = setTimeout(() => socket.destroy(), LINGER_MILLISECONDS);
    socket.once('close', () => clearTimeout(lingering));
  };
}
