/** The app registration with which Charter signs in to one Microsoft Entra tenant. */

/** The kind of credential. `settings`: the client and the credential of the service's settings. */
const CREDENTIAL_KINDS = ['secret', 'certificate', 'workloadIdentity', 'settings'] as const;
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

/**
 * Returns the context that binds an encrypted credential to its tenant and client. The credential can't be decrypted in
 * another context.
 */
export const credentialContext = (tenantId: string, clientId: string): string =>
  JSON.stringify(['graph credential', tenantId, clientId]);

/** Binds the encrypted secret of a Microsoft Graph subscription to the row of the subscription. */
export const subscriptionContext = (tenantId: string, resource: string): string =>
  `graph-subscription\0${tenantId}\0${resource}`;

/** Binds the encrypted address of an upload or a copy to the effect to which it belongs. */
export const transferContext = (tenantId: string, kind: string, scope: string, marker: string): string =>
  JSON.stringify(['graph transfer', tenantId, kind, scope, marker]);

/**
 * A connected account: a user account of the tenant that an administrator has connected to Charter. Charter uses it
 * for calls that Microsoft Graph does not allow applications to make.
 */

export interface ConnectedAccount {
  tenantId: string;
  /** Id of the client (app registration) that the account signed in to. */
  clientId: string;
  /** Id of the person in the directory. */
  userId: string;
  userName: string;
  /** Delegated permissions of its tokens. */
  scopes: readonly string[];
  /** The encrypted token cache, with the refresh token. */
  sealedTokens: string;
  connectedAt: Date;
  /** Time at which Entra rejected the refresh token; undefined while the account works. */
  lostAt: Date | undefined;
  lostReason: string | undefined;
}

/**
 * Returns the context that binds encrypted tokens to their tenant and account. The tokens can't be decrypted in another
 * context.
 */
export const tokensContext = (tenantId: string, userId: string): string =>
  JSON.stringify(['graph account', tenantId, userId]);
