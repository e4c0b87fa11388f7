/**
 * Leases notes of possible changes by others (noted-changes.ts), compares their subjects with the last recorded state,
 * and settles them.
 */

import type { MemberRole } from '../../../domain/teams/model.ts';
import type { Actor } from '../../../engine/principal.ts';
import type { OutsideChanges, OutsideFact } from '../../../flows/outside-changes/ports.ts';
import { columns, type RowOf, text } from '../../../kernel/columns.ts';
import { table } from '../../../kernel/sql.ts';
import type { NotedChange } from './noted-changes.ts';
import { CHANNELS, changeOf, type GraphChange } from './noted-changes.ts';
import { createOutsideChannels } from './outside-channels.ts';
import { createOutsideTeams } from './outside-teams.ts';
import type { MirrorParts } from './parts.ts';

const ACTOR: Actor = { id: 'microsoft-365', kind: 'system', displayName: 'Microsoft 365' };

const LEASE_MILLISECONDS = 60_000;
/** Limit of notes in one batch. */
const MOST_NOTES = 100;

export function createOutsideChanges(parts: MirrorParts): OutsideChanges<GraphChange> {
  const { noted, copy, memberCopy, knownChannels } = parts;
  const readTeams = createOutsideTeams(parts);
  const readPeople = createOutsidePeople(parts);
  const readChannels = createOutsideChannels(parts);

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

/* Compares noted people in teams with the copy, which has the people as delta queries last showed them. */

const PERSON = columns({
  teamId: text('i.teamId'),
  subject: text('i.subject'),
  /** Null for a team that is not in the copy. */
  teamName: text<string | null>('t.display_name'),
  role: text<MemberRole | null>('m.role'),
  displayName: text<string | null>('u.display_name'),
  mail: text<string | null>('u.mail'),
});

function membershipOf(note: NotedChange, now: RowOf<typeof PERSON>): GraphChange {
  // The people of a deleted team are part of its deletion.
  if (now.teamName === null) return { ...changeOf(note, ''), facts: [] };
  const before = (note.before.role ?? null) as MemberRole | null;
  const after = now.role;
  const kind = before === null ? 'memberAdded' : after === null ? 'memberRemoved' : 'memberUpdated';
  const role = after ?? before;
  const person = { id: note.subject, displayName: now.displayName ?? note.subject, mail: now.mail };
  const facts: OutsideFact[] =
    role === null || before === after ? [] : [{ kind, member: { ...person, role } }];
  return { ...changeOf(note, now.teamName), facts };
}

/** Returns the function that compares noted people. */
export const createOutsidePeople = ({ database }: Pick<MirrorParts, 'database'>) =>
  async function readPeople(tenantId: string, notes: readonly NotedChange[]): Promise<GraphChange[]> {
    if (notes.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    const rows = await all(PERSON)`
      select ${PERSON}
        from ${table('i', notes, { teamId: 'text', subject: 'text' })}
        left join directory.teams t on t.tenant_id = ${tenant} and t.team_id = i."teamId"
        left join directory.team_members m
          on m.tenant_id = ${tenant} and m.team_id = i."teamId" and m.user_id = i.subject
        left join directory.users u on u.tenant_id = ${tenant} and u.user_id = i.subject`;
    const now = new Map(rows.map((row) => [`${row.teamId} ${row.subject}`, row]));
    return notes.map((note) => membershipOf(note, now.get(`${note.teamId} ${note.subject}`)!));
  };
