import { authoriseTeamAction } from '../../domain/teams/access.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { type CharterError, conflict } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { retryConflicts } from '../../kernel/retry.ts';
import { isEnding, type LifecycleSituation, renewalChange } from './decide.ts';
import { teamLifecycleRenewed } from './events.ts';
import { LifecyclePlan, type PlanDeps } from './plan.ts';
import { readTeamLifecycle, type TeamLifecycle } from './read-lifecycle.ts';

const nothingToRenew = (): CharterError =>
  conflict(say('lifecycle.none', 'The team has no lifecycle, so there is nothing to renew.'));

const expiryInProgress = (): CharterError =>
  conflict(
    say(
      'lifecycle.underWay',
      'The grace period is over and the team is being archived or deleted. Unarchive it afterwards.',
    ),
  );

/**
 * @throws Conflict for a team that is being archived or deleted, and for one that reaches its end, which a renewal does
 *   not move
 */
export function assertRenewable({ rules, record }: LifecycleSituation, at: Date): void {
  if (record?.operation === 'pending') throw expiryInProgress();
  if (rules === undefined || !isEnding(rules, at)) return;
  throw conflict(
    say(
      'lifecycle.ending',
      'The team ends on {end}, and a renewal does not move its end. Change the end date among its answers, as far as its template permits.',
      { end: String(rules.endDateTime).slice(0, 10) },
    ),
  );
}

interface Renewal {
  teamId: string;
  /** Revision of the lifecycle record that was read; undefined when there was no record. */
  revision: number | undefined;
  record: NewAuditRecord;
}

/** Renews in the caller's transaction. Returns false when the lifecycle record has changed since it was read. */
export async function renewInTransaction(
  unit: UnitOfWork,
  { teamId, revision, record }: Renewal,
  at: Date,
): Promise<boolean> {
  const written = await unit.lifecycles.save([{ teamId, revision, change: renewalChange(at) }]);
  if (written.length > 0) await unit.audit.append([record], at);
  return written.length > 0;
}

/**
 * Renews a team: its inactivity counts from now.
 * @throws NotFound, Forbidden, TeamArchived; Conflict when it has no lifecycle, reaches its end, or is being archived
 * or deleted
 */
export async function renewTeam(
  deps: PlanDeps & Deps,
  principal: Principal,
  context: RequestContext,
  { teamId }: { teamId: string },
): Promise<TeamLifecycle> {
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'renewLifecycle');
  const { team } = suiteTeam;
  const { store, clock } = deps;
  const { tenantId } = principal;
  const record = teamLifecycleRenewed.record(team, causeOf(principal, context));
  const write = async (): Promise<TeamLifecycle | undefined> => {
    const at = clock.now();
    const plan = await LifecyclePlan.begin(deps, tenantId, at);
    const planned = await plan.lookAgain(team.id);
    if (planned?.situation.rules === undefined) throw nothingToRenew();
    assertRenewable(planned.situation, at);
    const revision = planned.situation.record?.revision;
    const isHeld = await store.transaction(tenantId, (unit) =>
      renewInTransaction(unit, { teamId: team.id, revision, record }, at),
    );
    return isHeld ? readTeamLifecycle(deps, tenantId, team) : undefined;
  };
  return retryConflicts(
    write,
    say('lifecycle.busy', 'Another request changed the team’s lifecycle at the same time. Try again.'),
  );
}
