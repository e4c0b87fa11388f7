/**
 * Returns the permissions in an access token for Microsoft Graph; undefined when the token can't be read. The signature
 * is not verified: the token is meant for Graph, which verifies it.
 */
export function rolesIn(token: string): string[] | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return (claims as { roles?: string[] }).roles ?? [];
  } catch {
    return undefined;
  }
}
