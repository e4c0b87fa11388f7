/**
 * HTTP client for @azure/identity that reaches a stand-in for Microsoft Entra ID on loopback over plain HTTP.
 * @azure/identity accepts https addresses only, so this client replaces the scheme.
 */
import type { ClientSecretCredentialOptions } from '@azure/identity';

type HttpClient = NonNullable<ClientSecretCredentialOptions['httpClient']>;
type Response = Awaited<ReturnType<HttpClient['sendRequest']>>;

/** Returns the headers in the form that @azure/core-rest-pipeline expects. */
function toHeaders(headers: Headers): Response['headers'] {
  const all = new Map(headers);
  return {
    get: (name) => all.get(name.toLowerCase()),
    has: (name) => all.has(name.toLowerCase()),
    set: (name, value) => void all.set(name.toLowerCase(), String(value)),
    delete: (name) => void all.delete(name.toLowerCase()),
    toJSON: () => Object.fromEntries(all),
    [Symbol.iterator]: () => all[Symbol.iterator](),
  };
}

export const plainHttpClient: HttpClient = {
  async sendRequest(request) {
    const response = await fetch(request.url.replace(/^https:/, 'http:'), {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(typeof request.body === 'string' && { body: request.body }),
      signal: AbortSignal.timeout(10_000),
    });
    return {
      request,
      status: response.status,
      headers: toHeaders(response.headers),
      bodyAsText: await response.text(),
    };
  },
};
