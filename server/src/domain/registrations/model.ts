/** The app registration with which Charter signs in to one Microsoft Entra tenant. */

/** The kind of credential. `settings`: the client and the credential of the service's settings. */
export const CREDENTIAL_KINDS = ['secret', 'certificate', 'workloadIdentity', 'settings'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

export interface TenantRegistration {
  tenantId: string;
  /** Undefined when the tenant uses the registration of the settings. */
  clientId: string | undefined;
  credential: CredentialKind;
  /** The encrypted secret, or the encrypted PEM text of certificate and private key. */
  sealedCredential: string | undefined;
  /** Expiry of the certificate. */
  expiresAt: Date | undefined;
  changedAt: Date;
}

/** Returns the context that binds an encrypted credential to its tenant and client. It can't be opened in another. */
export const credentialContext = (tenantId: string, clientId: string): string =>
  JSON.stringify(['graph credential', tenantId, clientId]);

/** Binds an encrypted secret to its row. */
export const subscriptionContext = (tenantId: string, resource: string): string =>
  `graph-subscription\0${tenantId}\0${resource}`;
