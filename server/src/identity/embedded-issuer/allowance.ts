import { isLoopbackHost } from '../loopback.ts';

export const ALLOWANCE_SETTING = 'CHARTER_EMBEDDED_ISSUER_BEYOND_LOOPBACK';
export const ALLOWANCE_SENTENCE = 'anyone-who-reaches-this-service-may-sign-in-as-anyone';

export interface EmbeddedIssuerPlacement {
  /** The address the service listens on. */
  host: string;
  /** Value of the setting ALLOWANCE_SETTING. */
  allowance: string | undefined;
}

/**
 * The embedded issuer asks for no password, so it only runs where nobody else can reach it (docs/specification.md, 3):
 * the service listens on a loopback address, or its operator wrote the sentence, word for word.
 * @throws Error that names the setting and the sentence.
 */
export function assertEmbeddedIssuerAllowed({ host, allowance }: EmbeddedIssuerPlacement): void {
  if (isLoopbackHost(host) || allowance === ALLOWANCE_SENTENCE) return;
  throw new Error(
    `The service would listen on ${host || 'every address'}, where others can reach it, with the embedded issuer, ` +
      'which signs anyone in as anyone without a password. Listen on 127.0.0.1, or configure a real issuer ' +
      `(CHARTER_OIDC_ISSUER), or set ${ALLOWANCE_SETTING} to exactly "${ALLOWANCE_SENTENCE}".`,
  );
}
