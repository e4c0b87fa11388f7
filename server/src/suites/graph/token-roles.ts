/**
 * The permissions in an access token for Microsoft Graph. The signature is not verified: the token is meant for Graph,
 * which verifies it.
 */
interface Claims {
  /** Permissions of an application. */
  roles?: string[];
  /** Permissions of an account, separated by spaces. */
  scp?: string;
}

export interface TokenPermissions {
  names: string[];
  isAccount: boolean;
}

/** Returns the permissions in the token; undefined when the token can't be read. */
export function permissionsIn(token: string): TokenPermissions | undefined {
  try {
    const claims: Claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const { roles = [], scp } = claims;
    return scp === undefined
      ? { names: roles, isAccount: false }
      : { names: scp.split(' '), isAccount: true };
  } catch {
    return undefined;
  }
}

/** Returns the permissions in the token of an application; undefined when the token can't be read. */
export function rolesIn(token: string): string[] | undefined {
  const found = permissionsIn(token);
  return found?.isAccount ? [] : found?.names;
}
