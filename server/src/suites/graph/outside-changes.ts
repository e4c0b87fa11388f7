/**
 * Compares what was noted (noted-changes.ts) with what Charter has told last. A team is read from Graph, because a delta
 * query of groups shows neither its settings nor whether it is archived. People are compared in the copy.
 */
import type { Group, Team } from '@microsoft/microsoft-graph-types';
import type { MemberRole, SuiteTeam, Team as TeamModel, TeamPatch } from '../../domain/teams/model.ts';
import { findChanges, isEmpty } from '../../domain/teams/patch.ts';
import type { Actor } from '../../engine/principal.ts';
import type { OutsideChange, OutsideChanges, OutsideFact } from '../../flows/outside-changes/ports.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { noTeam } from '../embedded/refusals.ts';
import { GraphFailure } from './failure.ts';
import { type NotedChange, type ShownTeam, toShown } from './noted-changes.ts';
import { type GraphParts, missingTeam } from './parts.ts';
import { toSuiteTeam } from './team-answers.ts';
import { isOwnName } from './team-creation.ts';
import { type Answer, bodyOf, groupCall, teamCall } from './teams.ts';

const ACTOR: Actor = { id: 'microsoft-365', kind: 'system', displayName: 'Microsoft 365' };

const LEASE_MILLISECONDS = 60_000;
/** Notes of one batch. */
const MOST_NOTES = 100;
/** Teams that are read in one batch of calls: two calls each. */
const MOST_TEAMS = 10;
/** Graph shows a new team everywhere long before. A note about a group that becomes no team ends then. */
const WAIT_MILLISECONDS = 24 * 60 * 60_000;

const KNOWN_TEAMS = `
  select i.id, t.display_name as "displayName", g.shown
    from unnest($2::text[]) as i(id)
    left join embedded_suite.teams t on t.tenant_id = $1 and t.team_id = i.id
    left join graph_suite.groups g on g.tenant_id = $1 and g.group_id = i.id`;

const PEOPLE = `
  select i."teamId", i.subject, m.role, u.display_name as "displayName", u.mail, u.user_type = 'Guest' as "isGuest"
    from json_to_recordset($2::json) as i("teamId" text, subject text)
    left join embedded_suite.team_members m
      on m.tenant_id = $1 and m.team_id = i."teamId" and m.user_id = i.subject
    left join embedded_suite.users u on u.tenant_id = $1 and u.user_id = i.subject`;

interface KnownTeam {
  id: string;
  /** Null for a team that is not in the copy. */
  displayName: string | null;
  shown: ShownTeam | null;
}

interface PersonNow {
  teamId: string;
  subject: string;
  role: MemberRole | null;
  displayName: string | null;
  mail: string | null;
  isGuest: boolean | null;
}

export interface GraphChange extends OutsideChange {
  note: NotedChange;
  /** As Graph shows it; undefined for a deleted team and for people. */
  read?: SuiteTeam;
}

/** Returns what events tell between the two states. */
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

const changeOf = (note: NotedChange, displayName: string) => ({
  id: note.changeId,
  team: { id: note.teamId, displayName },
  noticedAt: note.noticedAt,
  note,
});

/** Returns the change of a team that Graph does not have any more. One that nobody was told of leaves no trace. */
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
  // A team that was never read has no state to compare with: it is only completed.
  const facts: OutsideFact[] = isMade
    ? [{ kind: 'created' }]
    : known.shown === null
      ? []
      : factsBetween(known.shown, toShown(read));
  return { ...changeOf(note, read.team.displayName), facts, read };
}

function membershipOf(note: NotedChange, teamName: string, now: PersonNow): GraphChange {
  const before = (note.before.role ?? null) as MemberRole | null;
  const after = now.role;
  const kind = before === null ? 'memberAdded' : after === null ? 'memberRemoved' : 'memberUpdated';
  const role = after ?? before;
  const person = { id: note.subject, displayName: now.displayName ?? note.subject, mail: now.mail };
  const facts: OutsideFact[] =
    role === null || before === after ? [] : [{ kind, member: { ...person, role } }];
  return { ...changeOf(note, teamName), facts };
}

/** Settings of the group of calls for a team: the group's unique name says who made it. */
const callsFor = (teamId: string) => {
  const group = groupCall(teamId);
  return [teamCall(teamId), { ...group, path: `${group.path},uniqueName` }];
};

export function createOutsideChanges(parts: GraphParts): OutsideChanges<GraphChange> {
  const { database, noted, copy, clock } = parts;

  /** @returns undefined for a team that Graph does not show at the moment */
  async function missing(tenantId: string, note: NotedChange): Promise<GraphChange | undefined> {
    try {
      const reason = await missingTeam(parts, tenantId, note.teamId);
      const isGone = reason?.message === noTeam(note.teamId).message;
      // A group whose team was removed, or never made.
      if (reason === undefined && !note.before.made) return { ...removalOf(note), facts: [] };
      // missingTeam has noted the removal of a team that Charter knew: it is taken again.
      if (isGone) return note.before.made ? removalOf(note) : undefined;
    } catch (error) {
      if (!(error instanceof GraphFailure) && !isCharterError(error)) throw error;
    }
    const isOld = clock.now().getTime() - note.noticedAt.getTime() > WAIT_MILLISECONDS;
    return isOld ? { ...removalOf(note), facts: [] } : undefined;
  }

  async function readTeams(tenantId: string, notes: readonly NotedChange[]): Promise<GraphChange[]> {
    const rows = await database.read<KnownTeam>(
      KNOWN_TEAMS,
      tenantId,
      notes.map(({ teamId }) => teamId),
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    const isRemoved = ({ teamId, before }: NotedChange): boolean =>
      before.removed !== undefined && known.get(teamId)?.displayName == null;
    const changes = notes.filter(isRemoved).map(removalOf);
    const others = notes.filter((note) => !isRemoved(note));
    for (let start = 0; start < others.length; start += MOST_TEAMS) {
      const some = others.slice(start, start + MOST_TEAMS);
      const answers = await parts.graphOf(tenantId).batch(some.flatMap(({ teamId }) => callsFor(teamId)));
      for (const [index, note] of some.entries()) {
        const [team, group] = answers.slice(2 * index, 2 * index + 2) as [Answer, Answer];
        const failures = [team, group].filter((answer) => answer instanceof GraphFailure);
        const change = failures.some(({ status }) => status === 404)
          ? await missing(tenantId, note)
          : failures.length > 0
            ? undefined
            : presenceOf(note, known.get(note.teamId)!, team, group);
        if (change !== undefined) changes.push(change);
      }
    }
    return changes;
  }

  async function readPeople(tenantId: string, notes: readonly NotedChange[]): Promise<GraphChange[]> {
    if (notes.length === 0) return [];
    const teamIds = [...new Set(notes.map(({ teamId }) => teamId))];
    const teams = await database.read<KnownTeam>(KNOWN_TEAMS, tenantId, teamIds);
    const names = new Map(teams.map(({ id, displayName }) => [id, displayName]));
    const rows = await database.read<PersonNow>(PEOPLE, tenantId, JSON.stringify(notes));
    const now = new Map(rows.map((row) => [`${row.teamId} ${row.subject}`, row]));
    return notes.map((note) => {
      const name = names.get(note.teamId) ?? null;
      // The people of a deleted team went with it.
      if (name === null) return { ...changeOf(note, ''), facts: [] };
      return membershipOf(note, name, now.get(`${note.teamId} ${note.subject}`)!);
    });
  }

  return {
    actor: ACTOR,

    async take(tenantId) {
      const notes = await noted.lease(tenantId, LEASE_MILLISECONDS, MOST_NOTES);
      const teams = notes.filter(({ subject }) => subject === '');
      const people = notes.filter(({ subject }) => subject !== '');
      return [...(await readTeams(tenantId, teams)), ...(await readPeople(tenantId, people))];
    },

    async current(tenantId, changes) {
      const notes = await noted.current(
        tenantId,
        changes.map(({ note }) => note),
      );
      return changes.filter(({ note }) => notes.includes(note));
    },

    async settle(tenantId, changes) {
      for (const { read, note } of changes) {
        if (read !== undefined) await copy.saveNoted(tenantId, read, note);
      }
      const others = changes.filter(({ read }) => read === undefined);
      await noted.settle(
        tenantId,
        others.map(({ note }) => note),
      );
    },
  };
}
