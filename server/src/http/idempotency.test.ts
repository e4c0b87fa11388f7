import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyReply } from 'fastify';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { Principal } from '../engine/principal.ts';
import { newId } from '../kernel/ids.ts';
import { idempotencyStore } from '../persistence/idempotency-keys.ts';
import { keepAnswer } from './idempotency.ts';

/** Whether an answer with this status is replayed to a retry. */
const KEPT: Readonly<Record<number, boolean>> = {
  200: true,
  201: true,
  400: true,
  403: true,
  404: true,
  409: true,
  412: true,
  428: true,
  429: false,
  430: true,
  499: true,
  500: false,
  503: false,
};

describe('the answer under an idempotency key', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
  });
  after(() => database.drop());

  for (const [status, isKept] of Object.entries(KEPT)) {
    it(`of status ${status} is ${isKept ? 'kept' : 'forgotten'}`, async () => {
      const store = idempotencyStore(database.tenancy, { now: () => new Date() });
      const caller: Principal = {
        tenantId: 'contoso',
        id: 'ada',
        kind: 'user',
        displayName: 'Ada',
        roles: new Set(),
      };
      const key = newId();
      const claim = await store.claim(caller.tenantId, caller.id, key, 'f');
      assert.equal(claim.outcome, 'claimed');
      const held = { key, claimId: claim.outcome === 'claimed' ? claim.claimId : '' };
      const reply = { statusCode: Number(status), getHeader: () => undefined } as unknown as FastifyReply;
      await keepAnswer(store, caller, held, reply, '{}');
      const next = await store.claim(caller.tenantId, caller.id, key, 'f');
      assert.equal(next.outcome, isKept ? 'answered' : 'claimed');
    });
  }
});
