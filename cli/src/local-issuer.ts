/**
 * Issues tokens of the embedded issuer from the database of a service on this machine. The server's package provides
 * the function. The published command line contains no server code, and so no option `--as`.
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

/** Returns the sentence that says how to sign in. */
export const signInHint = (): string =>
  mint === undefined
    ? 'Sign in with charter login, or set CHARTER_TOKEN.'
    : 'Sign in with charter login, set CHARTER_TOKEN, or add --as <upn>.';
