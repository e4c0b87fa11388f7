/** Tokens for Microsoft Graph from Microsoft Entra ID, for one registration. */
import {
  ChainedTokenCredential,
  ClientCertificateCredential,
  ClientSecretCredential,
  ManagedIdentityCredential,
  type TokenCredential,
  WorkloadIdentityCredential,
} from '@azure/identity';
import { plainHttpClient } from './plain-http.ts';
import { type GraphCloud, type GraphRegistration, isPlainLoopback } from './registration.ts';

/** Returns fresh tokens each time it is made anew: a credential keeps its token until shortly before that expires. */
export type CredentialFactory = () => TokenCredential;

/**
 * Returns the options of the address where tokens come from. @azure/identity demands https, and asks
 * login.microsoftonline.com whether it knows the address; neither is possible for a stand-in on loopback.
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

/** A call must not hold a worker while Entra is slow: the job comes back instead. */
const RETRIES = { maxRetries: 1, retryDelayInMs: 500 };

/**
 * Returns how to sign in: by secret, by certificate, or, when the registration has neither, by a workload identity
 * (Kubernetes) or a managed identity (Azure).
 */
export function credentialsOf(registration: GraphRegistration, { authority }: GraphCloud): CredentialFactory {
  const { tenant, clientId, clientSecret, clientCertificate, certificatePem } = registration;
  const options = { ...optionsFor(authority), retryOptions: RETRIES };
  if (clientSecret !== undefined)
    return () => new ClientSecretCredential(tenant, clientId, clientSecret, options);
  if (clientCertificate !== undefined) {
    return () => new ClientCertificateCredential(tenant, clientId, clientCertificate, options);
  }
  if (certificatePem !== undefined) {
    return () => new ClientCertificateCredential(tenant, clientId, { certificate: certificatePem }, options);
  }
  return () =>
    new ChainedTokenCredential(
      new WorkloadIdentityCredential({ tenantId: tenant, clientId, ...options }),
      new ManagedIdentityCredential({ clientId }),
    );
}
