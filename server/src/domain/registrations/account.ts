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
  /** Time at which Entra refused the refresh token; undefined while the account works. */
  lostAt: Date | undefined;
  lostReason: string | undefined;
}

/** Returns the context that binds encrypted tokens to their tenant and account. They can't be opened in another. */
export const tokensContext = (tenantId: string, userId: string): string =>
  JSON.stringify(['graph account', tenantId, userId]);
