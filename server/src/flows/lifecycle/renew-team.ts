import { authoriseTeamAct } from '../../domain/teams/authorise.ts';
import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { CharterError } from '../../kernel/errors.ts';
import { renewalRecord } from './announce.ts';
import { renewed } from './decide.ts';
import { readTeamLifecycle, type TeamLifecycle, type TeamLifecycleDeps } from './get-team-lifecycle.ts';
import { LifecyclePlan } from './plan.ts';

/** Others may write at the same moment; each time somebody got further. */
const MOST_TRIES = 20;

const nothingToRenew = (): CharterError =>
  new CharterError('Conflict', 'The team has no lifecycle, so there is nothing to renew.');

const underWay = (): CharterError =>
  new CharterError(
    'Conflict',
    'The team’s time is over, and it is being archived or deleted. Unarchive it when that is done.',
  );

/**
 * Says that a team is still needed: its inactivity counts anew from now, whatever its state. Once more does the
 * same.
 * @throws NotFound, Forbidden, TeamArchived; Conflict when it has no lifecycle, or is being archived or deleted
 */
export async function renewTeam(
  deps: TeamLifecycleDeps,
  principal: Principal,
  { requestId }: RequestContext,
  { teamId }: { teamId: string },
): Promise<TeamLifecycle> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'renewLifecycle');
  const { team } = suiteTeam;
  const { store, clock } = deps;
  const { tenantId } = principal;
  const record = renewalRecord(team, { actor: actorOf(principal), requestId });
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const at = clock.now();
    const plan = await LifecyclePlan.begin(deps, tenantId, at);
    const planned = await plan.lookAgain(team.id);
    if (planned?.situation.rules === undefined) throw nothingToRenew();
    if (planned.situation.record?.operation === 'pending') throw underWay();
    const revision = planned.situation.record?.revision;
    const isHeld = await store.transaction(tenantId, async (unit) => {
      const written = await unit.lifecycles.save([{ teamId: team.id, revision, change: renewed(at) }]);
      if (written.length > 0) await unit.audit.append([record], at);
      return written.length > 0;
    });
    if (isHeld) return readTeamLifecycle(deps, tenantId, team);
  }
  throw new CharterError('Conflict', 'The team’s lifecycle changes at this moment. Try again.');
}
