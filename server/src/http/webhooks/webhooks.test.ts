import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { assertRejected, testRejections } from '../../../test/team-rejections.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';
import { disableHook } from '../../domain/webhooks/disable-hook.ts';
import { EVENT_TYPES } from '../../flows/definitions.ts';
import { newId } from '../../kernel/ids.ts';

const MISSING = '/hooks/01a1fb81-e8b1-7367-a579-417a0b50c4d5';
const HTTPS = 'https://hooks.example.com/charter';
const LONG_SECRET = `whsec_${Buffer.from('x'.repeat(32)).toString('base64')}`;

let service: TeamService;
let call: TeamService['call'];
before(async () => {
  service = await startTeamService();
  call = service.call;
});
after(() => service.close());

const payload = (change: object = {}, config: object = {}) => ({
  events: ['team_created'],
  config: { url: HTTPS, ...config },
  ...change,
});

async function create(as: Caller = 'sam', change: object = {}, config: object = {}) {
  const { status, body } = await call(as, 'POST', '/hooks', payload(change, config));
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}

const db = () => service.world.database.tenancy.for(TENANT);

interface Recorded {
  type: string;
  actor: string;
  fields: Record<string, unknown>;
}

/** Returns the audit records of the webhook, oldest first. */
async function recordsOf(hookId: string): Promise<Recorded[]> {
  const { rows } = await sql<Recorded>`
    select type, actor_id as actor, fields from charter.audit_records
     where trail = 'webhooks' and target_id = ${hookId} order by record_id`.execute(db());
  return rows;
}

/** Returns everything of the tenant that the service can read in Charter's tables, as text. */
async function everythingStored(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'r' and c.relnamespace = 'charter'::regnamespace
       and has_table_privilege(c.oid, 'select')`.execute(db());
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.raw(name)} t`.execute(
      db(),
    );
    texts.push(...rows.map(({ text }) => text));
  }
  assert.ok(texts.length > 10);
  return texts.join('\n');
}

const rejectsTheOthers = (method: string, verb: string, body?: object) =>
  testRejections(() => service, {
    method,
    path: async () => `/hooks/${(await create()).id}${verb}`,
    missing: `${MISSING}${verb}`,
    ...(body && { body }),
    denied: [],
    hidden: ['ida', 'olga', 'app', 'foreigner', 'foreign app'],
  });

describe('POST /hooks', () => {
  it('treats null as absent, because some clients send it', async () => {
    const nulls = { name: null, description: null, active: null, filter: null };
    const hook = await create('sam', nulls, { verb: null, content_type: null, secret: null });
    assert.deepEqual(
      [hook.name, hook.active, hook.filter],
      [new URL(HTTPS).hostname, true, { templates: [] }],
    );
    assert.match(hook.config.secret, /^whsec_/);
    const rejected = await call('sam', 'POST', '/hooks', payload({}, { url: null }));
    assertRejected(rejected, 400, 'InvalidRequest', ['config.url']);
    const { filter } = await create('sam', { filter: { templates: null } });
    assert.deepEqual(filter, { templates: [] });
  });

  it('accepts verb and content type in any case, and returns their canonical form', async () => {
    for (const config of [
      { verb: 'POST', content_type: 'JSON' },
      { verb: 'Post', content_type: 'application/json' },
    ]) {
      const hook = await create('sam', {}, config);
      assert.deepEqual([hook.config.verb, hook.config.content_type], ['post', 'json']);
      const { body } = await call('sam', 'PATCH', `/hooks/${hook.id}`, { config });
      assert.deepEqual([body.config.verb, body.config.content_type], ['post', 'json']);
    }
  });

  it('returns the webhook with its secret, which reads of the webhook omit', async () => {
    const { id, config, ...hook } = await create('sam', {}, { verb: 'post', content_type: 'json' });
    assert.match(config.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(config, { verb: 'post', url: HTTPS, content_type: 'json', secret: config.secret });
    assert.equal(hook.name, 'hooks.example.com');
    assert.deepEqual(
      [hook.active, hook.scope, hook.description, hook.filter, hook.creator.id],
      [true, 'personal', undefined, { templates: [] }, 'sam-id'],
    );
    const { body: found } = await call('sam', 'GET', `/hooks/${id}`);
    assert.deepEqual(found.config, { verb: 'post', url: HTTPS, content_type: 'json' });
    const { body: deleted } = await call('sam', 'DELETE', `/hooks/${id}`);
    assert.equal(deleted.config.secret, undefined);
  });

  it('stores secrets encrypted, also in stored responses', async () => {
    const headers = { 'idempotency-key': newId() };
    const secrets = ['a secret among friends', LONG_SECRET, 'another one of ours'];
    const { body } = await call('sam', 'POST', '/hooks', payload({}, { secret: secrets[0] }), headers);
    const again = await call('sam', 'POST', '/hooks', payload({}, { secret: secrets[0] }), headers);
    assert.deepEqual(again.body, body);
    assert.equal(body.config.secret, secrets[0]);
    const key = { 'idempotency-key': newId() };
    await call('sam', 'POST', `/hooks/${body.id}/secret`, { secret: secrets[1] }, key);
    await call(
      'sam',
      'POST',
      '/hooks/signature',
      { secret: secrets[2], payload: {} },
      { 'idempotency-key': newId() },
    );
    await call('sam', 'PATCH', `/hooks/${body.id}`, { active: false });
    // A rejected call must not leave its secrets in the database either.
    const wrong = payload({ colour: 1 }, { secret: secrets[0], url: 'https://u:pass-word@h.example/' });
    assertRejected(await call('sam', 'POST', '/hooks', wrong), 400, 'InvalidRequest', ['colour']);
    await call('ida', 'POST', `/hooks/${body.id}/secret`, { secret: secrets[1] });
    const made = await create('sam');
    const stored = await everythingStored();
    for (const secret of [...secrets, 'pass-word', made.config.secret]) {
      assert.equal(stored.includes(secret), false, secret);
      assert.equal(stored.includes(Buffer.from(secret).toString('base64').slice(0, 16)), false, secret);
    }
  });

  it('sets the tenant scope for creators with a role for it, and the personal scope for others', async () => {
    const scopes = await Promise.all(
      (['sam', 'olga', 'ada', 'ivan', 'app'] as const).map(async (as) => (await create(as)).scope),
    );
    assert.deepEqual(scopes, ['personal', 'personal', 'tenant', 'tenant', 'tenant']);
  });

  it('accepts every published event code', async () => {
    const { body: events } = await call('sam', 'GET', '/hooks/events');
    const codes = events.value.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, [...EVENT_TYPES]);
    assert.deepEqual((await create('sam', { events: codes })).events, codes);
    assert.deepEqual((await create('sam', { events: ['team_created', 'team_created'] })).events, [
      'team_created',
    ]);
  });

  const BAD: [what: string, body: unknown, target: string][] = [
    ['a missing body', undefined, 'body'],
    ['a missing config', { events: ['team_created'] }, 'config'],
    ['a missing address', { events: ['team_created'], config: {} }, 'config.url'],
    ['a missing list of events', { config: { url: HTTPS } }, 'events'],
    ['an event without subscriptions', payload({ events: ['hook_test'] }), 'events[0]'],
    ['an unknown field', payload({ scope: 'tenant' }), 'scope'],
    ['an unknown field of config', payload({}, { insecure_ssl: '1' }), 'config.insecure_ssl'],
    ['an unknown field of the filter', payload({ filter: { teams: [] } }), 'filter.teams'],
    ['an unknown verb', payload({}, { verb: 'put' }), 'config.verb'],
    ['an unknown content type', payload({}, { content_type: 'form' }), 'config.content_type'],
    ['an address that begins with a space', payload({}, { url: ` ${HTTPS}` }), 'config.url'],
    ['an address that ends with a line break', payload({}, { url: `${HTTPS}\n` }), 'config.url'],
    ['an address with a tab in it', payload({}, { url: 'https://hooks.exam\tple.com/' }), 'config.url'],
    ['an address with a space in it', payload({}, { url: `${HTTPS}/a b` }), 'config.url'],
    ['an address with a fragment', payload({}, { url: `${HTTPS}#part` }), 'config.url'],
    ['an address with an empty fragment', payload({}, { url: `${HTTPS}#` }), 'config.url'],
    ['a relative address', payload({}, { url: '/hook' }), 'config.url'],
    ['an http address', payload({}, { url: 'http://hooks.example.com/' }), 'config.url'],
    ['an ftp address', payload({}, { url: 'ftp://hooks.example.com/' }), 'config.url'],
    ['an address with a user name', payload({}, { url: 'https://me@hooks.example.com/' }), 'config.url'],
    ['a private address', payload({}, { url: 'https://10.1.2.3/' }), 'config.url'],
    ['the metadata address of a cloud', payload({}, { url: 'https://169.254.169.254/' }), 'config.url'],
    ['an address of 3000 characters', payload({}, { url: `${HTTPS}/${'x'.repeat(3000)}` }), 'config.url'],
    ['an empty secret', payload({}, { secret: '' }), 'config.secret'],
    ['an invalid secret with the prefix whsec_', payload({}, { secret: 'whsec_short' }), 'config.secret'],
    ['a name that is not a string', payload({ name: 1 }), 'name'],
  ];
  for (const [what, body, target] of BAD) {
    it(`rejects ${what} and stores nothing`, async () => {
      const before = (await call('ada', 'GET', '/hooks?$top=999')).body['@odata.count'];
      const answer = await call('ivan', 'POST', '/hooks', body);
      assertRejected(answer, 400, 'InvalidRequest', [target]);
      assert.equal((await call('ada', 'GET', '/hooks?$top=999')).body['@odata.count'], before);
    });
  }

  it('accepts a receiver on loopback during development', async () => {
    for (const url of ['http://127.0.0.1:8080/', 'http://localhost:8080/', 'http://[::1]:8080/']) {
      assert.equal((await create('sam', {}, { url })).config.url, url);
    }
  });

  it('limits the number of webhooks of each creator, also for concurrent calls', async () => {
    const post = () => call('gus', 'POST', '/hooks', payload());
    // Two rounds, because a tenant's concurrent calls are limited.
    const first = await Promise.all(Array.from({ length: 55 }, post));
    const answers = [...first, ...(await Promise.all(Array.from({ length: 55 }, post)))];
    const made = answers.filter(({ status }) => status === 201);
    assert.equal(made.length, 100);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertRejected(answer, 400, 'PolicyViolation', ['webhooksPerCreator']);
    }
    await call('gus', 'DELETE', `/hooks/${made[0]?.body.id}`);
    await create('gus');
    await create('mia');
  });
});

describe('GET /hooks', () => {
  it('lists the caller’s own webhooks, and all webhooks of the tenant to managers, in pages', async () => {
    const own = await Promise.all([create('mia'), create('mia'), create('mia')]);
    const ids = async (as: Caller, query: string): Promise<string[]> => {
      const { body } = await call(as, 'GET', `/hooks?${query}`);
      assert.ok(body.value.every(({ config }: { config: object }) => !('secret' in config)));
      const found = body.value.map(({ id }: { id: string }) => id);
      const next: string | undefined = body['@odata.nextLink'];
      return next === undefined ? found : [...found, ...(await ids(as, next.slice(next.indexOf('?') + 1)))];
    };
    const mine = await ids('mia', '$top=2');
    for (const { id } of own) assert.ok(mine.includes(id));
    assert.equal(new Set(mine).size, mine.length);
    assert.deepEqual(await ids('ida', ''), []);
    // An app receives every event, and still lists only its own webhooks (docs/specification.md, section 4).
    assert.equal((await ids('app', '')).includes(own[0].id), false);
    for (const manager of ['ivan', 'ada'] as const)
      assert.ok((await ids(manager, '$top=40')).includes(own[0].id));
    assert.deepEqual(await ids('foreigner', ''), []);
  });
});

describe('GET /hooks/{hookId}', () => {
  rejectsTheOthers('GET', '');
});

describe('DELETE /hooks/{hookId}', () => {
  rejectsTheOthers('DELETE', '');

  it('lets a manager of webhooks delete the webhook of another person, and records the deletion once', async () => {
    const { id } = await create('sam');
    assert.equal((await call('ivan', 'DELETE', `/hooks/${id}`)).status, 200);
    assertRejected(await call('sam', 'GET', `/hooks/${id}`), 404, 'NotFound');
    const records = await recordsOf(id);
    assert.deepEqual(
      records.map(({ type, actor }) => [type, actor]),
      [
        ['hook_created', 'sam-id'],
        ['hook_deleted', 'ivan-id'],
      ],
    );
  });
});

describe('PATCH /hooks/{hookId}', () => {
  rejectsTheOthers('PATCH', '', { name: 'Other' });

  it('changes the sent fields, with one audit record of the changes', async () => {
    const { id } = await create('sam', { name: 'Old', description: 'Words' });
    const url = 'https://hooks.example.com/new?sig=let-me-in';
    const { body } = await call('sam', 'PATCH', `/hooks/${id}`, {
      name: 'New',
      description: null,
      events: ['team_deleted'],
      config: { url, verb: 'post', content_type: 'json' },
      filter: { templates: ['one', 'one', 'two'] },
    });
    assert.deepEqual(
      [body.name, body.description, body.events, body.config.url, body.filter.templates],
      ['New', undefined, ['team_deleted'], url, ['one', 'two']],
    );
    const records = await recordsOf(id);
    assert.deepEqual(
      records.map(({ type }) => type),
      ['hook_created', 'hook_updated'],
    );
    assert.deepEqual(records[1]?.fields.changes, {
      name: 'New',
      description: null,
      events: ['team_deleted'],
      url: 'https://hooks.example.com/new',
      templates: ['one', 'two'],
    });
    assert.equal(JSON.stringify(records).includes('let-me-in'), false);
  });

  it('writes and records nothing when no field changes', async () => {
    const { id, lastModifiedDateTime } = await create('sam', { name: 'Same' });
    const { status, body } = await call('sam', 'PATCH', `/hooks/${id}`, { name: 'Same', active: true });
    assert.deepEqual([status, body.lastModifiedDateTime], [200, lastModifiedDateTime]);
    assert.equal((await call('sam', 'PATCH', `/hooks/${id}`, {})).status, 200);
    assert.equal((await recordsOf(id)).length, 1);
  });

  it('treats null as absent, but clears the description', async () => {
    const { id, config, ...hook } = await create('sam', {
      name: 'Old',
      description: 'Words',
      filter: { templates: ['one'] },
    });
    const nulls = { name: null, active: null, events: null };
    for (const rest of [
      { config: null, filter: null },
      { config: { url: null, verb: null, content_type: null }, filter: { templates: null } },
    ]) {
      const { status, body } = await call('sam', 'PATCH', `/hooks/${id}`, { ...nulls, ...rest });
      assert.equal(status, 200, JSON.stringify(body));
      const { id: _, config: stored, ...same } = body;
      assert.deepEqual([same, stored.url], [hook, config.url]);
    }
    const { body } = await call('sam', 'PATCH', `/hooks/${id}`, { ...nulls, description: null });
    assert.deepEqual([body.name, body.description], ['Old', undefined]);
  });

  it('rejects an invalid URL, as createHook does', async () => {
    const { id } = await create('sam');
    for (const url of [` ${HTTPS}`, `${HTTPS}#part`, '']) {
      const answer = await call('sam', 'PATCH', `/hooks/${id}`, { config: { url } });
      assertRejected(answer, 400, 'InvalidRequest', ['config.url']);
    }
  });

  it('clears disabledReason when the webhook is enabled', async () => {
    const { id } = await create('sam');
    const { store } = service.world.deps;
    const since = new Date(service.world.clock.now().getTime() - 6 * 24 * 3600 * 1000);
    await store.in(TENANT).hooks.update(id, { failingSince: since }, since);
    await disableHook({ store, clock: service.world.clock }, TENANT, id, 'failing');
    const off = (await call('sam', 'GET', `/hooks/${id}`)).body;
    assert.deepEqual(
      [off.active, off.disabledReason, off.failingSince],
      [false, 'failing', since.toISOString()],
    );
    const { body: on } = await call('sam', 'PATCH', `/hooks/${id}`, { active: true });
    assert.deepEqual([on.active, on.disabledReason, on.failingSince], [true, undefined, undefined]);
    const types = (await recordsOf(id)).map(({ type }) => type);
    assert.deepEqual(types, ['hook_created', 'hook_disabled', 'hook_updated']);
  });

  it('rejects a secret: only a rotation replaces it', async () => {
    const { id } = await create('sam');
    const answer = await call('sam', 'PATCH', `/hooks/${id}`, { config: { secret: 'long enough' } });
    assertRejected(answer, 400, 'InvalidRequest', ['config.secret']);
  });
});
