/** Archiving and unarchiving a team as changes of a bulk job. */
import { teamArchived, teamUnarchived } from '../../domain/teams/events.ts';
import type { AnyOperation, SuiteOperation } from '../../engine/intents/perform.ts';
import type { Suite } from '../../engine/suite.ts';

type Used = 'execute' | 'event' | 'sameChangeSince';

export interface ChangeStanding {
  team: { id: string; displayName: string };
  siteReadOnly: boolean;
  /** Time just before the change, RFC 3339. */
  askedAt: string;
}

/** An earlier try may have made the change, so that a repetition counts a team in the wanted state as changed. */
const standingOperation = (
  definition: typeof teamArchived,
  change: (teams: Suite['teams'], tenantId: string, input: ChangeStanding) => Promise<boolean>,
): Pick<AnyOperation, Used> => {
  const operation: Pick<SuiteOperation<ChangeStanding, boolean>, Used> = {
    execute: async ({ teams }, input, { tenantId, isRepeat }) =>
      (await change(teams, tenantId, input)) || isRepeat,
    event: ({ team }, hasChanged) =>
      hasChanged ? definition.happened({ target: { type: 'team', ...team }, payload: { team } }) : undefined,
    sameChangeSince: ({ askedAt }, { isRepeat }) => (isRepeat ? new Date(askedAt) : undefined),
  };
  return operation as unknown as Pick<AnyOperation, Used>;
};

export const archiveOperation = standingOperation(teamArchived, (teams, tenantId, { team, siteReadOnly }) =>
  teams.archive(tenantId, team.id, { siteReadOnly }),
);

export const unarchiveOperation = standingOperation(teamUnarchived, (teams, tenantId, { team }) =>
  teams.unarchive(tenantId, team.id),
);
