/**
 * The latest activity in teams: Microsoft's usage report, which knows the day and is about two days late, and what
 * Charter itself has changed. The report is read at most twice a day ("getTeamsTeamActivityDetail").
 */
import type { User } from '@microsoft/microsoft-graph-types';
import type { SuiteActivity, TeamActivity } from '../../domain/teams/suite.ts';
import { isUuid } from '../../kernel/ids.ts';
import { readReport } from './activity-report.ts';
import { GraphFailure } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { toSuiteTeam } from './team-answers.ts';
import { bodyOf, groupCall, teamCall } from './teams.ts';
import { at, type GraphAnswer, type GraphCall } from './transport.ts';

const KNOWN = `
  select group_id as "teamId", deleted_at as "deletedAt", changed_at as "changedAt", active_on::timestamptz as "activeOn"
    from graph_suite.groups where tenant_id = $1 and group_id = any ($2::text[])`;

interface Known {
  teamId: string;
  deletedAt: Date | null;
  changedAt: Date | null;
  activeOn: Date | null;
}

const ownersCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: `${at`/groups/${teamId}/owners`}?$select=id,accountEnabled`,
  budget: 'readDirectory',
});

type Answer = GraphAnswer<unknown> | GraphFailure;

const isMissing = (answer: Answer | undefined): boolean =>
  answer instanceof GraphFailure && answer.status === 404;

function toActivity(known: Known | undefined, team: Answer, group: Answer, owners: Answer): TeamActivity {
  const { team: shown } = toSuiteTeam(bodyOf(team), bodyOf(group));
  const times = [new Date(shown.createdDateTime), known?.changedAt, known?.activeOn].map(
    (time) => time?.getTime() ?? 0,
  );
  const people = bodyOf<{ value: User[] }>(owners).value;
  return {
    teamId: shown.id,
    displayName: shown.displayName,
    isArchived: shown.isArchived,
    lastActivityDateTime: new Date(Math.max(...times)).toISOString(),
    ownerIds: people.filter(({ accountEnabled }) => accountEnabled !== false).map(({ id }) => id!),
  };
}

export function createActivity(parts: GraphParts): SuiteActivity {
  return {
    async of(tenantId, teamIds) {
      if (teamIds.length === 0) return [];
      await readReport(parts, tenantId);
      const rows = await parts.database.read<Known>(KNOWN, tenantId, teamIds);
      const known = new Map(rows.map((row) => [row.teamId, row]));
      const wanted = teamIds.filter((id) => isUuid(id) && !known.get(id)?.deletedAt);
      const calls = wanted.flatMap((id) => [teamCall(id), groupCall(id), ownersCall(id)]);
      const answers = await parts.graphOf(tenantId).batch(calls);
      return wanted.flatMap((id, index) => {
        const [team, group, owners] = answers.slice(3 * index, 3 * index + 3) as [Answer, Answer, Answer];
        if (isMissing(team) || isMissing(group)) return [];
        return toActivity(known.get(id), team, group, owners);
      });
    },
  };
}
