import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { notFound } from '../../kernel/errors.ts';
import { type Page, type PageQuery, toPage } from '../../kernel/page.ts';
import { mustManageLifecycle } from './access.ts';
import { describeRun, type LifecycleRun, type RunTeam, type RunTeamOutcome } from './runs.ts';

/**
 * Returns a page of the tenant's runs, newest first.
 * @throws Forbidden
 */
export async function listLifecycleRuns(
  { store }: { store: Store },
  principal: Principal,
  { top, after }: PageQuery,
): Promise<Page<LifecycleRun>> {
  mustManageLifecycle(principal);
  const found = await store.in(principal.tenantId).lifecycleRuns.list({ top, after });
  return toPage(found.map(describeRun), top, ({ id }) => id);
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

/**
 * Returns a page of a run's reports on teams, ordered by team id.
 * @throws Forbidden, NotFound
 */
export async function listLifecycleRunTeams(
  { store }: { store: Store },
  principal: Principal,
  { runId, top, after, outcome }: PageQuery & { runId: string; outcome: RunTeamOutcome | undefined },
): Promise<Page<RunTeam>> {
  await getLifecycleRun({ store }, principal, { runId });
  const found = await store.in(principal.tenantId).lifecycleRuns.listTeams(runId, { top, after, outcome });
  return toPage(found, top, ({ teamId }) => teamId);
}
