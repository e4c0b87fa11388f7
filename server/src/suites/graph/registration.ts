/** Charter's registration in a Microsoft Entra tenant, and the cloud of that tenant. */
import { isLoopbackHost } from '../../kernel/loopback.ts';

export interface GraphRegistration {
  /** Id of the Entra tenant, which is also the tenant's id in Charter and in tokens. */
  tenant: string;
  clientId: string;
  clientSecret?: string | undefined;
  /** Path of a PEM file with a certificate and its private key. */
  clientCertificate?: string | undefined;
  /** A certificate and its private key as PEM text. */
  certificatePem?: string | undefined;
  /** Why the registration can't be used on this node. Calls to Graph wait. */
  unusable?: string | undefined;
}

/** The registrations in the database, for tenants that have their own. */
export interface KeptRegistrations {
  find(tenantId: string): Promise<GraphRegistration | undefined>;
}

/** The addresses of a cloud. */
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

/** @throws Error for an address to which tokens or secrets would be sent unencrypted */
export function assertConfidential(address: string): void {
  if (new URL(address).protocol === 'https:' || isPlainLoopback(address)) return;
  throw new Error(`${address} is not confidential. Use https; http is for loopback addresses only.`);
}
