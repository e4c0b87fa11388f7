/** How Charter signs in to a tenant of Microsoft Entra that has a registration of its own. */

/** What Charter proves itself with. `settings`: the client and the credential of the service's settings. */
export const CREDENTIAL_KINDS = ['secret', 'certificate', 'workloadIdentity', 'settings'] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

export interface TenantRegistration {
  tenantId: string;
  /** Undefined with the registration of the settings. */
  clientId: string | undefined;
  credential: CredentialKind;
  /** The encrypted secret, or the encrypted PEM text of certificate and private key. */
  sealedCredential: string | undefined;
  /** End of the certificate. */
  expiresAt: Date | undefined;
  changedAt: Date;
}

/** Binds an encrypted credential to its tenant and client: it can't be moved to another row. */
export const credentialContext = (tenantId: string, clientId: string): string =>
  JSON.stringify(['graph credential', tenantId, clientId]);
