import type { IssuerSessionStore } from '../../domain/identity/ports.ts';
import { isLoopbackHost } from '../../kernel/loopback.ts';
import { DEFAULT_CLAIM_RULES } from '../claim-rules.ts';
import { type IssuerTrust, tenantIn } from '../trusted-issuers.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Path of the embedded issuer below the service's public address. */
export const ISSUER_PATH = '/oidc';

/** Returns true for an embedded issuer on any port of this machine. */
function isLoopbackIssuer(issuer: string): boolean {
  const url = URL.parse(issuer);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    isLoopbackHost(url.hostname) &&
    url.pathname === ISSUER_PATH &&
    `${url.origin}${url.pathname}` === issuer
  );
}

export interface OwnTokensOptions {
  /** The identifier of this node's embedded issuer. */
  issuer: () => string;
  audience: string;
  keys: SigningKeys;
  sessions: Pick<IssuerSessionStore, 'find'>;
}

/**
 * Trusts tokens that are signed with the installation's own key: those of this node's embedded issuer and of others
 * on this machine. Nodes of one database share the key. The name of an issuer grants nothing by itself.
 */
export function createOwnTokenTrust({ issuer, audience, keys, sessions }: OwnTokensOptions) {
  return (name: string): IssuerTrust | undefined => {
    if (name !== issuer() && !isLoopbackIssuer(name)) return undefined;
    return {
      issuer: name,
      audiences: [audience],
      isOwn: true,
      resolveKey: keys.resolve,
      tenantOf: (claims) => tenantIn(claims),
      rules: DEFAULT_CLAIM_RULES,
      // The service reads role assignments itself (token-claims.ts).
      grantsRoles: false,
      // The grant ends with the sign-out. Tokens without a session are those of issue-token.ts.
      isSignedOut: async ({ sid }) =>
        typeof sid === 'string' && (await sessions.find('Grant', sid)) === undefined,
    };
  };
}
