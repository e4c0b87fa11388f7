import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { TestClock } from '../../../test/clock.ts';
import { createTeamWorld, OTHER_TENANT, TENANT, type TeamWorld } from '../../../test/team-world.ts';
import { newId } from '../../kernel/ids.ts';
import type { Principal, RequestContext } from '../principal.ts';
import type { Store } from '../store.ts';
import type { AuditRecord } from './model.ts';
import { auditExported, auditQueried, ReadLog } from './read-log.ts';

const teamsTrail = { type: 'trail', id: 'teams', displayName: 'teams' };

describe('the log of reads', () => {
  let world: TeamWorld;
  let clock: TestClock;
  let reader: Principal;
  before(async () => {
    world = await createTeamWorld();
  });
  after(() => world.close());
  beforeEach(() => {
    clock = new TestClock(new Date('2026-11-21T08:00:00Z'));
    reader = { ...world.person('ada'), id: newId() };
  });

  const newCall = (): RequestContext => ({ requestId: newId(), operationId: newId() });
  const open = (store: Pick<Store, 'in'> = world.deps.store) => new ReadLog({ store, clock });
  const read = (log: ReadLog, filter = '', definition = auditQueried, as = reader) =>
    log.record(as, newCall(), definition, { target: teamsTrail, filter }, 'audit');

  async function recorded(tenantId = TENANT): Promise<AuditRecord[]> {
    const { audit } = world.deps.store.in(tenantId);
    await audit.seal();
    const conditions = [{ field: 'actor/id', operator: 'eq', value: reader.id } as const];
    return audit.list({ trail: 'security', conditions, order: 'sequence asc', top: 999 });
  }

  it('records reader, trail, filter and call, and encrypts the reader’s name and the filter', async () => {
    const context = newCall();
    const filter = "actor/id eq 'mia@fabrikam.example'";
    await open().record(reader, context, auditQueried, { target: teamsTrail, filter }, 'audit');
    const [record, ...others] = await recorded();
    assert.deepEqual(others, []);
    const { id: _id, sequence: _sequence, hash: _hash, sealed, ...said } = record!;
    assert.deepEqual(said, {
      time: '2026-11-21T08:00:00.000Z',
      type: 'audit_queried',
      actor: { id: reader.id, kind: 'user', displayName: 'Ada' },
      target: teamsTrail,
      requestId: context.requestId,
      outcome: 'success',
      fields: { filter },
    });
    assert.deepEqual(sealed?.map(({ at, of }) => `${at} ${of === reader.id}`).sort(), [
      '/actor/displayName true',
      '/filter true',
    ]);
  });

  it('records a repeated read once in ten minutes across all nodes', async () => {
    const [one, another] = [open(), open()];
    await Promise.all([read(one), read(one), read(another)]);
    clock.advance(599);
    await Promise.all([read(one), read(another)]);
    assert.equal((await recorded()).length, 1);
    clock.advance(1);
    await read(another);
    assert.equal((await recorded()).length, 2);
  });

  it('records reads separately by filter, kind of read, kind of reader and tenant', async () => {
    const log = open();
    await read(log);
    await read(log, "type eq 'team_created'");
    await read(log, '', auditExported);
    await read(log, '', auditQueried, { ...reader, kind: 'app' });
    await read(log, '', auditQueried, { ...reader, tenantId: OTHER_TENANT });
    assert.deepEqual((await recorded()).map(({ type, actor }) => `${type} ${actor.kind}`).sort(), [
      'audit_exported user',
      'audit_queried app',
      'audit_queried user',
      'audit_queried user',
    ]);
    assert.equal((await recorded(OTHER_TENANT)).length, 1);
  });

  it('needs no database statement for a read that is repeated on the same node', async () => {
    let opened = 0;
    const log = open({
      in: (tenantId) => {
        opened += 1;
        return world.deps.store.in(tenantId);
      },
    });
    for (let time = 0; time < 5; time += 1) await read(log);
    assert.equal(opened, 1);
  });

  it('fails a read whose record can’t be written, and records the next attempt', async () => {
    let isAway = true;
    const log = open({
      in: (tenantId) => {
        if (isAway) throw new Error('away');
        return world.deps.store.in(tenantId);
      },
    });
    await assert.rejects(read(log), /away/);
    assert.deepEqual(await recorded(), []);
    isAway = false;
    await read(log);
    assert.equal((await recorded()).length, 1);
  });

  it('records no exempt read, and checks the exemption once', async () => {
    let asked = 0;
    const isExempt = async () => {
      asked += 1;
      return true;
    };
    const log = open();
    for (const _ of [1, 2]) {
      await log.record(
        reader,
        newCall(),
        auditQueried,
        { target: teamsTrail, filter: '' },
        'requests',
        isExempt,
      );
    }
    assert.equal(asked, 1);
    assert.deepEqual(await recorded(), []);
  });
});
