/** Tokens of the embedded issuer, made beside the local service's data. */

export type TokenSubject = { user: string } | { app: string };

/** @throws Error when there is no embedded issuer here, or nobody of that name. */
export async function mintToken(subject: TokenSubject): Promise<string> {
  const { printableToken } = await import('@charter/server/bootstrap');
  return printableToken(subject);
}
