import { idClaim } from '../claims.ts';
import { isLoopbackHost } from '../loopback.ts';
import type { IssuerTrust } from '../trusted-issuers.ts';
import { invalidToken } from '../unauthenticated.ts';
import type { SigningKeys } from './signing-keys.ts';

/** Where the embedded issuer lives below the service's public address. */
export const ISSUER_PATH = '/oidc';

/** The name of another node's embedded issuer, on another port of this machine. */
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
  /** Name of this node's embedded issuer. */
  issuer: () => string;
  audience: string;
  keys: SigningKeys;
}

/**
 * Trust in tokens signed with the installation's own key: those of this node's embedded issuer, and of any
 * other on this machine, for nodes on other ports of one database share the key. The key decides; a name
 * alone is worth nothing.
 */
export function createOwnTokenTrust({ issuer, audience, keys }: OwnTokensOptions) {
  return (name: string): IssuerTrust | undefined => {
    if (name !== issuer() && !isLoopbackIssuer(name)) return undefined;
    return {
      issuer: name,
      audiences: [audience],
      resolveKey: keys.resolve,
      tenantOf: (claims) => {
        const tenantId = idClaim(claims, 'tid');
        if (tenantId === undefined) throw invalidToken('The token names no tenant');
        return tenantId;
      },
      // The service reads the assignments themselves (token-claims.ts).
      rolesOf: () => [],
    };
  };
}
