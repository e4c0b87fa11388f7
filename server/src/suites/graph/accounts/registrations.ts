/** Charter's registration in a Microsoft Entra tenant, and the cloud of that tenant. */

import type { ClientSecretCredentialOptions, TokenCredential } from '@azure/identity';
import { credentialContext, type TenantRegistration } from '../../../domain/registrations/model.ts';
import type { RegistrationStore } from '../../../domain/registrations/ports.ts';
import type { SecretBox } from '../../../domain/webhooks/ports.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { CharterError, isCharterError } from '../../../kernel/errors.ts';
import { isLoopbackHost } from '../../../kernel/loopback.ts';

export interface GraphRegistration {
  /** Id of the Entra tenant, which is also the tenant's id in Charter and in tokens. */
  tenant: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** Path of a PEM file with a certificate and its private key. */
  clientCertificate?: string | undefined;
  /** A certificate and its private key as PEM text. */
  certificatePem?: string | undefined;
  /** Why this node can't use the registration. Its calls to Graph fail with a time to retry. */
  unusable?: string | undefined;
}

/** An app registration: its client id, and a credential unless a workload identity or managed identity replaces it. */
export type ConfiguredRegistration = Pick<
  GraphRegistration,
  'clientId' | 'clientSecret' | 'clientCertificate'
>;

/** The registrations of tenants in the database. A tenant without a client of its own uses that of the settings. */
export interface RegistrationRecords {
  find(tenantId: string): Promise<GraphRegistration | undefined>;
}

export interface GraphCloud {
  /** Address of Microsoft Graph with the version, for example `https://graph.microsoft.com/v1.0`. */
  url: string;
  /** Issuer of tokens, for example `https://login.microsoftonline.com`. */
  authority: string;
}

/** Whether the address is plain HTTP on loopback, as those of stand-ins in tests are. */
export const isPlainLoopback = (address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopbackHost(hostname);
};

/** Whether the connection to the address is encrypted, or stays on the machine. */
export const isConfidential = (address: string): boolean =>
  new URL(address).protocol === 'https:' || isPlainLoopback(address);

/** @throws Error for an address to which tokens or secrets would be sent unencrypted */
export function assertConfidential(address: string): void {
  if (isConfidential(address)) return;
  throw new Error(`${address} is not confidential. Use https; http is for loopback addresses only.`);
}

/* Finds the registration of each tenant: its own from the database, or the one in the settings. */

interface RegistrationSources {
  registrations: readonly GraphRegistration[];
  records?: RegistrationRecords | undefined;
}

export type Registrations = Pick<TenantCache<GraphRegistration | undefined>, 'find' | 'forget'>;

export function createRegistrations(
  { registrations, records }: RegistrationSources,
  clock: Clock,
): Registrations {
  const configured = (tenantId: string) => registrations.find(({ tenant }) => tenant === tenantId);
  if (records === undefined)
    return { find: async (tenantId) => configured(tenantId), forget: () => undefined };
  return new TenantCache(async (tenantId) => (await records.find(tenantId)) ?? configured(tenantId), clock);
}

/* Caches values by tenant, and reads them again after half a minute. */

/** Maximum age of a value. docs/microsoft-365.md promises half a minute. */
const FRESH_MILLISECONDS = 30_000;

interface Known<Value> {
  value: Value;
  readAt: number;
}

export class TenantCache<Value> {
  readonly #read: (tenantId: string) => Promise<Value>;
  readonly #clock: Clock;
  readonly #known = new Map<string, Known<Value>>();

  constructor(read: (tenantId: string) => Promise<Value>, clock: Clock) {
    this.#read = read;
    this.#clock = clock;
  }

  /** Returns the same object as long as its content stays the same. */
  async find(tenantId: string): Promise<Value> {
    const now = this.#clock.now().getTime();
    const known = this.#known.get(tenantId);
    if (known !== undefined && now - known.readAt < FRESH_MILLISECONDS) return known.value;
    const read = await this.#read(tenantId);
    const isSame = known !== undefined && JSON.stringify(read) === JSON.stringify(known.value);
    const value = isSame ? known.value : read;
    this.#known.set(tenantId, { value, readAt: now });
    return value;
  }

  /** Makes the next `find` read the value again. */
  forget(tenantId: string): void {
    const known = this.#known.get(tenantId);
    if (known !== undefined) known.readAt = Number.NEGATIVE_INFINITY;
  }
}

/** Seconds until a job retries. The wait is long, because the operator must first correct a setting. */
const WAIT = 300;

const waitForOperator = (message: string, cause?: unknown): CharterError =>
  new CharterError('ServiceUnavailable', message, { retryAfterSeconds: WAIT, cause });

/** Returns the registration with its decrypted credential. @throws CharterError (ServiceUnavailable) */
export function openRegistration(
  { tenantId, clientId, credential, sealedCredential }: TenantRegistration,
  secrets: SecretBox,
  shared: ConfiguredRegistration | undefined,
): GraphRegistration {
  if (clientId === undefined) {
    if (shared !== undefined) return { tenant: tenantId, ...shared };
    throw waitForOperator('This organisation uses the app registration of the settings, and there is none.');
  }
  if (sealedCredential === undefined) return { tenant: tenantId, clientId };
  let opened: string;
  try {
    opened = secrets.open(sealedCredential, credentialContext(tenantId, clientId));
  } catch (cause) {
    throw waitForOperator(
      "The credential of this organisation can't be decrypted on this node. 'charter secrets check' names the key that it needs.",
      cause,
    );
  }
  return credential === 'secret'
    ? { tenant: tenantId, clientId, clientSecret: opened }
    : { tenant: tenantId, clientId, certificatePem: opened };
}

export const registrationRecords = (
  registrations: Pick<RegistrationStore, 'find'>,
  secrets: SecretBox,
  shared: ConfiguredRegistration | undefined,
): RegistrationRecords => ({
  async find(tenantId) {
    const found = await registrations.find(tenantId);
    if (found === undefined) return undefined;
    try {
      return openRegistration(found, secrets, shared);
    } catch (error) {
      if (!isCharterError(error)) throw error;
      // Calls that need no Graph continue.
      return { tenant: tenantId, clientId: found.clientId ?? '', unusable: error.message };
    }
  },
});

/* Tokens for Microsoft Graph from Microsoft Entra ID, for one registration. */

type Library = typeof import('@azure/identity');

/**
 * Returns the options for Entra's address. @azure/identity requires https, and asks login.microsoftonline.com whether
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

/** Few retries: a call must not occupy a worker while Entra is slow. The job retries later instead. */
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
 * managed identity (Azure). A credential caches its token until shortly before expiry, so a fresh token needs a new
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

const plainHttpClient: HttpClient = {
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

/*
 * Finds why Microsoft Entra ID does not respond. Microsoft's libraries hide the cause, so this calls the address once
 * more.
 */

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

/** Returns a sentence for the operator; undefined when the address responds. */
export async function reasonForNoResponse(authority: string): Promise<string | undefined> {
  const failure = await failureAt(authority);
  if (failure === undefined) return undefined;
  return UNTRUSTED.test(String(failure))
    ? `Charter does not trust the certificate of Microsoft Entra ID at ${authority}. The operator must check the clock, the proxy and NODE_EXTRA_CA_CERTS.`
    : `Charter can't reach Microsoft Entra ID at ${authority}. The operator must check the network and CHARTER_GRAPH_AUTHORITY if this lasts.`;
}
