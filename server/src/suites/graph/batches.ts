import { ONE_TEAM } from './budgets.ts';

const MOST_IN_A_BATCH = 20;

/** Splits calls into batches of at most 20, with no more calls about one team than Graph permits in a second. */
export function batchesOf<Call extends { teamId?: string }>(calls: readonly Call[]): Call[][] {
  const batches: Call[][] = [];
  for (const call of calls) {
    const last = batches.at(-1);
    const sameTeam = last?.filter(({ teamId }) => teamId !== undefined && teamId === call.teamId) ?? [];
    const fits = last && last.length < MOST_IN_A_BATCH && sameTeam.length < ONE_TEAM.calls;
    if (fits) last.push(call);
    else batches.push([call]);
  }
  return batches;
}
