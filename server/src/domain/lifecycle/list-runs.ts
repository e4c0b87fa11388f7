import { notFound } from '../../kernel/errors.ts';
import type { Principal } from '../principal.ts';
import type { Store } from '../store.ts';
import { mustManageLifecycle } from './policy.ts';
import { describeRun, type LifecycleRun, type RunTeam, type RunTeamOutcome } from './runs.ts';

export interface PageInput {
  /** Page size, 1 to 999. */
  top: number;
  /** Where the page before ended: its `next`. */
  after: string | undefined;
}

/** The tenant's runs, newest first. @throws Forbidden */
export async function listLifecycleRuns(
  { store }: { store: Store },
  principal: Principal,
  { top, after }: PageInput,
): Promise<{ runs: LifecycleRun[]; next: string | undefined }> {
  mustManageLifecycle(principal);
  const found = await store.in(principal.tenantId).lifecycleRuns.list({ top, after });
  const page = found.slice(0, top);
  return { runs: page.map(describeRun), next: found.length > top ? page.at(-1)?.id : undefined };
}

/** @throws Forbidden, NotFound */
export async function getLifecycleRun(
  { store }: { store: Store },
  principal: Principal,
  { runId }: { runId: string },
): Promise<LifecycleRun> {
  mustManageLifecycle(principal);
  const run = await store.in(principal.tenantId).lifecycleRuns.find(runId);
  if (run === undefined) throw notFound('lifecycle run', runId);
  return describeRun(run);
}

/** What became of teams in a run, by team id. @throws Forbidden, NotFound */
export async function listLifecycleRunTeams(
  { store }: { store: Store },
  principal: Principal,
  { runId, top, after, outcome }: PageInput & { runId: string; outcome: RunTeamOutcome | undefined },
): Promise<{ teams: RunTeam[]; next: string | undefined }> {
  await getLifecycleRun({ store }, principal, { runId });
  const found = await store.in(principal.tenantId).lifecycleRuns.listTeams(runId, { top, after, outcome });
  const page = found.slice(0, top);
  return { teams: page, next: found.length > top ? page.at(-1)?.teamId : undefined };
}
