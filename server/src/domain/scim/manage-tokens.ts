/** Lists, creates and revokes SCIM tokens for callers of the API. Integration managers only list and revoke them. */
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertCanManageApps, assertGlobalAdmin } from '../identity/access.ts';
import type { ScimToken } from './model.ts';
import { createScimToken, revokeScimToken, type TokenDeps } from './tokens.ts';

export interface ScimTokenDeps extends Pick<TokenDeps, 'clock'> {
  scimTokens: TokenDeps['tokens'];
  /** Undefined when another system stores the directory: connectors can't write it then. */
  directory: object | undefined;
}

/** @throws Forbidden when another system stores the directory */
export function assertScimDirectory(isStored: boolean): void {
  if (isStored) return;
  throw forbidden(
    say(
      'scim.elsewhere',
      'People and groups of this service are those of Microsoft Entra, which it reads itself. SCIM is for an installation whose own directory holds them.',
    ),
  );
}

const tokenDeps = ({ scimTokens: tokens, clock }: ScimTokenDeps): TokenDeps => ({ tokens, clock });

/** Lists the tokens of the tenant, oldest first, without their texts. @throws Forbidden */
export async function listScimTokens(deps: ScimTokenDeps, principal: Principal): Promise<ScimToken[]> {
  assertCanManageApps(principal);
  assertScimDirectory(deps.directory !== undefined);
  return deps.scimTokens.list(principal.tenantId);
}

/**
 * Creates a token. Only the result contains its text.
 * @throws Forbidden, InvalidRequest, Conflict when the tenant has too many
 */
export async function addScimToken(
  deps: ScimTokenDeps,
  principal: Principal,
  context: RequestContext,
  { displayName, expiresAt }: { displayName: string; expiresAt: Date | null },
): Promise<ScimToken & { token: string }> {
  assertGlobalAdmin(principal);
  assertScimDirectory(deps.directory !== undefined);
  const { tenantId } = principal;
  return createScimToken(
    tokenDeps(deps),
    { tenantId, displayName: displayName.trim(), expiresAt },
    causeOf(principal, context),
  );
}

/** Revokes a token at once on every node. @throws Forbidden, NotFound */
export async function removeScimToken(
  deps: ScimTokenDeps,
  principal: Principal,
  context: RequestContext,
  { tokenId }: { tokenId: string },
): Promise<void> {
  assertCanManageApps(principal);
  const { tenantId } = principal;
  await revokeScimToken(tokenDeps(deps), { tenantId, tokenId }, causeOf(principal, context));
}
