import { teamOwnerless } from '../../domain/teams/events.ts';
import type { Deps } from '../../engine/deps.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { newId } from '../../kernel/ids.ts';

/** Maximum number of teams in one transaction and one notification. */
const PAGE = 100;

/**
 * Announces teams that have lost their last owner who can act: records an event for each team, and notifies the
 * administrators. The directory stores each loss in the transaction that causes it
 * (migrations/0047-owners-who-can-act.ts). Announces each loss once, even if several nodes run it.
 */
export async function announceOwnerlessTeams(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
): Promise<void> {
  const announce = () =>
    store.transaction(tenantId, async (unit) => {
      const teams = await unit.leavers.takeOwnerless(PAGE);
      const [first] = teams;
      if (first === undefined) return 0;
      const at = clock.now();
      const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
      await unit.events.append(
        teams.map((team) => ({
          ...teamOwnerless.happened({ target: { type: 'team', ...team }, payload: { team }, audience: [] }),
          ...cause,
        })),
        at,
      );
      // A policy may look for owners at once (flows/owners).
      await unit.governedTeams.makeDue({ teamIds: teams.map(({ id }) => id) }, at);
      const facts = { teamId: first.id, teamName: first.displayName, teamCount: teams.length };
      await unit.notifications.addForAdministrators({ kind: 'team_ownerless', facts }, at);
      return teams.length;
    });
  while ((await announce()) === PAGE);
}
