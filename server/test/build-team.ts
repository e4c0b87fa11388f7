/** Requests teams over HTTP in tests, and runs their jobs as a worker would. */
import assert from 'node:assert/strict';
import { runJob } from '../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import type { Caller, TeamService } from './team-service.ts';
import { TENANT } from './team-world.ts';

/** Requests a team as the person and runs its job. Returns the id of the team. */
export async function buildTeam({ call, world }: TeamService, as: Caller, body: object): Promise<string> {
  const { status, body: job } = await call(as, 'POST', '/teams/provisioning', body);
  assert.equal(status, 201, JSON.stringify(job));
  const never = new AbortController().signal;
  const { store, suite } = world.deps;
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const clock = { now: () => new Date() };
  await runJob(
    { store, suite, clock, log, definitions: JOB_DEFINITIONS },
    { tenantId: TENANT, jobId: job.id },
    { lost: never, stopping: never },
  );
  const { body: ended } = await call(as, 'GET', `/jobs/${job.id}`);
  assert.equal(ended.status, 'completed', JSON.stringify(ended.data.error));
  return ended.data.team.id;
}
