/** Names that one request holds at a time: a unique team name, and the one team of a singleton template. */
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { nameRefusal } from '../../domain/policies/refusal.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Reservation } from '../../engine/jobs/ports.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { ProvisioningPlan } from './plan.ts';
import { singletonRefusal } from './policies.ts';

const singletonOf = ({ template }: TeamBlueprint): Reservation => ({ kind: 'singleton', value: template.id });

/** Returns whether another job holds the singleton. It does until its team is gone; then the job is stale. */
export async function findSingleton(
  { store, suite }: Pick<Deps, 'store' | 'suite'>,
  tenantId: string,
  blueprint: TeamBlueprint,
  jobId: string,
): Promise<{ taken: boolean; staleJobId?: string }> {
  if (!blueprint.singleton) return { taken: false };
  const holder = await store.in(tenantId).jobs.findHolder(singletonOf(blueprint));
  if (holder === undefined || holder.id === jobId) return { taken: false };
  if (holder.status !== 'completed' || holder.subjectId === null) return { taken: true };
  const team = await suite.teams.find(tenantId, holder.subjectId);
  return team === undefined ? { taken: false, staleJobId: holder.id } : { taken: true };
}

/** @throws PolicyViolation when another request was faster */
export async function claimSingleton(
  { jobs }: UnitOfWork,
  blueprint: TeamBlueprint,
  jobId: string,
  staleJobId: string | undefined,
): Promise<void> {
  if (!blueprint.singleton) return;
  if (staleJobId !== undefined) await jobs.release(staleJobId);
  if (!(await jobs.reserve(singletonOf(blueprint), jobId))) throw singletonRefusal();
}

/**
 * Reserves the planned name where a policy demands unique names. Locks the name, so that requests for the same
 * name take turns.
 * @param readAt when the facts of the plan were read
 * @throws PolicyViolation when another request was faster
 */
export async function claimName(
  { teamNames }: UnitOfWork,
  { name, verdicts }: ProvisioningPlan,
  jobId: string,
  readAt: Date,
): Promise<void> {
  if (!verdicts.some(({ policy }) => policy === 'duplicateNames')) return;
  await teamNames.lock(name);
  if (await teamNames.isRequested(name, { exceptId: jobId, endedSince: readAt })) throw nameRefusal();
}
