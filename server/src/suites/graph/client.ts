/**
 * Microsoft's client for Graph. Its retries are off, because they repeat POST after a 504 and cap Retry-After at
 * 180 s. It is loaded at the first call, so that services without Graph start without it.
 */
import type { Client } from '@microsoft/microsoft-graph-client';

/** A call to one path, before it is sent. */
export type GraphRequest = ReturnType<Client['api']>;

export class MicrosoftClient {
  readonly #base: string;
  #client: Client | undefined;

  /** @param base address of Graph with its version, without a trailing slash */
  constructor(base: string) {
    this.#base = base;
  }

  /** Returns a call to a path below the version. It resolves with the response as fetch does. */
  async request(path: string): Promise<GraphRequest> {
    const { Client, HTTPMessageHandler, ResponseType } = await import('@microsoft/microsoft-graph-client');
    const [, baseUrl, version] = /^(.*\/)([^/]+)$/.exec(this.#base) as unknown as [string, string, string];
    this.#client ??= Client.initWithMiddleware({
      baseUrl,
      defaultVersion: version,
      middleware: new HTTPMessageHandler(),
    });
    return this.#client.api(path).responseType(ResponseType.RAW);
  }
}
