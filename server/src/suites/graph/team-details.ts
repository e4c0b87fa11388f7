/** Completes teams in the copy that a delta query has shown: the delta query has the group, but not the team. */
import type { Group, Team } from '@microsoft/microsoft-graph-types';
import { bodyOf } from './answer.ts';
import { GraphFailure } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { toSuiteTeam } from './team-answers.ts';
import { groupCall, teamCall } from './teams.ts';

/** Limit of teams in one batch of calls, with two calls each. */
const MOST_AT_ONCE = 10;
/** Limit of teams in one refresh, so that a large tenant does not use up all calls for hours. */
const MOST = 300;

const isRefused = ({ status }: GraphFailure): boolean => status >= 400 && status < 500 && status !== 429;

export async function completeTeams(parts: GraphParts, tenantId: string): Promise<void> {
  const ids = await parts.copy.withoutDetails(tenantId, MOST);
  for (let start = 0; start < ids.length; start += MOST_AT_ONCE) {
    const some = ids.slice(start, start + MOST_AT_ONCE);
    const calls = some.flatMap((id) => [teamCall(id), groupCall(id)]);
    const answers = await parts.graphOf(tenantId).batch(calls);
    for (const [index, id] of some.entries()) {
      const [team, group] = answers.slice(2 * index, 2 * index + 2);
      // Skips a team that Graph does not show or refuses, so that it does not delay the others.
      if ([team, group].some((answer) => answer instanceof GraphFailure && isRefused(answer))) {
        await parts.copy.skipDetails(tenantId, id);
        continue;
      }
      await parts.copy.save(tenantId, toSuiteTeam(bodyOf<Team>(team), bodyOf<Group>(group)), false);
    }
  }
}
