/**
 * Compares noted teams with their last recorded state. Reads them from Graph, because a delta query of groups has
 * neither their settings nor whether they are archived.
 */
import type { Group, Team } from '@microsoft/microsoft-graph-types';
import type { Team as TeamModel, TeamPatch } from '../../../domain/teams/model.ts';
import { noTeam } from '../../../domain/teams/suite-rules.ts';
import { findChanges, isEmpty } from '../../../domain/teams/update-team.ts';
import type { OutsideFact } from '../../../flows/outside-changes/ports.ts';
import { columns, json, type RowOf, text } from '../../../kernel/columns.ts';
import { isCharterError } from '../../../kernel/errors.ts';
import { isOwnName } from '../calls/groups.ts';
import { listMembersAt } from '../calls/members.ts';
import { groupCall, type ShownTeam, teamCall, toShown, toSuiteTeam } from '../calls/teams.ts';
import { GraphFailure } from '../client/failure.ts';
import { at } from '../client/paths.ts';
import { type Answer, bodyOf } from '../client/transport.ts';
import { missingTeam } from './about-team.ts';
import { changeOf, type GraphChange, isAbandoned, type NotedChange } from './noted-changes.ts';
import type { MirrorParts } from './parts.ts';

/** Limit of teams in one batch of calls, with two calls each. */
const MOST_TEAMS = 10;

const KNOWN = columns({
  id: text('i.id'),
  /** Null for a team that is not in the copy. */
  displayName: text<string | null>('t.display_name'),
  shown: json<ShownTeam | null>('g.shown'),
});
type KnownTeam = RowOf<typeof KNOWN>;

/** Returns the facts that lead from one state to the other. */
function factsBetween(before: ShownTeam, after: ShownTeam): OutsideFact[] {
  const facts: OutsideFact[] = [];
  const changes = findChanges(before as unknown as TeamModel, after as TeamPatch);
  const isLabelled = before.sensitivityLabelId !== after.sensitivityLabelId;
  if (!isEmpty(changes) || isLabelled) {
    const label = isLabelled ? { sensitivityLabelId: after.sensitivityLabelId } : {};
    facts.push({ kind: 'updated', changes: { ...changes, ...label } });
  }
  if (before.isArchived !== after.isArchived) {
    facts.push({ kind: after.isArchived ? 'archived' : 'unarchived' });
  }
  return facts;
}

/** Returns the change of a team that no longer exists in Graph. A team without a recorded creation has no facts. */
function removalOf(note: NotedChange): GraphChange {
  const { made, removed } = note.before;
  const displayName = removed?.displayName ?? '';
  const facts: OutsideFact[] = made || !removed ? [] : [{ kind: 'deleted', owners: removed.owners }];
  return { ...changeOf(note, displayName), facts };
}

function presenceOf(note: NotedChange, known: KnownTeam, team: Answer, group: Answer): GraphChange {
  const groupBody = bodyOf<Group & { uniqueName?: string | null }>(group);
  const read = toSuiteTeam(bodyOf<Team>(team), groupBody);
  const { made, restored } = note.before;
  const isMade = made === true && (restored === true || !isOwnName(groupBody.uniqueName));
  // A team that was never read has no earlier state. Its state is saved without an event.
  const facts: OutsideFact[] = isMade
    ? [{ kind: 'created' }]
    : known.shown === null
      ? []
      : factsBetween(known.shown, toShown(read));
  return { ...changeOf(note, read.team.displayName), facts, read };
}

/** Adds the unique name to the call for the group, which shows whether Charter created the group. */
const callsFor = (teamId: string) => {
  const group = groupCall(teamId);
  return [teamCall(teamId), { ...group, path: `${group.path},uniqueName` }];
};

/** Returns the function that compares noted teams. */
export function createOutsideTeams(parts: MirrorParts) {
  const { database, clock } = parts;

  /** Returns undefined when Graph does not show the team at the moment. */
  async function missing(tenantId: string, note: NotedChange): Promise<GraphChange | undefined> {
    try {
      const reason = await missingTeam(parts, tenantId, note.teamId);
      const isGone = reason?.message === noTeam(note.teamId).message;
      // The group exists, but its team was removed or never created.
      if (reason === undefined && !note.before.made) return { ...removalOf(note), facts: [] };
      // For a team of the copy, missingTeam has noted the removal, which the next lease returns.
      if (isGone) return note.before.made ? removalOf(note) : undefined;
    } catch (error) {
      if (!(error instanceof GraphFailure) && !isCharterError(error)) throw error;
    }
    return isAbandoned(note, clock) ? { ...removalOf(note), facts: [] } : undefined;
  }

  /**
   * Adds the people of a restored team. The deletion removed them from the copy, and no delta query shows them again.
   */
  async function withPeople(tenantId: string, change: GraphChange): Promise<GraphChange | undefined> {
    const { id } = change.team;
    try {
      const people = await listMembersAt(parts.graphOf(tenantId), at`/teams/${id}`, id, id);
      return { ...change, people };
    } catch (error) {
      if (error instanceof GraphFailure || isCharterError(error)) return undefined;
      throw error;
    }
  }

  /** Returns undefined for a team that can't be read now. */
  async function compare(
    tenantId: string,
    note: NotedChange,
    known: KnownTeam,
    [team, group]: readonly [Answer, Answer],
  ): Promise<GraphChange | undefined> {
    const failures = [team, group].filter((answer) => answer instanceof GraphFailure);
    if (failures.some(({ status }) => status === 404)) return missing(tenantId, note);
    if (failures.length > 0) return undefined;
    const present = presenceOf(note, known, team, group);
    return note.before.restored ? withPeople(tenantId, present) : present;
  }

  return async function readTeams(tenantId: string, notes: readonly NotedChange[]): Promise<GraphChange[]> {
    const teamIds = notes.map(({ teamId }) => teamId);
    const { tenant, all } = database.in(tenantId);
    const rows = await all(KNOWN)`
      select ${KNOWN}
        from unnest(${teamIds}::text[]) as i(id)
        left join directory.teams t on t.tenant_id = ${tenant} and t.team_id = i.id
        left join graph_suite.groups g on g.tenant_id = ${tenant} and g.group_id = i.id`;
    const known = new Map(rows.map((row) => [row.id, row]));
    // For a team that was restored since, returns the deletion first; its note then becomes that of the restoration.
    const isRemoved = ({ teamId, before: { removed, restored } }: NotedChange): boolean =>
      removed !== undefined && (restored === true || known.get(teamId)?.displayName == null);
    const changes = notes.filter(isRemoved).map(removalOf);
    const others = notes.filter((note) => !isRemoved(note));
    for (let start = 0; start < others.length; start += MOST_TEAMS) {
      const some = others.slice(start, start + MOST_TEAMS);
      const answers = await parts.graphOf(tenantId).batch(some.flatMap(({ teamId }) => callsFor(teamId)));
      for (const [index, note] of some.entries()) {
        const pair = [answers[2 * index]!, answers[2 * index + 1]!] as const;
        const change = await compare(tenantId, note, known.get(note.teamId)!, pair);
        if (change !== undefined) changes.push(change);
      }
    }
    return changes;
  };
}
