/** Tests over HTTP that reads of the trails and of other people's jobs are recorded, on the whole service. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { FlatRecord } from '../../../../sdk/src/audit/cloud-event.ts';
import { type Caller, startTeamService, type TeamService } from '../../../test/team-service.ts';
import { TENANT } from '../../../test/team-world.ts';

type ReadRecord = FlatRecord & {
  actor: { id: string };
  target: { type: string; id: string };
  sealed?: { at: string; of: string }[];
};

const READS = ['audit_queried', 'audit_exported', 'job_read', 'jobs_listed'];

describe('a read', () => {
  let service: TeamService;
  let teamId: string;
  let jobId: string;
  before(async () => {
    service = await startTeamService();
    teamId = (await service.world.newTeam()).team.id;
    const { headers } = await service.call('olga', 'POST', `/teams/${teamId}/archive`);
    jobId = headers.get('location')?.split('/').at(-1) ?? '';
  });
  after(() => service.close());

  const get = async (as: Caller, path: string) => {
    const answer = await service.call(as, 'GET', path);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer;
  };
  const query = (filter: string, trail = 'teams') =>
    `/audittrails/${trail}/records?$filter=${encodeURIComponent(filter)}`;

  /** Filter of the requests that this test makes itself. `reads` omits their records. */
  const OWN = 'sequence ge 1';
  /** Returns the records of reads, oldest first. */
  async function reads(): Promise<ReadRecord[]> {
    const { body } = await get('ada', `${query(OWN, 'security')}&$top=999&$orderby=sequence asc`);
    return body.value.filter(({ type, filter }: ReadRecord) => READS.includes(type) && filter !== OWN);
  }

  /** Returns the records that the work adds, as text, sorted. */
  async function added(work: () => Promise<unknown>): Promise<string[]> {
    const { length } = await reads();
    await work();
    return (await reads())
      .slice(length)
      .map(({ type, actor, target, filter }) =>
        [type, actor.id, target.type, target.id, filter].filter(Boolean).join(' '),
      )
      .sort();
  }

  it('of a trail is recorded once for each reader and filter', async () => {
    const filter = "type eq 'team_archived'";
    assert.deepEqual(
      await added(async () => {
        await get('ada', query(filter));
        await get('ada', query(filter));
        await get('app', query(filter));
        await get('ada', `${query(filter)}&$top=1&$count=true`);
      }),
      [`audit_queried ada-id trail teams ${filter}`, `audit_queried ${TENANT}-app trail teams ${filter}`],
    );
  });

  it('of a trail in the order of the chain is recorded as one export for all its pages', async () => {
    assert.deepEqual(
      await added(async () => {
        const pages = '/audittrails/security/records?$orderby=sequence asc&$top=1';
        const { body } = await get('app', pages);
        await get(
          'app',
          `${pages}&$skiptoken=${new URL(body['@odata.nextLink']).searchParams.get('$skiptoken')}`,
        );
      }),
      [`audit_exported ${TENANT}-app trail security`],
    );
  });

  it('of a trail is recorded with the request id of the response, but not on the page that it returns', async () => {
    const { headers, body } = await get('ada', query('sequence ge 2', 'security'));
    const newest = (await reads()).at(-1);
    assert.equal(newest?.requestId, headers.get('request-id'));
    assert.ok(!body.value.some(({ id }: { id: string }) => id === newest?.id));
  });

  it('of the security trail is not recorded when a polling reader finds only its own reads', async () => {
    let last = 0;
    const follow = async (): Promise<number> => {
      const { body } = await get('app', query(`sequence gt ${last}`, 'security'));
      last = body.value[0]?.sequence ?? last;
      return body.value.length;
    };
    await follow();
    const { length } = await reads();
    assert.equal(await follow(), 1);
    assert.equal(await follow(), 0);
    assert.equal(await follow(), 0);
    assert.equal((await reads()).length, length);
  });

  it('of a trail is not recorded when it is rejected', async () => {
    assert.deepEqual(
      await added(async () => {
        await service.call('olga', 'GET', '/audittrails/teams/records');
        await service.call('ada', 'GET', '/audittrails/unknown/records');
        await service.call('ada', 'GET', query("color eq 'red'"));
      }),
      [],
    );
  });

  it('of the history of a team is recorded for an administrator, but not for an owner', async () => {
    const path = `/teams/${encodeURIComponent(teamId)}/history`;
    assert.deepEqual(
      await added(async () => {
        await get('olga', path);
        await get('ada', path);
        await get('ada', path);
      }),
      [`audit_queried ada-id teamHistory ${teamId}`],
    );
    const { body } = await get('olga', path);
    assert.ok(body.value.every(({ type }: { type: string }) => type !== 'audit_queried'));
  });

  it('of a job is recorded once for each reader, but not for the requester', async () => {
    assert.deepEqual(
      await added(async () => {
        await get('olga', `/jobs/${jobId}`);
        await get('ada', `/jobs/${jobId}`);
        await get('ada', `/jobs/${jobId}/teams`);
        await get('app', `/jobs/${jobId}/teams`);
        await service.call('mia', 'GET', `/jobs/${jobId}`);
      }),
      [`job_read ada-id job ${jobId}`, `job_read ${TENANT}-app job ${jobId}`],
    );
    const record = (await reads()).find(({ type }) => type === 'job_read');
    assert.deepEqual([record?.jobId, record?.requesterId, record?.requesterName], [jobId, 'olga-id', 'Olga']);
    assert.deepEqual(record?.sealed?.map(({ at, of }) => `${of}${at}`).sort(), [
      'ada-id/actor/displayName',
      'olga-id/requesterName',
    ]);
  });

  it('of a list of jobs is recorded once when it shows jobs of others', async () => {
    assert.deepEqual(
      await added(async () => {
        await get('olga', '/jobs');
        await get('ada', `/jobs?$filter=${encodeURIComponent("requester/id eq 'ada-id'")}`);
        await get('ada', '/jobs');
        await get('ada', '/jobs?$top=1');
      }),
      ['jobs_listed ada-id list jobs'],
    );
  });
});
