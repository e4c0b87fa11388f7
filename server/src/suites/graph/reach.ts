/** Why Microsoft Entra ID gives no answer. Microsoft's libraries hide the reason, so the address is called once more. */

const PROBE_MILLISECONDS = 3_000;

/** Messages of Node and OpenSSL for a certificate that is not trusted, not valid, or for another host. */
const UNTRUSTED = /certificate|altnames/i;

const failureAt = (address: string): Promise<unknown> =>
  fetch(address, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(PROBE_MILLISECONDS),
  }).then(
    () => undefined,
    (error: Error) => error.cause ?? error,
  );

/** Returns a sentence for the operator; undefined when the address answers. */
export async function reasonOfNoAnswer(authority: string): Promise<string | undefined> {
  const failure = await failureAt(authority);
  if (failure === undefined) return undefined;
  return UNTRUSTED.test(String(failure))
    ? `Charter does not trust the certificate of Microsoft Entra ID at ${authority}. The operator must check the clock, the proxy and NODE_EXTRA_CA_CERTS.`
    : `Charter can't reach Microsoft Entra ID at ${authority}. The operator must check the network and CHARTER_GRAPH_AUTHORITY if this lasts.`;
}
