/** What becomes a record, and that nobody can tell two things apart that are one. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { type DomainEvent, EVENT_TYPES } from '../events/model.ts';
import { recordOfEvent } from './event-records.ts';
import { COMMON_FIELDS, isTrailCode, TRAIL_CODES, TRAILS } from './trails.ts';

const event = (change: Partial<DomainEvent> & Pick<DomainEvent, 'type'>): DomainEvent & { id: string } => ({
  id: 'event-1',
  actor: { id: 'ada', kind: 'user', displayName: 'Ada' },
  target: { type: 'team', id: 'team-1', displayName: 'North' },
  payload: {},
  requestId: 'request-1',
  ...change,
});

describe('the audit trails', () => {
  it('should be those of contract 12', () => {
    assert.deepEqual(TRAIL_CODES.toSorted(), [
      'approvals',
      'catalog',
      'policies',
      'provisioning',
      'security',
      'teams',
      'webhooks',
    ]);
    assert.equal(isTrailCode('teams'), true);
    assert.equal(isTrailCode('constructor'), false);
  });

  it('should have no field twice, and none that hides what every record has', () => {
    for (const code of TRAIL_CODES) {
      const fields: string[] = [...COMMON_FIELDS, ...TRAILS[code].fields];
      assert.equal(new Set(fields).size, fields.length, code);
      assert.equal(new Set(TRAILS[code].types).size, TRAILS[code].types.length, code);
    }
  });
});

describe('docs/audit.md', () => {
  it('should name every type of record', async () => {
    const text = await readFile(new URL('../../../../docs/audit.md', import.meta.url), 'utf8');
    const missing = TRAIL_CODES.flatMap((code) => TRAILS[code].types.filter((type) => !text.includes(type)));
    assert.deepEqual(missing, []);
  });
});

describe('the record of an event', () => {
  for (const type of EVENT_TYPES) {
    it(`should be one of its trail: ${type}`, () => {
      const record = recordOfEvent(event({ type, payload: { team: { id: 't', displayName: 'T' } } }));
      assert.equal(record.type, type);
      assert.equal(record.id, 'event-1');
      const { fields, types } = TRAILS[record.trail] as {
        fields: readonly string[];
        types: readonly string[];
      };
      assert.ok(types.includes(type));
      for (const field of Object.keys(record.fields)) assert.ok(fields.includes(field), field);
    });
  }

  it('should say what the payload says, and name its target', () => {
    const payload = {
      team: { id: 'team-1' },
      member: { id: 'm', displayName: 'Mia', mail: 'mia@example', role: 'owner' },
    };
    const target = { type: 'member', id: 'm', displayName: 'Mia' } as const;
    assert.deepEqual(recordOfEvent(event({ type: 'team_member_added', payload, target })).fields, {
      teamId: 'team-1',
      memberId: 'm',
      memberName: 'Mia',
      memberRole: 'owner',
    });
    assert.deepEqual(
      recordOfEvent(event({ type: 'team_created', payload: { team: { id: 'team-1' } } })).fields,
      {
        teamId: 'team-1',
        teamName: 'North',
      },
    );
  });

  it('should be a failure where the event tells of one, with what the payload leaves out', () => {
    const payload = { provisioning: { id: 'job-1', status: 'failed' }, team: { id: null, displayName: 'N' } };
    const audit = { errorCode: 'SuiteError', errorStep: 'createTeam', hookId: 'h', url: undefined } as object;
    const target = { type: 'job', id: 'job-1', displayName: 'N' } as const;
    const record = recordOfEvent(event({ type: 'team_provisioning_completed', payload, audit, target }));
    assert.equal(record.outcome, 'failure');
    assert.deepEqual(record.fields, {
      jobId: 'job-1',
      status: 'failed',
      teamName: 'N',
      errorCode: 'SuiteError',
      errorStep: 'createTeam',
    });
  });

  it('should not stumble over a payload of another shape', () => {
    const payload = { team: 'text', provisioning: null, template: { id: { deep: 1 } } };
    const record = recordOfEvent(event({ type: 'team_provisioning_completed', payload }));
    assert.deepEqual(record.fields, { templateId: { deep: 1 }, teamId: 'team-1', teamName: 'North' });
  });
});
