/** Issues tokens of the embedded issuer. Needs access to the service's database. */

export type TokenSubject = { user: string } | { app: string };

/** @throws Error when the service uses another issuer, or when the subject does not exist */
export async function mintToken(subject: TokenSubject): Promise<string> {
  const { printableToken } = await import('@charter/server/token');
  return printableToken(subject);
}
