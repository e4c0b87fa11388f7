import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Verifier } from '../../../cli/src/audit/verify-files.ts';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { exportLines } from '../../test/sample-trails.ts';
import { testSecrets } from '../../test/secrets.ts';
import { teamMemberAdded } from '../domain/teams/events.ts';
import type { NewAuditRecord } from '../engine/audit/model.ts';
import { recordOf } from '../engine/events/model.ts';
import { approvalRequested } from '../flows/approvals/events.ts';
import { permanentMembershipRestored } from '../flows/restoration/events.ts';
import { newId } from '../kernel/ids.ts';
import { sql, statements } from '../kernel/sql.ts';
import { auditStore } from './audit.ts';

const AT = new Date('2026-11-21T08:00:00.123Z');
const ADA = { id: 'a1', kind: 'user' as const, displayName: 'Ada Marksman' };
const TEAM = { id: 'team-1', displayName: 'North' };

describe('personal texts in audit records', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigratedDatabase();
  });
  after(() => database.drop());

  const storeOf = (tenantId: string) => auditStore(database.tenancy.for(tenantId), tenantId, testSecrets());
  const all = (trail: string) => ({ trail, conditions: [], order: 'sequence asc' as const, top: 999 });

  const memberAdded = (displayName = 'Ben Marksman'): NewAuditRecord =>
    recordOf({
      ...teamMemberAdded.happened({
        target: { type: 'member', id: 'b1', displayName },
        payload: {
          team: TEAM,
          member: { id: 'b1', displayName, mail: 'ben@marksman.example', role: 'member' },
        },
      }),
      id: newId(),
      actor: ADA,
      requestId: 'r1',
    });
  const restored = (): NewAuditRecord =>
    recordOf({
      ...permanentMembershipRestored.happened({
        target: { type: 'team', ...TEAM },
        payload: {
          team: TEAM,
          owners: [{ id: 'a1', displayName: 'Ada Marksman' }],
          members: [{ id: 'b1', displayName: 'Ben Marksman' }],
        },
      }),
      id: newId(),
      actor: { id: 'charter', kind: 'system', displayName: 'Charter' },
      requestId: 'r2',
    });

  /** All rows of the tables of the trails, as text. */
  async function dump(tenantId: string): Promise<string> {
    const { rows } = await sql<{ row: string }>`
      select r::text as row from charter.audit_records r union all
      select c::text from charter.audit_chain c union all
      select p::text from charter.audit_pending p union all
      select k::text from charter.person_keys k`.execute(database.tenancy.for(tenantId));
    return rows.map(({ row }) => row).join('\n');
  }

  async function faults(tenantId: string, trail: string) {
    const verifier = new Verifier();
    const lines = await exportLines(storeOf(tenantId), tenantId, trail);
    await verifier.read([Buffer.from(lines.join('\n'))], trail);
    return { faults: verifier.end().faults, text: lines.join('\n') };
  }

  const destroyKey = (tenantId: string, personId: string) =>
    statements(database.tenancy.for(tenantId), tenantId).write`
      update charter.person_keys set sealed_key = null where tenant_id = ${tenantId} and person_id = ${personId}`;

  it('are shown to readers, and stored and exported encrypted only', async () => {
    const audit = storeOf('shown');
    await audit.append([memberAdded(), restored()], AT);
    await audit.seal();
    const [added] = await audit.list(all('teams'));
    assert.equal(added?.actor.displayName, 'Ada Marksman');
    assert.equal(added.target.displayName, 'Ben Marksman');
    assert.deepEqual(added.fields, {
      teamId: 'team-1',
      teamName: 'North',
      memberId: 'b1',
      memberName: 'Ben Marksman',
      memberRole: 'member',
    });
    const [again] = await audit.list(all('policies'));
    assert.deepEqual(again?.fields.owners, [{ id: 'a1', displayName: 'Ada Marksman' }]);
    assert.deepEqual(again.fields.members, [{ id: 'b1', displayName: 'Ben Marksman' }]);
    assert.doesNotMatch(await dump('shown'), /marksman/i);
    for (const trail of ['teams', 'policies']) {
      const { faults: found, text } = await faults('shown', trail);
      assert.deepEqual(found, []);
      assert.doesNotMatch(text, /marksman/i);
    }
  });

  it('are erased with the key of the person, and every hash stays valid', async () => {
    const audit = storeOf('erased');
    await audit.append([memberAdded(), restored()], AT);
    await audit.seal();
    const before = await audit.list(all('teams'));
    assert.equal(await destroyKey('erased', 'b1'), 1);
    await audit.append([memberAdded('Ben Again')], AT);
    await audit.seal();
    const [added, later] = await audit.list(all('teams'));
    assert.equal(added?.actor.displayName, 'Ada Marksman');
    assert.equal(added.target.displayName, 'erased');
    assert.equal(added.fields.memberName, 'erased');
    assert.equal(added.fields.memberId, 'b1');
    assert.deepEqual(
      added.sealed?.map(({ at, erased }) => ({ at, erased })),
      [
        { at: '/actor/displayName', erased: undefined },
        { at: '/target/displayName', erased: true },
        { at: '/memberName', erased: true },
      ],
    );
    assert.equal(added.hash, before[0]?.hash);
    assert.equal(later?.target.displayName, 'erased', 'a record after the erasure makes no new key');
    const [again] = await audit.list(all('policies'));
    assert.deepEqual(again?.fields.owners, [{ id: 'a1', displayName: 'Ada Marksman' }]);
    assert.deepEqual(again.fields.members, [{ id: 'b1', displayName: 'erased' }]);
    for (const trail of ['teams', 'policies']) assert.deepEqual((await faults('erased', trail)).faults, []);
  });

  it('of one tenant cannot be read with the key of another', async () => {
    await storeOf('one').append([memberAdded()], AT);
    await storeOf('one').seal();
    await storeOf('two').append([memberAdded()], AT);
    await storeOf('two').seal();
    const { rows } = await sql<{ key: string }>`
      select sealed_key as key from charter.person_keys where tenant_id = 'one' and person_id = 'b1'`.execute(
      database.tenancy.for('one'),
    );
    await sql`update charter.person_keys set sealed_key = ${rows[0]?.key} where person_id = 'b1'`.execute(
      database.tenancy.for('two'),
    );
    await assert.rejects(storeOf('two').list(all('teams')));
  });

  it('include the name of the requester and the message of the approver in records of approvals', () => {
    const { people } = approvalRequested.happened({
      target: { type: 'approval', id: 'x', displayName: 'North' },
      payload: {
        requester: { id: 'a1', displayName: 'Ada Marksman' },
        approval: { id: 'x' },
        template: { id: 't', name: 'T', approvers: [], permanentMembership: { owners: [], members: [] } },
        request: { team: { name: 'North' }, membership: { owners: [], members: [] } },
      } as never,
    }).record;
    assert.deepEqual(people, { requesterName: 'requesterId', message: 'approverId' });
  });
});
