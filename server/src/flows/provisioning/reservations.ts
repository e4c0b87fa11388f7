/** Reserves what only one request may have at a time: a unique team name, or the only team of a singleton template. */

import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import { reservesName } from '../../domain/policies/apply-policies.ts';
import { isNameTaken } from '../../domain/policies/check-team.ts';
import { nameRejection } from '../../domain/policies/rejection.ts';
import type { Deps } from '../../engine/deps.ts';
import type { JobRecord } from '../../engine/jobs/model.ts';
import type { Reservation } from '../../engine/jobs/ports.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { CharterError, conflict } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { ProvisioningPlan } from './plan.ts';
import { storedFileHashesOf } from './plan-contents.ts';
import { singletonRejection } from './policies.ts';

/** A template, and whether it allows one team only. */
interface Singleton {
  singleton: boolean;
  template: { id: string };
}

const singletonOf = ({ template }: Singleton): Reservation => ({ kind: 'singleton', value: template.id });

/**
 * Returns whether another job holds the singleton. A completed job whose team no longer exists does not: its
 * reservation is stale, and its id is returned.
 */
export async function findSingleton(
  { store, suite }: Pick<Deps, 'store' | 'suite'>,
  tenantId: string,
  blueprint: Singleton,
  jobId: string,
): Promise<{ taken: boolean; staleJobId?: string }> {
  if (!blueprint.singleton) return { taken: false };
  const holder = await store.in(tenantId).jobs.findHolder(singletonOf(blueprint));
  if (holder === undefined || holder.id === jobId) return { taken: false };
  if (holder.status !== 'completed' || holder.subjectId === null) return { taken: true };
  const team = await suite.teams.find(tenantId, holder.subjectId);
  return team === undefined ? { taken: false, staleJobId: holder.id } : { taken: true };
}

/** @throws PolicyViolation when another request has reserved the singleton first */
export async function claimSingleton(
  { jobs }: UnitOfWork,
  blueprint: TeamBlueprint,
  jobId: string,
  staleJobId: string | undefined,
): Promise<void> {
  if (!blueprint.singleton) return;
  if (staleJobId !== undefined) await jobs.release(staleJobId);
  if (!(await jobs.reserve(singletonOf(blueprint), jobId))) throw singletonRejection();
}

const kindsOf = ({ verdicts }: ProvisioningPlan): string[] => verdicts.map(({ policy }) => policy);

/**
 * Checks that no other request has the planned name, if a policy requires unique names. Locks the name until the
 * transaction ends, so that requests for the same name run one after the other.
 * @param readAt time at which the facts of the plan were read
 * @throws PolicyViolation when another request has taken the name
 */
export async function claimName(
  { teamNames }: UnitOfWork,
  plan: ProvisioningPlan,
  jobId: string,
  readAt: Date,
): Promise<void> {
  if (!reservesName(kindsOf(plan))) return;
  const { name } = plan;
  await teamNames.lock(name);
  if (await teamNames.isRequested(name, { exceptId: jobId, endedSince: readAt })) throw nameRejection();
}

/**
 * Protects the files of the plan from deletion until the job has ended, even if its template is changed or deleted.
 * @throws Conflict when one of them was deleted meanwhile
 */
export async function holdFiles(
  { blobs }: UnitOfWork,
  jobId: string,
  { contents }: ProvisioningPlan,
  at: Date,
): Promise<void> {
  if (
    contents === undefined ||
    (await blobs.hold({ type: 'job', id: jobId }, storedFileHashesOf(contents), at))
  )
    return;
  throw conflict(
    say(
      'provisioning.filesGone',
      'A file of the template was deleted. Ask its administrators to apply it again.',
    ),
  );
}

const nameTaken = ({ name }: ProvisioningPlan): CharterError =>
  new CharterError(
    'NameAlreadyExists',
    say(
      'provisioning.nameTaken',
      "Another team is called '{name}' now, or will be. Send a new request with another name.",
      { name },
    ),
  );

const singletonTaken = (): CharterError =>
  conflict(
    say(
      'provisioning.singletonTaken',
      'The one team of this template exists now, or is being made by another request. Use that one.',
    ),
  );

/**
 * Checks that a failed job can have its team name and its singleton again. Returns a function that reserves them in a
 * transaction.
 * @throws NameAlreadyExists when the name has been taken meanwhile, Conflict when the singleton has; the returned
 * function throws the same
 */
export async function reclaimNames(
  deps: Pick<Deps, 'store' | 'suite' | 'clock'>,
  tenantId: string,
  { id: jobId, plan }: JobRecord<ProvisioningPlan>,
): Promise<(unit: UnitOfWork) => Promise<void>> {
  if (plan === null) return async () => undefined;
  const readAt = deps.clock.now();
  const ofTemplate: Singleton = { template: plan.template, singleton: kindsOf(plan).includes('singleton') };
  const singleton = await findSingleton(deps, tenantId, ofTemplate, jobId);
  if (singleton.taken) throw singletonTaken();
  const mustBeUnique = reservesName(kindsOf(plan));
  if (mustBeUnique && (await isNameTaken(deps, plan.name, { tenantId, jobId }))) throw nameTaken(plan);
  return async (unit) => {
    if (mustBeUnique) {
      await unit.teamNames.lock(plan.name);
      const others = { exceptId: jobId, endedSince: readAt };
      if (await unit.teamNames.isRequested(plan.name, others)) throw nameTaken(plan);
    }
    if (!ofTemplate.singleton) return;
    if (singleton.staleJobId !== undefined) await unit.jobs.release(singleton.staleJobId);
    if (!(await unit.jobs.reserve(singletonOf(ofTemplate), jobId))) throw singletonTaken();
  };
}
