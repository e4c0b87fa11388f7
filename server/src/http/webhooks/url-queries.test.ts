/** Tests the queries of webhook addresses, which often contain keys. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRejected } from '../../../test/team-rejections.ts';
import { startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

const ADDRESS = 'https://hooks.example.com/flows/7';
const KEY = 'sig=c2VjcmV0LWtleQ';
const URL_WITH_KEY = `${ADDRESS}?${KEY}`;
const MASKED = `${ADDRESS}?***`;

describe('the query of a webhook’s address', () => {
  let service: TeamService;
  let call: TeamService['call'];
  before(async () => {
    service = await startTeamService();
    call = service.call;
  });
  after(() => service.close());

  async function create() {
    const payload = { events: ['team_created'], config: { url: URL_WITH_KEY } };
    const { status, body } = await call('sam', 'POST', '/hooks', payload);
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(body.config.url, URL_WITH_KEY);
    return body.id as string;
  }
  const urlFor = async (as: 'sam' | 'ivan', id: string) =>
    (await call(as, 'GET', `/hooks/${id}`)).body.config.url;

  it('is shown only to the creator, and masked in lists and to managers', async () => {
    const id = await create();
    assert.equal(await urlFor('sam', id), URL_WITH_KEY);
    assert.equal(await urlFor('ivan', id), MASKED);
    for (const as of ['sam', 'ivan'] as const) {
      const { body } = await call(as, 'GET', '/hooks?$top=999');
      assert.equal(body.value.find((hook: { id: string }) => hook.id === id).config.url, MASKED);
    }
    const renamed = await call('ivan', 'PATCH', `/hooks/${id}`, { name: 'Renamed' });
    assert.equal(renamed.body.config.url, MASKED);
    assert.equal((await call('ivan', 'DELETE', `/hooks/${id}`)).body.config.url, MASKED);
  });

  it('is not stored in plain text in webhooks, audit records and stored responses', async () => {
    const id = await create();
    await call('sam', 'PATCH', `/hooks/${id}`, { config: { url: `${URL_WITH_KEY}2` } });
    const db = service.world.database.tenancy.for(TENANT);
    for (const table of ['hooks', 'audit_records', 'idempotency_keys']) {
      const { rows } = await sql<{ text: string }>`
        select t::text as text from ${sql.id('charter', table)} t`.execute(db);
      assert.ok(!rows.some(({ text }) => text.includes(KEY)), table);
    }
  });

  it('does not change when a masked address is sent back', async () => {
    const id = await create();
    assert.equal((await call('ivan', 'PATCH', `/hooks/${id}`, { config: { url: MASKED } })).status, 200);
    assert.equal(await urlFor('sam', id), URL_WITH_KEY);
  });

  it('is rejected with 400 when it is masked and the address is new', async () => {
    const id = await create();
    const elsewhere = { config: { url: 'https://hooks.example.com/flows/8?***' } };
    const rejected = await call('sam', 'PATCH', `/hooks/${id}`, elsewhere);
    assertRejected(rejected, 400, 'InvalidRequest', ['config.url']);
    const payload = { events: ['team_created'], ...elsewhere };
    assertRejected(await call('sam', 'POST', '/hooks', payload), 400, 'InvalidRequest', ['config.url']);
  });

  it('is not in the audit record of its change', async () => {
    const id = await create();
    const { body } = await call('sam', 'PATCH', `/hooks/${id}`, { config: { url: `${ADDRESS}?other` } });
    assert.equal(body.config.url, `${ADDRESS}?other`);
    const { rows } = await sql<{ fields: { changes: object } }>`
      select fields from charter.audit_records where type = 'hook_updated' and target_id = ${id}`.execute(
      service.world.database.tenancy.for(TENANT),
    );
    assert.deepEqual(
      rows.map(({ fields }) => fields.changes),
      [{ url: ADDRESS }],
    );
    await call('sam', 'PATCH', `/hooks/${id}`, { config: { url: ADDRESS } });
    assert.equal(await urlFor('ivan', id), ADDRESS);
  });
});
