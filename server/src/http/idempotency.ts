/**
 * Idempotency-Key on every POST (docs/specification.md, section 7; IETF draft "The Idempotency-Key HTTP Header
 * Field"): the first response is stored for 24 hours and replayed. Retryable responses (5xx, 429) are not stored: the
 * next attempt has the same operation id, so that it finds the changes of the failed one.
 */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IdempotencyStore } from '../engine/idempotency/ports.ts';
import type { Principal } from '../engine/principal.ts';
import { CharterError, invalidField } from '../kernel/errors.ts';
import { say } from '../kernel/messages.ts';

const STORED_HEADERS = ['location', 'content-type', 'content-language', 'vary', 'preference-applied', 'etag'];

/** The claim of a request on its key, until the response is stored. */
export interface ClaimedKey {
  key: string;
  claimId: string;
}

/** Reads a key of 1 to 255 visible ASCII characters. Stripe has the same limit. */
function readKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalidField(
    'Idempotency-Key',
    say('http.keyForm', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.'),
  );
}

/** Returns a hash that identifies the request. `url` always has the same base path (rewriteUrl in app.ts). */
function fingerprintOf(request: FastifyRequest): string {
  // JSON.stringify returns undefined for an absent body.
  const body = JSON.stringify(request.body) ?? '';
  return createHash('sha256').update(`${request.method}\n${request.url}\n${body}`).digest('base64url');
}

/**
 * Claims the key of the request, if it has one. Returns true after replaying a stored response.
 * @throws Conflict while the first request is in progress, IdempotencyKeyReused for the key of another request
 */
export async function claimKey(
  store: IdempotencyStore,
  principal: Principal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const key = readKey(request);
  if (key === undefined) return false;
  const claim = await store.claim(principal.tenantId, principal.id, key, fingerprintOf(request));
  switch (claim.outcome) {
    case 'claimed':
      request.heldKey = { key, claimId: claim.claimId };
      return false;
    case 'answered':
      reply.headers({ ...claim.answer.headers, 'idempotency-replayed': 'true' });
      reply.status(claim.answer.status);
      reply.serializer(String).send(claim.answer.body || undefined);
      return true;
    case 'in-flight':
      throw new CharterError(
        'Conflict',
        say(
          'http.keyInFlight',
          'The first request with this Idempotency-Key is still in progress. Repeat it in a moment.',
        ),
        { retryAfterSeconds: 1 },
      );
    case 'reused':
      throw new CharterError(
        'IdempotencyKeyReused',
        say(
          'http.keyReused',
          'This Idempotency-Key was used for another request. Use a new key for a new request.',
        ),
      );
  }
}

/** Stores the serialised response under the request's key, or releases the key if the response is retryable. */
export async function storeResponse(
  store: IdempotencyStore,
  principal: Principal,
  held: ClaimedKey,
  reply: FastifyReply,
  body: unknown,
): Promise<void> {
  const { tenantId, id } = principal;
  if (reply.statusCode >= 500 || reply.statusCode === 429) {
    await store.release(held.claimId);
    return;
  }
  const headers = Object.fromEntries(
    STORED_HEADERS.map((name) => [name, reply.getHeader(name)])
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  );
  await store.settle(tenantId, id, held.key, held.claimId, {
    status: reply.statusCode,
    headers,
    body: typeof body === 'string' ? body : '',
  });
}
