/** Tokens for Microsoft Graph from Microsoft Entra ID, for one registration. */
import type { ClientSecretCredentialOptions, TokenCredential } from '@azure/identity';
import { type GraphCloud, type GraphRegistration, isPlainLoopback } from './registrations.ts';

type Library = typeof import('@azure/identity');

/**
 * Returns the options for Entra's address. @azure/identity demands https, and asks login.microsoftonline.com whether
 * it knows the address; neither works for a stand-in on loopback.
 */
function optionsFor(authority: string) {
  if (!isPlainLoopback(authority)) {
    return { authorityHost: authority, disableInstanceDiscovery: !isPublicAuthority(authority) };
  }
  return {
    authorityHost: authority.replace(/^http:/, 'https:'),
    disableInstanceDiscovery: true,
    httpClient: plainHttpClient,
  };
}

const PUBLIC_AUTHORITIES = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
];

export const isPublicAuthority = (authority: string): boolean =>
  PUBLIC_AUTHORITIES.includes(new URL(authority).hostname);

/** A call must not hold a worker while Entra is slow. The job retries later instead. */
const RETRIES = { maxRetries: 1, retryDelayInMs: 500 };

function createCredential(
  library: Library,
  registration: GraphRegistration,
  { authority }: GraphCloud,
): TokenCredential {
  const { tenant, clientId, clientSecret, clientCertificate, certificatePem } = registration;
  const options = { ...optionsFor(authority), retryOptions: RETRIES };
  if (clientSecret !== undefined) {
    return new library.ClientSecretCredential(tenant, clientId, clientSecret, options);
  }
  if (clientCertificate !== undefined) {
    return new library.ClientCertificateCredential(tenant, clientId, clientCertificate, options);
  }
  if (certificatePem !== undefined) {
    return new library.ClientCertificateCredential(
      tenant,
      clientId,
      { certificate: certificatePem },
      options,
    );
  }
  return new library.ChainedTokenCredential(
    new library.WorkloadIdentityCredential({ tenantId: tenant, clientId, ...options }),
    new library.ManagedIdentityCredential({ clientId }),
  );
}

/**
 * Returns a credential from the secret, the certificate, or, without either, a workload identity (Kubernetes) or
 * managed identity (Azure). A credential caches its token until shortly before expiry, so a fresh token takes a new
 * credential. @azure/identity is loaded for the first token, because loading it earlier would make services without
 * Graph start a third slower.
 */
export function credentialOf(registration: GraphRegistration, cloud: GraphCloud): TokenCredential {
  let created: Promise<TokenCredential> | undefined;
  return {
    async getToken(scopes, options) {
      created ??= import('@azure/identity').then((library) => createCredential(library, registration, cloud));
      return (await created).getToken(scopes, options);
    },
  };
}

/*
 * HTTP client for @azure/identity that reaches a stand-in for Microsoft Entra ID on loopback over plain HTTP.
 * @azure/identity accepts https addresses only, so this client replaces the scheme.
 */

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

/** Why Microsoft Entra ID gives no answer. Microsoft's libraries hide the reason, so the address is called once more. */

const PROBE_MILLISECONDS = 3_000;

/** Messages of Node and OpenSSL for a certificate that is not trusted, not valid, or for another host. */
const UNTRUSTED = /certificate|altnames/i;

const failureAt = (address: string): Promise<unknown> =>
  fetch(address, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PROBE_MILLISECONDS),
  }).then(
    () => undefined,
    (error: Error) => error.cause ?? error,
  );

/** Returns a sentence for the operator; undefined when the address answers. */
export async function reasonOfNoAnswer(authority: string): Promise<string | undefined> {
  const failure = await failureAt(authority);
  if (failure === undefined) return undefined;
  return UNTRUSTED.test(String(failure))
    ? `Charter does not trust the certificate of Microsoft Entra ID at ${authority}. The operator must check the clock, the proxy and NODE_EXTRA_CA_CERTS.`
    : `Charter can't reach Microsoft Entra ID at ${authority}. The operator must check the network and CHARTER_GRAPH_AUTHORITY if this lasts.`;
}
