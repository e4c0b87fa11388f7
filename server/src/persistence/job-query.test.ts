import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import type { JobCondition, JobQuery } from '../engine/jobs/ports.ts';
import { json } from '../kernel/columns.ts';
import { sql, statements } from '../kernel/sql.ts';
import { listJobs } from './jobs.ts';

const TENANT = 'growing';
const JOBS = 10_000;
/** Number of jobs with a rare value, or with a rare name: one in a thousand. */
const RARE = JOBS / 1000;

interface PlanNode {
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that a plan reads from tables, including those that it drops. */
const rowsRead = (plan: PlanNode): number =>
  (plan['Relation Name'] === undefined
    ? 0
    : plan['Actual Loops'] * (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0))) +
  (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part), 0);

const equal = (field: Exclude<JobCondition['field'], 'createdAt'>, value: string): JobCondition => ({
  field,
  operator: 'eq',
  value,
});

/** Searches, and the number of rows that they find. */
const SEARCHES: Record<string, [search: string, found: number]> = {
  'by a prefix of a rare word': ['obs', RARE],
  'by a substring of a rare word': ['SERVATOR', RARE],
  'by a rare word and a common one': ['eam tory', RARE],
  'by a common word': ['team', 26],
  'by words of different names': ['observatory harbour', 0],
};

/** Conditions, and the number of rows that they find. Three jobs in a thousand failed. */
const CASES: Record<string, [conditions: JobCondition[], found: number]> = {
  'without a filter': [[], 26],
  'by status': [[equal('status', 'failed')], 26],
  'by outcome': [[equal('outcome', 'rejected')], RARE],
  'by failed step': [[equal('failedStep', 'createTabs')], RARE],
  'by type': [[equal('type', 'TeamArchive')], RARE],
  'by template': [[equal('originId', 'rare')], RARE],
  'by requester': [[equal('requesterId', 'rare')], RARE],
  'by requester and status': [[equal('requesterId', 'rare'), equal('status', 'completed')], RARE],
  'by type and a status that is common': [[equal('type', 'TeamArchive'), equal('status', 'completed')], RARE],
  'by common values': [[equal('type', 'TeamProvisioning'), equal('status', 'completed')], 26],
  'by time': [[{ field: 'createdAt', operator: 'lt', value: new Date('2026-01-02T00:00:00Z') }], 26],
};

describe('the list of jobs', () => {
  let database: TestDatabase;
  before(async () => {
    database = await createMigratedDatabase({ unaudited: true });
    await sql`
      insert into charter.jobs (tenant_id, job_id, type, status, requester, request_id, request, steps, template_id, error, team_name,
                                created_at, last_action_at)
      select ${TENANT}, gen_random_uuid(), case when n % 1000 = 0 then 'TeamArchive' else 'TeamProvisioning' end,
             case when n % 1000 in (1, 4, 5) then 'failed' else 'completed' end,
             json_build_object('id', case when n % 1000 = 2 then 'rare' else 'app' end), 'r', '{}', '{}',
             case when n % 1000 = 3 then 'rare' else 'plain' end,
             case when n % 1000 = 4 then '{"code": "ApprovalRejected"}'::json
                  when n % 1000 = 5 then '{"code": "SuiteError", "step": "createTabs"}' end,
             case when n % 1000 = 6 then 'Team Observatory' else 'Team ' || n end,
             timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute', now()
        from generate_series(1, ${sql.lit(JOBS)}) n`.execute(database.tenancy.for(TENANT));
  });
  before(async () => {
    const owner = new pg.Client({ connectionString: database.ownerUrl });
    await owner.connect();
    await owner.query('analyze charter.jobs, charter.job_words');
    await owner.end();
  });
  after(() => database.drop());

  const planOf = async (query: Pick<JobQuery, 'conditions' | 'search'>): Promise<PlanNode> => {
    const { tenant, first } = statements(database.tenancy.for(TENANT), TENANT);
    const list = listJobs(tenant, { top: 25, after: undefined, ...query });
    const explained = await first(json<[{ Plan: PlanNode }]>())`explain (analyze, format json) ${list}`;
    return explained?.[0].Plan as PlanNode;
  };

  for (const [name, [conditions, found]] of Object.entries(CASES)) {
    it(`reads few rows for a page ${name}`, async () => {
      const plan = await planOf({ conditions });
      assert.equal(plan['Actual Rows'], found);
      assert.ok(rowsRead(plan) < 500, JSON.stringify(plan));
    });
  }

  for (const [name, [search, found]] of Object.entries(SEARCHES)) {
    it(`reads few rows for a page ${name}`, async () => {
      const plan = await planOf({ conditions: [], search });
      assert.equal(plan['Actual Rows'], found);
      assert.ok(rowsRead(plan) < 1_500, JSON.stringify(plan));
    });
  }
});
