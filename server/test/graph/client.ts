/** A client for tests that call the stand-in directly, without the Graph suite. */
import type { Registration } from './route.ts';
import type { GraphStandIn } from './stand-in.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape
type Json = any;

export interface Response {
  status: number;
  headers: Headers;
  body: Json;
}

export interface GraphClient {
  /** `path` is below the version. A buffer is sent as it is, other bodies as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Signs in with the registration's secret. */
export async function createClient(standIn: GraphStandIn, registration: Registration): Promise<GraphClient> {
  const token = await fetch(`${standIn.authorityUrl}/${registration.tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: registration.clientId,
      client_secret: registration.secret ?? '',
      scope: `${standIn.authorityUrl}/.default`,
    }),
  });
  const { access_token } = (await token.json()) as { access_token: string };
  return {
    async call(method, path, body, headers = {}) {
      const response = await fetch(`${standIn.url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Bearer ${access_token}`,
          ...(body === undefined || Buffer.isBuffer(body) ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text && JSON.parse(text) };
    },
  };
}
