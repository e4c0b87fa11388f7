/** Tests what is derived from the definitions of events, audit records and jobs. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { teamCreated, teamMemberAdded } from '../domain/teams/events.ts';
import { COMMON_FIELDS } from '../engine/audit/trails.ts';
import { EVENT_TYPES, TRAIL_CODES, TRAILS } from './definitions.ts';
import { teamProvisioningCompleted } from './provisioning/events.ts';
import { REACTIONS, reactionsTo } from './reactions.ts';

const SOURCE = new URL('..', import.meta.url);

describe('the definitions', () => {
  it('list every module that defines an event, audit record or job', async () => {
    const registry = await readFile(new URL('flows/definitions.ts', SOURCE), 'utf8');
    const paths = globSync('{engine,domain,flows}/**/*.ts', { cwd: SOURCE.pathname });
    const missing: string[] = [];
    for (const path of paths.filter((name) => !/define-(event|record|job)\.ts$|\.test\.ts$/.test(name))) {
      const text = await readFile(new URL(path, SOURCE), 'utf8');
      const defines = /\b(defineEvent|defineRecords|defineJob)[<(]/.test(text);
      if (defines && !registry.includes(`${path.replace('flows/', './')}'`)) missing.push(path);
    }
    assert.deepEqual(missing, []);
  });

  it('give every event a unique code', () => {
    assert.equal(new Set(EVENT_TYPES).size, EVENT_TYPES.length);
  });
});

describe('the audit trails', () => {
  it('are those of the specification', () => {
    assert.deepEqual(TRAIL_CODES.toSorted(), [
      'approvals',
      'catalog',
      'policies',
      'provisioning',
      'security',
      'teams',
      'webhooks',
    ]);
  });

  it('have unique types and fields, and no field with the name of a common field', () => {
    for (const { code, fields, types } of TRAILS) {
      const all: string[] = [...COMMON_FIELDS, ...fields];
      assert.equal(new Set(all).size, all.length, code);
      assert.equal(new Set(types).size, types.length, code);
      assert.ok(types.includes('audit_records_pruned'));
    }
  });
});

describe('the record of an event', () => {
  it('takes its fields from the payload', () => {
    const payload = {
      team: { id: 'team-1', displayName: 'North' },
      member: { id: 'm', displayName: 'Mia', mail: 'mia@example', role: 'owner' as const },
    };
    const target = { type: 'member', id: 'm', displayName: 'Mia' };
    const { record } = teamMemberAdded.happened({ payload, target });
    assert.deepEqual(record, {
      trail: 'teams',
      outcome: 'success',
      fields: {
        teamId: 'team-1',
        teamName: 'North',
        memberId: 'm',
        memberName: 'Mia',
        memberRole: 'owner',
      },
      people: { memberName: 'memberId', sponsorName: 'sponsorId' },
    });
  });

  it('takes the target from the event when the payload does not name it', () => {
    const target = { type: 'team', id: 'team-1', displayName: 'North' };
    const { record } = teamCreated.happened({ payload: { team: { id: 'team-1' } }, target });
    assert.deepEqual(record.fields, { teamId: 'team-1', teamName: 'North' });
  });

  it('is a failure when the event reports one, and includes its unpublished fields', () => {
    const { record } = teamProvisioningCompleted.happened({
      target: { type: 'job', id: 'job-1', displayName: 'N' },
      payload: {
        tenant: { initialDomainName: 'n.example', defaultDomainName: 'n.example' },
        team: { id: null, displayName: 'N' },
        requester: { id: 'ada', displayName: 'Ada' },
        template: { id: 'project', name: 'Project' },
        metadata: {},
        provisioning: { id: 'job-1', status: 'failed' },
      },
      unpublished: { errorCode: 'SuiteError', errorStep: 'createTeam', errorMessage: undefined },
    });
    assert.equal(record.outcome, 'failure');
    assert.deepEqual(record.fields, {
      teamName: 'N',
      jobId: 'job-1',
      templateId: 'project',
      templateName: 'Project',
      requesterId: 'ada',
      requesterName: 'Ada',
      status: 'failed',
      errorCode: 'SuiteError',
      errorStep: 'createTeam',
    });
  });
});

describe('reactions', () => {
  it('record every event and fan it out to webhooks', () => {
    for (const type of EVENT_TYPES) {
      assert.deepEqual(reactionsTo(type).slice(0, 2), ['record', 'handOn'], type);
    }
  });

  it('govern a team from its creation to its deletion', () => {
    const codes = Object.entries(REACTIONS)
      .slice(2)
      .map(([name, { when }]) => [name, when.map(({ code }) => code)]);
    assert.deepEqual(codes, [
      ['govern', ['team_created']],
      ['storeMetadata', ['team_created']],
      ['endGoverning', ['team_deleted']],
      ['beginStay', ['team_member_added', 'guest_stay_updated']],
      ['endStay', ['team_member_removed']],
      [
        'makeDue',
        [
          'team_updated',
          'team_metadata_updated',
          'team_unarchived',
          'team_member_added',
          'team_member_updated',
          'team_member_removed',
          'team_channel_created',
        ],
      ],
    ]);
  });
});
