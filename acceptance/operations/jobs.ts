import assert from 'node:assert/strict';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

export const JOB_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getJob',
    caller: 'admin',
    needs: ['job'],
    call: async (client, { job }) => {
      const found = await client.jobs.getJob(job);
      assert.equal(found.status, 'completed');
      assert.equal(found.progress, 100);
      assert.ok(found.log.length > 0 && found.log.every((line) => /^\d{4}-\d\d-\d\dT\S+Z \S/.test(line)));
      assert.ok(found.steps.every(({ status }) => status === 'completed' || status === 'skipped'));
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/jobs/${id}`, 'jobId')],
  },
  {
    operation: 'getJobs',
    caller: 'owner',
    needs: ['team', 'job', 'template'],
    call: async (client, { job }) => {
      const { value } = await client.jobs.getJobs({ $filter: "status eq 'completed'" });
      assert.ok(value.some(({ id, template }) => id === job && template !== undefined));
      assert.ok(value.every(({ status, team }) => status === 'completed' && team.displayName !== undefined));
      const ids = new Set<string>();
      for await (const { id } of client.jobs.list({ $top: 1, $filter: "type eq 'TeamProvisioning'" })) {
        ids.add(id);
        if (ids.size === 2) break;
      }
      assert.equal(ids.size, 2);
      const completed = await client.jobs.getJobs({ $filter: "outcome eq 'completed'" });
      assert.ok(completed.value.some(({ id }) => id === job));
      const [named] = completed.value.filter(({ id }) => id === job);
      const inside = named?.team.displayName?.slice(1, -1) ?? '';
      const found = await client.jobs.getJobs({ $search: inside, $filter: "outcome eq 'completed'" });
      assert.ok(found.value.some(({ id }) => id === job));
      assert.deepEqual((await client.jobs.getJobs({ $search: 'nowhere' })).value, []);
      const failed = await client.jobs.getJobs({ $filter: "error/step eq 'createTeam'" });
      assert.deepEqual(failed.value, []);
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      query('/jobs', 'a filter over an unknown field', '$filter=progress eq 1', '$filter'),
      query('/jobs', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
      query('/jobs', 'an unknown option', '$orderby=status', '$orderby'),
      query('/jobs', 'an empty search', '$search=', '$search'),
    ],
  },
  {
    operation: 'getJobTeams',
    caller: 'owner',
    needs: ['job'],
    call: async (client, { job }) => {
      assert.deepEqual((await client.jobs.getJobTeams(job)).value, []);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      query('/jobs/j/teams', 'an unknown outcome', 'outcome=exploded', 'outcome'),
      query('/jobs/j/teams', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
      query('/jobs/j/teams', 'an unknown option', '$orderby=outcome', '$orderby'),
    ],
  },
  {
    operation: 'getJobEvents',
    caller: 'owner',
    needs: ['job'],
    call: async (client, { job }) => {
      const lines: string[] = [];
      for await (const { status, progress, log } of client.jobs.watchJob(job)) {
        assert.deepEqual([status, progress], ['completed', 100]);
        lines.push(...log);
      }
      assert.deepEqual(lines, (await client.jobs.getJob(job)).log);
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      {
        what: 'an id of 300 characters',
        request: () => ({
          path: `/v1.0/jobs/${'x'.repeat(300)}/events`,
          headers: { accept: 'text/event-stream' },
        }),
        target: 'jobId',
      },
    ],
  },
  {
    operation: 'cancelJob',
    caller: 'owner',
    needs: ['job', 'approval'],
    call: async (client, { approval }) => {
      const { job } = await client.approvals.getApproval(approval);
      const cancelled = await client.jobs.cancelJob(job.id);
      assert.deepEqual([cancelled.status, cancelled.data.error?.code], ['failed', 'Cancelled']);
      assert.equal((await client.approvals.getApproval(approval)).status, 'cancelled');
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [
      body('POST', ({ job }) => `/jobs/${job}/cancel?remove=perhaps`)(
        'an unknown value of remove',
        undefined,
        'remove',
      ),
      tooLongId('POST', (id) => `/jobs/${id}/cancel`, 'jobId'),
    ],
  },
  ...(['approveJob', 'rejectJob'] as const).map(
    (operation): OperationCase => ({
      operation,
      caller: 'admin',
      needs: ['job'],
      call: async (client, { job }) => {
        // The job needs no second administrator, so a 409 shows that the call is authorised. four-eyes.test.ts tests
        // other jobs.
        const rejected = await client.jobs[operation](job).catch(
          (error: unknown) => error as { status?: number | string },
        );
        if (rejected.status !== 409) throw rejected;
      },
      forbidden: 'owner',
      foreign: 'hidden',
      bad: [tooLongId('POST', (id) => `/jobs/${id}/${operation.slice(0, -3)}`, 'jobId')],
    }),
  ),
  {
    operation: 'retryJob',
    caller: 'admin',
    needs: ['job'],
    call: async (client, { job }) => {
      // The job is completed, so a 409 shows that the call is authorised. server/src/flows/jobs tests failed jobs.
      const rejected = await client.jobs
        .retryJob(job)
        .catch((error: unknown) => error as { status?: number });
      if (!('status' in rejected) || rejected.status !== 409) throw rejected;
    },
    forbidden: null,
    foreign: 'hidden',
    bad: [tooLongId('POST', (id) => `/jobs/${id}/retry`, 'jobId')],
  },
];
