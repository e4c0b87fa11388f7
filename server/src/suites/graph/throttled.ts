/**
 * Which rows a 429 pauses. Microsoft limits the calls about one team and those of the whole tenant, and a 429 does not
 * say which limit was reached. The next answers show it: when Graph throttles the tenant, all its calls of the budget
 * get a 429.
 */
import type { Budget } from './budgets.ts';

/** Returns the name of the row for calls about the team. */
export const teamNameOf = (teamId: string): string => `team/${teamId}`;

interface Call {
  budget: Budget;
  teamId?: string | undefined;
}

export class Throttled {
  /** The latest throttled call of each budget without a later accepted one. */
  readonly #latest = new Map<string, Call>();

  /** Notes a 429, and returns the names of the rows to pause: the team, and the budget when it is the second in a row. */
  throttle(tenantId: string, call: Call): string[] {
    const { budget, teamId } = call;
    const key = `${tenantId} ${budget}`;
    const earlier = this.#latest.get(key);
    this.#latest.set(key, call);
    const ofTeam = teamId === undefined ? [] : [teamNameOf(teamId)];
    // Two calls about one team can both exceed the limit of the team.
    const isOfTenant = earlier !== undefined && (teamId === undefined || earlier.teamId !== teamId);
    return isOfTenant ? [budget, ...ofTeam] : ofTeam;
  }

  /** Notes an answer that was not throttled. */
  accept(tenantId: string, budget: Budget): void {
    this.#latest.delete(`${tenantId} ${budget}`);
  }
}
