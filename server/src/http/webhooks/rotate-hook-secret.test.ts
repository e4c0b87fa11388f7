import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

const MISSING = '/hooks/01a1fb81-e8b1-7367-a579-417a0b50c4d5';
const LONG_SECRET = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
});
after(() => service.close());

/** Creates a webhook as Sam. */
async function create() {
  const config = { url: 'https://hooks.example.com/charter' };
  const { status, body } = await call('sam', 'POST', '/hooks', { events: ['team_created'], config });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

/** Returns the types of the webhook's audit records, oldest first. */
async function recordsOf(hookId: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from charter.audit_records
     where trail = 'webhooks' and target_id = ${hookId} order by record_id`.execute(
    service.world.database.tenancy.for(TENANT),
  );
  return rows.map(({ type }) => type);
}

describe('POST /hooks/{hookId}/secret', () => {
  testRejections(() => service, {
    method: 'POST',
    path: async () => `/hooks/${(await create()).id}/secret`,
    missing: `${MISSING}/secret`,
    body: {},
    denied: [],
    hidden: ['ida', 'olga', 'app', 'foreigner', 'foreign app'],
  });

  const secretsOf = async (id: string) => {
    const hook = await service.world.deps.store.in(TENANT).hooks.find(id);
    return (hook?.secrets ?? []).map(({ expiresAt }) => expiresAt);
  };
  const hoursLeft = (expiresAt: string | null | undefined) =>
    Math.round((Date.parse(expiresAt ?? '') - Date.now()) / 36_000) / 100;

  it('shows the new secret once, and accepts the old one for a day', async () => {
    const { id, config } = await create();
    const { status, body } = await call('sam', 'POST', `/hooks/${id}/secret`);
    assert.equal(status, 200);
    assert.match(body.config.secret, /^whsec_/);
    assert.notEqual(body.config.secret, config.secret);
    assert.equal((await call('sam', 'GET', `/hooks/${id}`)).body.config.secret, undefined);
    const [present, earlier, ...others] = await secretsOf(id);
    assert.deepEqual([present, others], [null, []]);
    assert.equal(hoursLeft(earlier), 24);
    assert.deepEqual(await recordsOf(id), ['hook_created', 'hook_secret_rotated']);
  });

  it('treats null as absent', async () => {
    const { id } = await create();
    const nulls = { overlapHours: null, secret: null };
    const { status, body } = await call('sam', 'POST', `/hooks/${id}/secret`, nulls);
    assert.equal(status, 200, JSON.stringify(body));
    assert.match(body.config.secret, /^whsec_/);
    assert.deepEqual((await secretsOf(id)).slice(1).map(hoursLeft), [24]);
  });

  it('accepts an overlap, and does not change the end of earlier secrets', async () => {
    const { id } = await create();
    for (const overlapHours of [2, 168, 1]) {
      assert.equal((await call('sam', 'POST', `/hooks/${id}/secret`, { overlapHours })).status, 200);
    }
    assert.deepEqual((await secretsOf(id)).slice(1).map(hoursLeft), [1, 168, 2]);
  });

  it('rejects a sixth valid secret, naming the next expiry, unless an overlap of 0 ends the earlier secrets', async () => {
    const { id } = await create();
    for (const overlapHours of [168, 3, 2, 1])
      await call('sam', 'POST', `/hooks/${id}/secret`, { overlapHours });
    const full = await secretsOf(id);
    assert.deepEqual(full.slice(1).map(hoursLeft), [1, 2, 3, 168]);
    const rejected = await call('sam', 'POST', `/hooks/${id}/secret`, { overlapHours: 1 });
    assertRejected(rejected, 409, 'Conflict');
    const { message } = rejected.body.error;
    assert.ok(message.includes(`${full[1]}`) && /overlap of 0/.test(message), message);
    assert.deepEqual(await secretsOf(id), full);
    assert.equal((await recordsOf(id)).length, 5);

    const { body } = await call('ivan', 'POST', `/hooks/${id}/secret`, {
      overlapHours: 0,
      secret: LONG_SECRET,
    });
    assert.equal(body.config.secret, LONG_SECRET);
    assert.deepEqual(await secretsOf(id), [null]);
  });

  for (const [what, body, target] of [
    ['a negative overlap', { overlapHours: -1 }, 'overlapHours'],
    ['an overlap that is not a whole number of hours', { overlapHours: 1.5 }, 'overlapHours'],
    ['an invalid secret with the prefix whsec_', { secret: 'whsec_&&&&&&&&' }, 'secret'],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const { id } = await create();
      const answer = await call('sam', 'POST', `/hooks/${id}/secret`, body);
      assertRejected(answer, 400, 'InvalidRequest', [target]);
      assert.equal((await recordsOf(id)).length, 1);
    });
  }
});
