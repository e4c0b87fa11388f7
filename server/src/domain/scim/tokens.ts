/** Creates, lists and revokes the tokens of SCIM connectors, and identifies their callers. */
import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { CharterError, conflict, invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import { MAX_NAME_LENGTH } from '../directory/ports.ts';
import type { TimedCause } from '../identity/ports.ts';
import type { Connector, ScimToken } from './model.ts';
import type { ScimTokenStore } from './ports.ts';

/** Prefix of each token, by which secret scanners recognise a leaked one. */
const PREFIX = 'charter_scim_';
const GRAMMAR = /^Bearer +(charter_scim_[\w-]{43})$/i;
const HINT_LENGTH = PREFIX.length + 4;
/** Maximum number of tokens of a tenant. Few connectors write one directory. */
export const MAX_SCIM_TOKENS = 50;

/** A fast hash suffices: a token has 256 random bits, so it can't be guessed. */
const hashOf = (token: string): string => hash('sha256', token);

export interface TokenDeps {
  tokens: ScimTokenStore;
  clock: Clock;
}

export interface NewScimToken {
  tenantId: string;
  displayName: string;
  expiresAt: Date | null;
}

/**
 * Creates a token and returns its text, which is not stored.
 * @throws InvalidRequest; Conflict when the tenant has too many
 */
export async function createScimToken(
  { tokens, clock }: TokenDeps,
  { tenantId, displayName, expiresAt }: NewScimToken,
  cause: Omit<TimedCause, 'at'>,
): Promise<ScimToken & { token: string }> {
  if (displayName === '' || displayName.length > MAX_NAME_LENGTH)
    throw invalidField(
      'displayName',
      say('scim.tokenName', 'The name has 1 to {most} characters.', { most: MAX_NAME_LENGTH }),
    );
  const at = clock.now();
  if (expiresAt !== null && expiresAt <= at)
    throw invalidField(
      'expiresDateTime',
      say('scim.tokenExpiry', 'The token would have expired already. Give a time in the future.'),
    );
  if ((await tokens.list(tenantId)).length >= MAX_SCIM_TOKENS)
    throw conflict(
      say('scim.tooManyTokens', 'There are {most} tokens already. Revoke one that is no longer used.', {
        most: MAX_SCIM_TOKENS,
      }),
    );
  const token = PREFIX + randomBytes(32).toString('base64url');
  const stored: ScimToken = {
    tenantId,
    tokenId: newId(),
    displayName,
    hint: token.slice(0, HINT_LENGTH),
    createdAt: at,
    expiresAt,
    lastUsedAt: null,
  };
  await tokens.add(stored, hashOf(token), { ...cause, at });
  return { ...stored, token };
}

/** Revokes a token at once on every node. @throws NotFound */
export async function revokeScimToken(
  { tokens, clock }: TokenDeps,
  { tenantId, tokenId }: { tenantId: string; tokenId: string },
  cause: Omit<TimedCause, 'at'>,
): Promise<void> {
  if (await tokens.remove(tenantId, tokenId, { ...cause, at: clock.now() })) return;
  throw notFound('SCIM token', tokenId);
}

const rejected = (): CharterError =>
  new CharterError(
    'Unauthenticated',
    say(
      'scim.token',
      'SCIM needs a bearer token of its own, which is not revoked or expired. Create one with: charter scim token create.',
    ),
    { facts: { challenge: 'Bearer realm="charter-scim"' } },
  );

/**
 * Identifies the caller by the Authorization header. Tokens are not cached, so that a revocation holds at once.
 * @throws Unauthenticated
 */
export async function identifyConnector(
  { tokens, clock }: TokenDeps,
  authorization: string | undefined,
): Promise<Connector> {
  const [, token] = GRAMMAR.exec(authorization ?? '') ?? [];
  const found = token === undefined ? undefined : await tokens.find(hashOf(token));
  const now = clock.now();
  if (found === undefined || (found.expiresAt !== null && found.expiresAt <= now)) throw rejected();
  await tokens.recordUse(found, now);
  const { tenantId, tokenId, displayName } = found;
  return { tenantId, tokenId, displayName };
}
