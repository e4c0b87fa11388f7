/** Tokens for Microsoft Graph from Microsoft Entra ID, for one registration. */
import type { TokenCredential } from '@azure/identity';
import { plainHttpClient } from './plain-http.ts';
import { type GraphCloud, type GraphRegistration, isPlainLoopback } from './registration.ts';

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
