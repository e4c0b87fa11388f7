import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { testSecrets } from '../../test/secrets.ts';
import { teamCreated } from '../domain/teams/events.ts';
import { canonicalJson, genesisOf, sourceOf, toCloudEvent } from '../engine/audit/chain.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import type { AuditCondition, AuditOrder, AuditQuery, AuditStore } from '../engine/audit/ports.ts';
import type { DomainEvent } from '../engine/events/model.ts';
import { newId } from '../kernel/ids.ts';
import { auditLog, auditStore } from './audit.ts';
import { eventStore } from './events.ts';

const ACTOR = { id: 'ada', kind: 'user' as const, displayName: 'Ada' };
const AT = new Date('2026-11-21T08:00:00.123Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);

const templateRecord = (id: string, change: Partial<NewAuditRecord> = {}) =>
  ({
    trail: 'catalog',
    type: 'template_created',
    actor: ACTOR,
    target: { type: 'template', id, displayName: `Template ${id}` },
    requestId: `request-${id}`,
    fields: { templateId: id, version: '1.0', previousVersion: null },
    ...change,
  }) as NewAuditRecord;

const teamEvent = (id: string): DomainEvent => ({
  ...teamCreated.happened({
    id,
    target: { type: 'team', id: 'team-1', displayName: 'North' },
    payload: { team: { id: 'team-1' } },
  }),
  actor: ACTOR,
  requestId: 'r',
});

const everything = (trail: AuditQuery['trail'], order: AuditOrder = 'sequence asc'): AuditQuery => ({
  trail,
  conditions: [],
  order,
  top: 999,
});

describe('the audit store', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigratedDatabase();
  });
  after(() => database.drop());

  const storeOf = (tenantId: string, tenancy = database.tenancy): AuditStore =>
    auditStore(tenancy.for(tenantId), tenantId, testSecrets());

  /** Verifies the chain independently by the rule of docs/audit.md. */
  async function assertChain(tenantId: string, trail: AuditQuery['trail']): Promise<number> {
    const records = await storeOf(tenantId).list(everything(trail));
    const source = sourceOf(tenantId, trail);
    let previous = genesisOf(source).hash;
    assert.equal(previous, hash('sha256', `charter audit chain\n/tenants/${tenantId}/audittrails/${trail}`));
    for (const [index, record] of records.entries()) {
      assert.equal(record.sequence, index + 1);
      previous = hash('sha256', `${previous}\n${canonicalJson(toCloudEvent(source, record))}`);
      assert.equal(record.hash, previous);
    }
    return records.length;
  }

  it('stores a record unchanged, and lists it once it is sealed', async () => {
    const audit = storeOf('plain');
    const fields = { templateId: 'é\u{1f600}', version: '1.0', problem: { z: 1e21, a: [0.1, -0, null] } };
    await audit.append([templateRecord('one', { fields, outcome: 'failure' } as never)], AT);
    assert.deepEqual(await audit.list(everything('catalog')), []);
    assert.equal(await audit.seal(), 1);
    const [record] = await audit.list(everything('catalog'));
    assert.ok(record);
    const { id, hash: digest, sealed, ...rest } = record;
    assert.deepEqual(
      sealed?.map(({ at, of }) => ({ at, of })),
      [{ at: '/actor/displayName', of: ACTOR.id }],
    );
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.match(digest, /^[0-9a-f]{64}$/);
    assert.deepEqual(rest, {
      time: '2026-11-21T08:00:00.123Z',
      type: 'template_created',
      actor: ACTOR,
      target: { type: 'template', id: 'one', displayName: 'Template one' },
      requestId: 'request-one',
      outcome: 'failure',
      fields: { templateId: 'é\u{1f600}', version: '1.0', problem: { z: 1e21, a: [0.1, 0, null] } },
      sequence: 1,
    });
    assert.equal(await assertChain('plain', 'catalog'), 1);
    assert.deepEqual(await audit.heads(), { catalog: { sequence: 1, hash: digest } });
    assert.equal(await audit.seal(), 0);
  });

  it('writes an event and its record once, under one id, in one transaction', async () => {
    const events = eventStore(database.tenancy.for('once'), 'once');
    const id = newId();
    await events.append([teamEvent(id)], AT);
    await events.append([teamEvent(id), teamEvent(newId())], later(1));
    await storeOf('once').seal();
    const records = await storeOf('once').list(everything('teams'));
    assert.deepEqual(
      records.map(({ id, type, fields, time }) => ({ id, type, fields, time })),
      records.map(({ id: own }, index) => ({
        id: index === 0 ? id : own,
        type: 'team_created',
        fields: { teamId: 'team-1', teamName: 'North' },
        time: later(index).toISOString(),
      })),
    );
    assert.equal(records.length, 2);
    const { rows } = await sql<{ apart: number }>`
      select count(*)::int as apart from charter.domain_events e
        full join charter.audit_records r on r.tenant_id = e.tenant_id and r.record_id = e.event_id
       where coalesce(e.tenant_id, r.tenant_id) = 'once'
         and (e.event_id is null or r.record_id is null or e.xmin <> r.xmin)`.execute(
      database.tenancy.for('once'),
    );
    assert.equal(rows[0]?.apart, 0);
  });

  it('ignores a record with an existing id', async () => {
    const audit = storeOf('repeat');
    const id = newId();
    await audit.append([templateRecord('one', { id })], AT);
    await audit.append([templateRecord('two', { id })], AT);
    assert.equal(await audit.seal(), 1);
    const records = await audit.list(everything('catalog'));
    assert.deepEqual(
      records.map(({ target }) => target.id),
      ['one'],
    );
  });

  it('stores nothing of a rolled-back transaction', async () => {
    const db = database.tenancy.for('undone');
    const undone = db.transaction().execute(async (transaction) => {
      await auditLog(transaction, 'undone').append([templateRecord('one')], AT);
      throw new Error('no');
    });
    await assert.rejects(undone, /no/);
    assert.equal(await storeOf('undone').seal(), 0);
  });

  it('builds one chain without gaps from many writers and sealers on several nodes', async () => {
    const nodes = [database.tenancy, database.anotherTenancy(), database.anotherTenancy()];
    const sealed: number[] = [];
    const writers = nodes.flatMap((tenancy, node) =>
      Array.from({ length: 3 }, async (_, writer) => {
        for (let index = 0; index < 40; index += 1) {
          const audit = storeOf('crowd', tenancy);
          await audit.append([templateRecord(`${node}-${writer}-${index}`)], later(index));
          if (index % 5 === writer) sealed.push(await audit.seal());
        }
      }),
    );
    await Promise.all(writers);
    sealed.push(await storeOf('crowd').seal());
    assert.equal(
      sealed.reduce((sum, count) => sum + count),
      360,
    );
    assert.equal(await assertChain('crowd', 'catalog'), 360);
  });

  it('appends a record that commits late at the end of the chain', async () => {
    const release = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = database
      .anotherTenancy()
      .for('late')
      .transaction()
      .execute(async (transaction) => {
        await auditLog(transaction, 'late').append([templateRecord('late')], AT);
        written.resolve();
        await release.promise;
      });
    await written.promise;
    const audit = storeOf('late');
    await audit.append([templateRecord('early')], later(5));
    assert.equal(await audit.seal(), 1);
    release.resolve();
    await late;
    assert.equal(await audit.seal(), 1);
    const records = await audit.list(everything('catalog'));
    assert.deepEqual(
      records.map(({ target }) => target.id),
      ['early', 'late'],
    );
    assert.equal(await assertChain('late', 'catalog'), 2);
  });

  it('seals more than one batch, each trail separately', async () => {
    const audit = storeOf('many');
    const records = Array.from({ length: 2_100 }, (_, index) => templateRecord(`t-${index}`));
    await audit.append(records, AT);
    await eventStore(database.tenancy.for('many'), 'many').append([teamEvent(newId())], AT);
    assert.equal(await audit.seal(), 2_101);
    const heads = await audit.heads();
    assert.deepEqual([heads.catalog?.sequence, heads.teams?.sequence], [2_100, 1]);
  });

  it('rejects sealing inside a transaction', async () => {
    const inside = database.tenancy
      .for('inside')
      .transaction()
      .execute(async (transaction) => auditStore(transaction, 'inside', testSecrets()).seal());
    await assert.rejects(inside, /after the transaction/);
  });

  it('denies the service updates, deletions and truncation', async () => {
    const audit = storeOf('fixed');
    await audit.append([templateRecord('one')], AT);
    await audit.seal();
    const db = database.tenancy.for('fixed');
    for (const statement of [
      "update charter.audit_records set type = 'x'",
      'delete from charter.audit_records',
      'truncate charter.audit_records',
      'update charter.audit_chain set sequence = 2',
      'delete from charter.audit_chain',
      'truncate charter.audit_chain',
      "insert into charter.audit_retention (trail, days) values ('catalog', 1)",
      "update charter.audit_keys set public_jwk = '{}'",
    ]) {
      await assert.rejects(sql.raw(statement).execute(db), /permission denied/, statement);
    }
  });

  it('returns no record of another tenant', async () => {
    await storeOf('ours').append([templateRecord('one')], AT);
    await storeOf('ours').seal();
    assert.deepEqual(await storeOf('theirs').list(everything('catalog')), []);
    assert.deepEqual(await storeOf('theirs').heads(), {});
    const forged = sql`insert into charter.audit_pending values ('ours', ${newId()})`;
    await assert.rejects(forged.execute(database.tenancy.for('theirs')), /row-level security/);
  });
});

describe('a list of records', () => {
  let database: TestDatabase;
  let audit: AuditStore;
  before(async () => {
    database = await createMigratedDatabase();
    audit = auditStore(database.tenancy.for('contoso'), 'contoso', testSecrets());
    for (let index = 0; index < 60; index += 1) {
      const actor = { ...ACTOR, id: `person-${index % 3}` };
      const type = index % 2 ? 'template_created' : 'template_updated';
      // Two records per time, so that the order depends on ids as well.
      await audit.append(
        [templateRecord(`t-${index}`, { actor, type } as never)],
        later(Math.floor(index / 2)),
      );
    }
    await audit.seal();
  });
  after(() => database.drop());

  async function pages(order: AuditOrder, top: number, conditions: AuditCondition[] = []) {
    const found: string[] = [];
    let query: AuditQuery = { trail: 'catalog', conditions, order, top };
    for (;;) {
      const records = await audit.list(query);
      const page = records.slice(0, top);
      found.push(...page.map(({ target }) => target.id));
      const last = page.at(-1);
      if (records.length <= top || last === undefined) return found;
      const { time, id, sequence } = last;
      query = { ...query, after: order.startsWith('time') ? { time: new Date(time), id } : { sequence } };
    }
  }
  const all = Array.from({ length: 60 }, (_, index) => `t-${index}`);

  for (const top of [1, 7, 25, 26, 59, 60, 999]) {
    it(`lists all records in pages of ${top}, in each order`, async () => {
      assert.deepEqual(await pages('time asc', top), all);
      assert.deepEqual(await pages('sequence asc', top), all);
      assert.deepEqual(await pages('time desc', top), all.toReversed());
      assert.deepEqual(await pages('sequence desc', top), all.toReversed());
    });
  }

  const filters: [string, AuditCondition[], (index: number) => boolean][] = [
    ['by actor', [{ field: 'actor/id', operator: 'eq', value: 'person-1' }], (index) => index % 3 === 1],
    ['by type', [{ field: 'type', operator: 'eq', value: 'template_updated' }], (index) => index % 2 === 0],
    ['by target', [{ field: 'target/id', operator: 'eq', value: 't-7' }], (index) => index === 7],
    ['at or after a time', [{ field: 'time', operator: 'ge', value: later(10) }], (index) => index >= 20],
    ['after a time', [{ field: 'time', operator: 'gt', value: later(10) }], (index) => index >= 22],
    ['at or before a time', [{ field: 'time', operator: 'le', value: later(10) }], (index) => index < 22],
    ['before a time', [{ field: 'time', operator: 'lt', value: later(10) }], (index) => index < 20],
    ['at a time', [{ field: 'time', operator: 'eq', value: later(3) }], (index) => [6, 7].includes(index)],
    ['after a sequence number', [{ field: 'sequence', operator: 'gt', value: 50 }], (index) => index >= 50],
    [
      'by actor, type and time together',
      [
        { field: 'actor/id', operator: 'eq', value: 'person-0' },
        { field: 'type', operator: 'eq', value: 'template_updated' },
        { field: 'time', operator: 'ge', value: later(5) },
        { field: 'time', operator: 'lt', value: later(25) },
      ],
      (index) => index % 6 === 0 && index >= 10 && index < 50,
    ],
    [
      'by an actor id with SQL in it',
      [{ field: 'actor/id', operator: 'eq', value: "x' or 'a' = 'a" }],
      () => false,
    ],
  ];
  for (const [what, conditions, matches] of filters) {
    it(`filters and counts records ${what}`, async () => {
      const wanted = all.filter((_, index) => matches(index));
      assert.deepEqual(await pages('time asc', 4, conditions), wanted);
      assert.deepEqual(await pages('sequence desc', 4, conditions), wanted.toReversed());
      assert.equal(await audit.count({ trail: 'catalog', conditions }), wanted.length);
    });
  }
});
