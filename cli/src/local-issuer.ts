/**
 * Tokens of the embedded issuer from the database of a service on this machine. The server's package offers them; the
 * published command line has no code of the server, and so no option `--as`.
 */

/** Issues an access token for a person: by id, user principal name or mail. */
export type MintToken = (userPrincipalName: string) => Promise<string>;

let mint: MintToken | undefined;

export const localIssuer = {
  use: (issuer: MintToken | undefined): void => {
    mint = issuer;
  },
  mint: (): MintToken | undefined => mint,
};

/** Says how to sign in. */
export const signInHint = (): string =>
  mint === undefined
    ? 'Sign in with charter login, or set CHARTER_TOKEN.'
    : 'Sign in with charter login, set CHARTER_TOKEN, or add --as <upn>.';
