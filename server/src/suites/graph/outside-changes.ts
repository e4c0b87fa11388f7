/**
 * Compares noted teams, people and channels (noted-changes.ts) with their last recorded state. Reads teams from Graph,
 * because a delta query of groups has neither their settings nor whether they are archived. Compares people in the copy,
 * and channels in outside-channels.ts.
 */
import type { Group, Team } from '@microsoft/microsoft-graph-types';
import type { MemberRole, Team as TeamModel, TeamPatch } from '../../domain/teams/model.ts';
import { findChanges, isEmpty } from '../../domain/teams/patch.ts';
import type { Actor } from '../../engine/principal.ts';
import type { OutsideChanges, OutsideFact } from '../../flows/outside-changes/ports.ts';
import { isCharterError } from '../../kernel/errors.ts';
import { noTeam } from '../embedded/refusals.ts';
import { GraphFailure } from './failure.ts';
import { isOwnName } from './group-creation.ts';
import { listMembersAt } from './members.ts';
import { CHANNELS, type NotedChange } from './noted-changes.ts';
import { changeOf, type GraphChange, isAbandoned } from './outside-change.ts';
import { createOutsideChannels } from './outside-channels.ts';
import { type GraphParts, missingTeam } from './parts.ts';
import { type ShownTeam, toShown } from './shown-team.ts';
import { toSuiteTeam } from './team-answers.ts';
import { type Answer, bodyOf, groupCall, teamCall } from './teams.ts';
import { at } from './transport.ts';

const ACTOR: Actor = { id: 'microsoft-365', kind: 'system', displayName: 'Microsoft 365' };

const LEASE_MILLISECONDS = 60_000;
/** Notes in one batch. */
const MOST_NOTES = 100;
/** Teams in one batch of calls: two calls each. */
const MOST_TEAMS = 10;
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

/** Adds the unique name to the call for the group: it says whether Charter created the group. */
const callsFor = (teamId: string) => {
  const group = groupCall(teamId);
  return [teamCall(teamId), { ...group, path: `${group.path},uniqueName` }];
};

export function createOutsideChanges(parts: GraphParts): OutsideChanges<GraphChange> {
  const { database, noted, copy, memberCopy, knownChannels, clock } = parts;
  const readChannels = createOutsideChannels(parts);

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
        if (failures.length > 0) {
          const change = failures.some(({ status }) => status === 404)
            ? await missing(tenantId, note)
            : undefined;
          if (change !== undefined) changes.push(change);
          continue;
        }
        const present = presenceOf(note, known.get(note.teamId)!, team, group);
        const change = note.before.restored ? await withPeople(tenantId, present) : present;
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
      // The people of a deleted team are part of its deletion.
      if (name === null) return { ...changeOf(note, ''), facts: [] };
      return membershipOf(note, name, now.get(`${note.teamId} ${note.subject}`)!);
    });
  }

  return {
    actor: ACTOR,

    async take(tenantId) {
      const notes = await noted.lease(tenantId, LEASE_MILLISECONDS, MOST_NOTES);
      const teams = notes.filter(({ subject }) => subject === '');
      const channels = notes.filter(({ subject }) => subject === CHANNELS);
      const people = notes.filter(({ subject }) => subject !== '' && subject !== CHANNELS);
      return [
        ...(await readTeams(tenantId, teams)),
        ...(await readPeople(tenantId, people)),
        ...(await readChannels(tenantId, channels)),
      ];
    },

    async current(tenantId, changes) {
      const notes = await noted.current(
        tenantId,
        changes.map(({ note }) => note),
      );
      return changes.filter(({ note }) => notes.includes(note));
    },

    async settle(tenantId, changes) {
      for (const { read, people, channels, note } of changes) {
        if (read !== undefined) await copy.saveNoted(tenantId, read, note);
        if (people !== undefined) await memberCopy.save(tenantId, note.teamId, people, false);
        if (channels !== undefined) await knownChannels.save(tenantId, note, channels);
      }
      const others = changes.filter(({ read, channels }) => read === undefined && channels === undefined);
      await noted.settle(
        tenantId,
        others.map(({ note }) => note),
      );
    },
  };
}
