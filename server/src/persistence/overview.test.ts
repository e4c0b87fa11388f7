/** Tests the metrics of requests and pending approvals, from stored jobs and approvals. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sql } from 'kysely';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { newId } from '../kernel/ids.ts';
import { overviewStore } from './overview.ts';

const TENANT = 'fabrikam';
const OTHER = 'tailspin';
const STARTS = ['2026-11-09', '2026-11-16'].map((day) => new Date(`${day}T00:00:00Z`));

interface Request {
  at: string;
  status: string;
  error?: { code: string; step: string | null };
  /** Seconds from the start to the end of the job. */
  took?: number;
  approval?: { status: string; seconds: number; approvers?: string[]; approvedBy?: string[] };
}

describe('the metrics of the overview', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    for (const tenantId of [TENANT, OTHER]) for (const request of REQUESTS) await add(tenantId, request);
    await add(OTHER, { at: '2026-11-16T08:00:00Z', status: 'completed', took: 9999 });
  });
  after(() => database.drop());

  const REQUESTS: readonly Request[] = [
    { at: '2026-11-08T23:59:59Z', status: 'completed', took: 5000 },
    { at: '2026-11-09T00:00:00Z', status: 'completed', took: 10 },
    {
      at: '2026-11-15T23:59:59Z',
      status: 'completed',
      took: 20,
      approval: { status: 'approved', seconds: 5 },
    },
    { at: '2026-11-16T00:00:00Z', status: 'failed', error: { code: 'SuiteError', step: 'createTabs' } },
    { at: '2026-11-16T01:00:00Z', status: 'failed', error: { code: 'Cancelled', step: null } },
    {
      at: '2026-11-16T02:00:00Z',
      status: 'failed',
      error: { code: 'ApprovalRejected', step: null },
      approval: { status: 'rejected', seconds: 1 },
    },
    {
      at: '2026-11-16T03:00:00Z',
      status: 'failed',
      error: { code: 'ApprovalCancelled', step: null },
      approval: { status: 'cancelled', seconds: 1 },
    },
    {
      at: '2026-11-16T04:00:00Z',
      status: 'paused',
      approval: { status: 'pending', seconds: 0, approvers: ['ada', 'olga'], approvedBy: ['olga'] },
    },
    {
      at: '2026-11-16T05:00:00Z',
      status: 'paused',
      approval: { status: 'pending', seconds: 0, approvers: ['ada', 'ida'] },
    },
  ];

  async function add(tenantId: string, { at, status, error, took = 0, approval }: Request): Promise<void> {
    const db = database.tenancy.for(tenantId);
    const [jobId, approvalId] = [newId(), approval && newId()];
    const created = new Date(at);
    const later = (seconds: number): Date => new Date(created.getTime() + seconds * 1000);
    await sql`
      insert into charter.jobs (tenant_id, job_id, type, status, requester, request_id, request, steps, error,
                                approval_id, created_at, last_action_at)
      values (${tenantId}, ${jobId}, 'TeamProvisioning', ${status}, '{"id": "sam"}', 'r', '{}', '{}',
              ${error === undefined ? null : JSON.stringify(error)}, ${approvalId ?? null}, ${created},
              ${later(took)})`.execute(db);
    if (approval === undefined) return;
    const approvers = approval.approvers?.map((id) => ({ id, displayName: id.toUpperCase() })) ?? [];
    const stages = JSON.stringify([{ approvers, approvedBy: approval.approvedBy ?? [] }]);
    await sql`
      insert into charter.approvals (tenant_id, approval_id, job_id, status, template, requester, request_id,
                                     request, stages, created_at, expires_at, decided_at, reminded_at)
      values (${tenantId}, ${approvalId}, ${jobId}, ${approval.status}, '{}', '{}', 'r', '{}', ${stages},
              ${created}, ${later(86_400)}, ${later(approval.seconds)}, ${created})`.execute(db);
  }

  const store = (tenantId = TENANT) => overviewStore(database.tenancy.for(tenantId) as never, tenantId);

  it('count requests by week and outcome, without earlier ones', async () => {
    const { weeks } = await store().ofRequests(STARTS);
    assert.deepEqual(weeks.map(({ week, outcome, count }) => `${week} ${outcome} ${count}`).sort(), [
      '0 completed 2',
      '1 failed 1',
      '1 open 2',
      '1 rejected 1',
      '1 withdrawn 2',
    ]);
  });

  it('include the durations of approval and completion, and the failed steps', async () => {
    const { approval, completion, failures } = await store().ofRequests(STARTS);
    assert.deepEqual(approval, { p50: 5, p95: 5 });
    assert.deepEqual(completion, { p50: 15, p95: 19.5 });
    assert.deepEqual(failures, [{ step: 'createTabs', count: 1 }]);
  });

  it('have no durations without requests', async () => {
    const figures = await store().ofRequests([new Date('2027-01-01T00:00:00Z')]);
    assert.deepEqual(figures, { weeks: [], failures: [], approval: null, completion: null });
  });

  it('name the approvers who have not decided', async () => {
    const { approvals, approvers, renewals } = await store().ofWaiting();
    assert.deepEqual([approvals, renewals], [2, 0]);
    assert.deepEqual(
      approvers.map(({ displayName, count, oldestAt }) => [displayName, count, oldestAt.toISOString()]),
      [
        ['ADA', 2, '2026-11-16T04:00:00.000Z'],
        ['IDA', 1, '2026-11-16T05:00:00.000Z'],
      ],
    );
  });

  it('include only one tenant', async () => {
    const { completion } = await store(OTHER).ofRequests(STARTS);
    assert.ok((completion?.p95 ?? 0) > 1000);
  });
});
