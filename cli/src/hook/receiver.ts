/** A small receiver of webhooks: verifies each message, and responds with 2xx only to verified ones. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type VerifiedWebhook, verifyWebhook } from '@charter/sdk';

/** Maximum size of a body, larger than any message of the service. */
const MAX_BYTES = 2 * 1024 * 1024;

export interface ReceiverOptions {
  /** Secrets of the webhook. A message needs a valid signature with one of them. */
  secrets: readonly string[];
  toleranceSeconds: number;
  headerPrefix: string;
  /** Handles a verified message, and returns the status of the response. */
  onMessage(message: VerifiedWebhook, body: string, headers: IncomingMessage['headers']): Promise<number>;
  /** Receives the reason for each rejection. */
  onRejected(reason: string): void;
}

class Rejection extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAX_BYTES) throw new Rejection(413, 'The body is larger than any message of the service.');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

async function receive(request: IncomingMessage, options: ReceiverOptions): Promise<number> {
  if (request.method !== 'POST') throw new Rejection(405, `Messages use POST, not ${request.method}.`);
  const { secrets, toleranceSeconds, headerPrefix, onMessage } = options;
  const body = await readBody(request);
  const { headers } = request;
  const message = await verifyWebhook({ secret: secrets, headers, body, toleranceSeconds, headerPrefix });
  return onMessage(message, body.toString('utf8'), headers);
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${text}\n`);
}

export const createReceiver = (options: ReceiverOptions): Server =>
  createServer((request, response) => {
    receive(request, options).then(
      (status) => end(response, status, status < 300 ? 'Received.' : 'Not forwarded.'),
      (error: Error) => {
        options.onRejected(error.message);
        end(response, error instanceof Rejection ? error.status : 401, 'Rejected.');
      },
    );
  });
