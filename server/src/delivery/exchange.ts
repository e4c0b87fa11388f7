/** Sends one POST and reads a bounded part of its answer within a time limit. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';

/** Bytes of the answer's body that are kept. */
const KEPT_BYTES = 1024;
/** Bytes that are read to keep the connection; a longer body closes it. */
const DRAINED_BYTES = 64 * 1024;

/** The answer was not complete in time. */
export class TooLate extends Error {
  constructor() {
    super('There was no complete answer in time.');
    this.name = 'TooLate';
  }
}

/** The answer; with `failure`, the part that arrived before it. */
export interface Exchanged {
  status: number | null;
  retryAfter: string | undefined;
  /** First bytes of the body; null when no answer began. */
  body: Buffer | null;
  failure: unknown;
}

export interface Post {
  url: URL;
  headers: Record<string, string>;
  body: string;
}

/** Completes once the kept part of the body has arrived. Reads a little more to keep the connection. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #done: (exchanged: Exchanged) => void;
  readonly #timer: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isLate = false;
  #isDone = false;
  #status: number | null = null;
  #retryAfter: string | undefined;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(milliseconds: number, done: (exchanged: Exchanged) => void) {
    this.#done = done;
    this.#timer = setTimeout(() => this.#tooLate(), milliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isLate) controller.abort(new TooLate());
  }

  onResponseStart(_controller: unknown, status: number, headers: IncomingHttpHeaders): void {
    // Ignores informational (1xx) responses.
    if (status < 200) return;
    this.#status = status;
    this.#retryAfter = [headers['retry-after']].flat()[0];
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#bytes < KEPT_BYTES) this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= KEPT_BYTES) this.#end(undefined);
    if (this.#bytes > DRAINED_BYTES) controller.abort(new Error('The rest of the answer is not needed.'));
  }

  onResponseEnd(): void {
    this.#end(undefined);
    clearTimeout(this.#timer);
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#end(error);
    clearTimeout(this.#timer);
  }

  #tooLate(): void {
    this.#isLate = true;
    const error = new TooLate();
    this.#end(error);
    this.#controller?.abort(error);
  }

  #end(failure: unknown): void {
    if (this.#isDone) return;
    this.#isDone = true;
    const body = this.#status === null ? null : Buffer.concat(this.#chunks).subarray(0, KEPT_BYTES);
    this.#chunks = [];
    this.#done({ status: this.#status, retryAfter: this.#retryAfter, body, failure });
  }
}

/** Never rejects. Does not follow redirects. */
export const exchange = (
  dispatcher: Dispatcher,
  { url, headers, body }: Post,
  milliseconds: number,
): Promise<Exchanged> =>
  new Promise((resolve) => {
    const handler = new Exchange(milliseconds, resolve);
    try {
      const path = url.pathname + url.search;
      dispatcher.dispatch({ origin: url.origin, path, method: 'POST', headers, body }, handler);
    } catch (error) {
      handler.onResponseError(undefined, error as Error);
    }
  });
