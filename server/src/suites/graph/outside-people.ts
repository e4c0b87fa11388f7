/** Compares noted people in teams with the copy, which has the people as delta queries last showed them. */
import type { MemberRole } from '../../domain/teams/model.ts';
import type { OutsideFact } from '../../flows/outside-changes/ports.ts';
import type { NotedChange } from './noted-changes.ts';
import { changeOf, type GraphChange } from './outside-change.ts';
import type { GraphParts } from './parts.ts';

const PEOPLE = `
  select i."teamId", i.subject, t.display_name as "teamName", m.role, u.display_name as "displayName", u.mail
    from json_to_recordset($2::json) as i("teamId" text, subject text)
    left join directory.teams t on t.tenant_id = $1 and t.team_id = i."teamId"
    left join directory.team_members m
      on m.tenant_id = $1 and m.team_id = i."teamId" and m.user_id = i.subject
    left join directory.users u on u.tenant_id = $1 and u.user_id = i.subject`;

interface PersonNow {
  teamId: string;
  subject: string;
  /** Null for a team that is not in the copy. */
  teamName: string | null;
  role: MemberRole | null;
  displayName: string | null;
  mail: string | null;
}

function membershipOf(note: NotedChange, now: PersonNow): GraphChange {
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
export const createOutsidePeople = ({ database }: Pick<GraphParts, 'database'>) =>
  async function readPeople(tenantId: string, notes: readonly NotedChange[]): Promise<GraphChange[]> {
    if (notes.length === 0) return [];
    const rows = await database.read<PersonNow>(PEOPLE, tenantId, JSON.stringify(notes));
    const now = new Map(rows.map((row) => [`${row.teamId} ${row.subject}`, row]));
    return notes.map((note) => membershipOf(note, now.get(`${note.teamId} ${note.subject}`)!));
  };
