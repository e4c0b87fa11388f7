/**
 * The account as which Charter does what Microsoft Graph lets no application do: an account of the tenant that an
 * administrator has connected once.
 */

export interface ConnectedAccount {
  tenantId: string;
  /** The client that it signed in to. */
  clientId: string;
  /** Id of the person in the directory. */
  userId: string;
  userName: string;
  /** Delegated permissions that its tokens carry. */
  scopes: readonly string[];
  /** The encrypted token cache, with the refresh token. */
  sealedTokens: string;
  connectedAt: Date;
  /** Time at which Entra refused the refresh token. */
  lostAt: Date | undefined;
  lostReason: string | undefined;
}

/** Binds encrypted tokens to their tenant and account: they can't be moved to another row. */
export const tokensContext = (tenantId: string, userId: string): string =>
  JSON.stringify(['graph account', tenantId, userId]);
