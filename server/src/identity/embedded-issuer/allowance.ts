import { isLoopbackHost } from '../../kernel/loopback.ts';

export const BEYOND_LOOPBACK_SETTING = 'CHARTER_EMBEDDED_ISSUER_BEYOND_LOOPBACK';
export const BEYOND_LOOPBACK_SENTENCE = 'anyone-who-reaches-this-service-may-sign-in-as-anyone';

export interface EmbeddedIssuerPlacement {
  /** The address the service listens on. */
  host: string;
  /** Value of the setting BEYOND_LOOPBACK_SETTING. */
  allowance: string | undefined;
}

/**
 * Allows the embedded issuer only when the service listens on a loopback address, or when the operator sets the
 * exact sentence. The issuer asks for no password (docs/specification.md, section 3).
 * @throws Error that names the setting and the sentence
 */
export function assertEmbeddedIssuerAllowed({ host, allowance }: EmbeddedIssuerPlacement): void {
  if (isLoopbackHost(host) || allowance === BEYOND_LOOPBACK_SENTENCE) return;
  throw new Error(
    `The service would listen on ${host || 'every address'}, where others can reach it, with the embedded issuer, ` +
      'which signs anyone in as anyone without a password. Listen on 127.0.0.1, or configure a real issuer ' +
      `(CHARTER_OIDC_ISSUER), or set ${BEYOND_LOOPBACK_SETTING} to exactly "${BEYOND_LOOPBACK_SENTENCE}".`,
  );
}
