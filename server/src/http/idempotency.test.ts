import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FastifyReply } from 'fastify';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { assertRejected } from '../../test/team-rejections.ts';
import {
  type Caller,
  type JsonResponse,
  startTeamService,
  type TeamService,
} from '../../test/team-service.ts';
import type { Principal } from '../engine/principal.ts';
import { newId } from '../kernel/ids.ts';
import { idempotencyStore } from '../persistence/idempotency-keys.ts';
import { storeResponse } from './idempotency.ts';

/** Whether a response with this status is stored and replayed. */
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

describe('the response to a request with an idempotency key', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
  });
  after(() => database.drop());

  for (const [status, isKept] of Object.entries(KEPT)) {
    it(`with status ${status} is ${isKept ? 'stored' : 'not stored'}`, async () => {
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
      await storeResponse(store, caller, held, reply, '{}');
      const next = await store.claim(caller.tenantId, caller.id, key, 'f');
      assert.equal(next.outcome, isKept ? 'answered' : 'claimed');
    });
  }
});

describe('a POST with an idempotency key', () => {
  let service: TeamService;
  before(async () => {
    service = await startTeamService();
  });
  after(() => service.close());

  const policy = (name: string) => ({
    name,
    kind: 'duplicateNames',
    scope: { type: 'tenant' },
    settings: {},
  });
  const create = (key: string, body: unknown, as: Caller = 'ada', headers: Record<string, string> = {}) =>
    service.call(as, 'POST', '/policies', body, { 'idempotency-key': key, ...headers });
  const countPolicies = async (): Promise<number> =>
    (await service.call('ada', 'GET', '/policies?$top=1')).body['@odata.count'];
  /** Returns the headers that a replay must repeat. */
  const repeatable = ({ headers }: JsonResponse) =>
    Object.fromEntries(
      ['location', 'content-type', 'content-language', 'vary', 'preference-applied', 'etag'].map((name) => [
        name,
        headers.get(name),
      ]),
    );

  it('receives the same status, headers and body when it is repeated', async () => {
    const key = newId();
    const first = await create(key, policy('Once'));
    assert.equal(first.status, 201);
    assert.equal(first.headers.get('idempotency-replayed'), null);
    const stored = await countPolicies();
    const again = await create(key, policy('Once'));
    assert.equal(await countPolicies(), stored, 'creates nothing again');
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual([again.status, again.body], [first.status, first.body]);
    const { location, etag, ...others } = repeatable(first);
    assert.ok(location?.endsWith(first.body.id), String(location));
    assert.ok(etag);
    assert.match(others['content-type'] ?? '', /^application\/json/);
    assert.deepEqual(repeatable(again), { location, etag, ...others });
  });

  it('receives no body when it is repeated and the first response had none', async () => {
    const { team } = await service.world.newTeam();
    const archive = (headers: Record<string, string>) =>
      service.call('ada', 'POST', `/teams/${team.id}/archive`, undefined, headers);
    const key = { 'idempotency-key': newId() };
    const first = await archive(key);
    assert.deepEqual([first.status, first.body], [202, '']);
    const again = await archive(key);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual([again.status, again.body, repeatable(again)], [202, '', repeatable(first)]);
  });

  it('receives the same Content-Language when it is repeated', async () => {
    const path = `/approvals/${newId()}/approve`;
    const headers = { 'idempotency-key': newId(), 'accept-language': 'de' };
    const first = await service.call('ada', 'POST', path, undefined, headers);
    assertRejected(first, 404, 'NotFound');
    const { vary, ...said } = repeatable(first);
    assert.equal(said['content-language'], 'de');
    assert.match(vary ?? '', /accept-language/i);
    const inFrench = { ...headers, 'accept-language': 'fr' };
    const again = await service.call('ada', 'POST', path, undefined, inFrench);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(repeatable(again), { vary, ...said });
    assert.deepEqual(again.body, first.body);
  });

  it('is rejected with 422 when the key belongs to another request', async () => {
    const key = newId();
    assert.equal((await create(key, policy('Mine'))).status, 201);
    assertRejected(await create(key, policy('Other')), 422, 'IdempotencyKeyReused');
    const decide = (verb: string) =>
      service.call('ada', 'POST', `/approvals/${newId()}/${verb}`, undefined, {
        'idempotency-key': `${key}-2`,
      });
    assertRejected(await decide('approve'), 404, 'NotFound');
    assertRejected(await decide('reject'), 422, 'IdempotencyKeyReused');
    assert.equal((await create(key, policy('Mine'), 'app')).headers.get('idempotency-replayed'), null);
  });

  it('is rejected with 409 while the first request with the key is in progress', async () => {
    const key = newId();
    const owner = new pg.Client(service.world.database.ownerUrl);
    await owner.connect();
    try {
      await owner.query('begin; lock table charter.policies in access exclusive mode');
      const both = [create(key, policy('Together')), create(key, policy('Together'))];
      const earlier = await Promise.race(both);
      assertRejected(earlier, 409, 'Conflict');
      assert.equal(earlier.headers.get('retry-after'), '1');
      await owner.query('rollback');
      assert.deepEqual((await Promise.all(both)).map(({ status }) => status).toSorted(), [201, 409]);
    } finally {
      await owner.end();
    }
  });

  it('requires a key of 1 to 255 visible ASCII characters', async () => {
    for (const key of ['', 'a b', 'é', 'x'.repeat(256)]) {
      assertRejected(await create(key, policy('Keyed')), 400, 'InvalidRequest', ['Idempotency-Key']);
    }
    for (const key of ['!', '~'.repeat(255)]) {
      assert.equal((await create(key, policy('Keyed'))).status, 201);
    }
    assert.equal((await service.call('ada', 'POST', '/policies', policy('Without'))).status, 201);
  });
});
