/** Saves the groups of a delta query: the index of groups, the groups of people for rules, and the copy of teams. */
import type { Group } from '@microsoft/microsoft-graph-types';
import { boolean, columns, dateTime, type RowOf, text } from '../../../kernel/columns.ts';
import { sql, table } from '../../../kernel/sql.ts';
import { toDateTime, visibilityOf } from '../calls/teams.ts';
import { type Entry, lastEntries, mergeEntries } from './delta-rounds.ts';
import type { IndexedGroup } from './group-index.ts';
import type { MirrorParts } from './parts.ts';
import type { CopiedGroup } from './team-copy.ts';

type Related = Entry & { '@odata.type'?: string };

/** Microsoft's types lack resourceProvisioningOptions, which the group resource has. */
export type ChangedGroup = Group &
  Entry & {
    'members@delta'?: Related[];
    'owners@delta'?: Related[];
    resourceProvisioningOptions?: string[] | null;
  };

/** The stored fields of a group. */
const KNOWN = columns({
  id: text<string>('g.group_id'),
  displayName: text<string>('g.display_name'),
  mailNickname: text<string>('g.mail_nickname_key'),
  isTeam: boolean('g.is_team'),
  description: text<string | null>('t.description'),
  visibility: text<string | null>('t.visibility'),
  createdDateTime: dateTime<string | null>('t.created_at'),
});
type KnownGroup = RowOf<typeof KNOWN>;

const isTeam = (group: ChangedGroup): boolean => group.resourceProvisioningOptions?.includes('Team') ?? false;

const toCopied = (group: ChangedGroup): CopiedGroup => ({
  id: group.id,
  displayName: group.displayName ?? '',
  description: group.description ?? null,
  visibility: visibilityOf(group.visibility),
  createdDateTime: toDateTime(group.createdDateTime, new Date(0)),
});

const toIndexed = (group: ChangedGroup): IndexedGroup => ({
  id: group.id,
  displayName: group.displayName ?? '',
  mailNickname: group.mailNickname ?? '',
  isTeam: isTeam(group),
});

const FIELDS = [
  'displayName',
  'description',
  'visibility',
  'createdDateTime',
  'mailNickname',
  'resourceProvisioningOptions',
] as const;

/** Whether the change has fields of the group, and not only members and owners. */
const showsGroup = (change: ChangedGroup): boolean => FIELDS.some((field) => change[field] !== undefined);

/** Adds the known values of the fields that the change omits because they did not change ("Use delta query"). */
function completed(change: ChangedGroup, known: KnownGroup | undefined): ChangedGroup {
  if (known === undefined) return change;
  const { displayName, mailNickname, isTeam: wasTeam, description, visibility, createdDateTime } = known;
  return {
    displayName,
    mailNickname,
    description,
    ...(visibility !== null && { visibility }),
    ...(createdDateTime !== null && { createdDateTime }),
    ...(wasTeam && { resourceProvisioningOptions: ['Team'] }),
    ...change,
  };
}

/** Returns the people who were added to the groups, or removed from them. */
const related = (
  changed: readonly ChangedGroup[],
  kind: 'members@delta' | 'owners@delta',
  isGone: boolean,
): { teamId: string; userId: string }[] =>
  changed.flatMap(({ id: teamId, [kind]: list = [] }) =>
    lastEntries(list)
      .filter((person) => (person['@removed'] !== undefined) === isGone)
      .map((person) => ({ teamId, userId: person.id })),
  );

const USER_TYPE = '#microsoft.graph.user';

/**
 * Returns the ids of those who were added and may be people. Members of a group can also be groups, devices or
 * applications. Graph need not name the type: it promises only the id ("group: delta").
 */
const peopleIn = (changed: readonly ChangedGroup[]): string[] => [
  ...new Set(
    changed
      .flatMap((group) => [...(group['members@delta'] ?? []), ...(group['owners@delta'] ?? [])])
      .filter((one) => (one['@odata.type'] ?? USER_TYPE) === USER_TYPE && one['@removed'] === undefined)
      .map(({ id }) => id),
  ),
];

type GroupParts = Pick<MirrorParts, 'database' | 'groups' | 'copy' | 'memberCopy' | 'noted'>;

/** Adds the fields that the changes leave out, from the database. */
async function complete(
  { database }: GroupParts,
  tenantId: string,
  changes: readonly ChangedGroup[],
): Promise<ChangedGroup[]> {
  const ids = changes.map(({ id }) => id);
  if (ids.length === 0) return [];
  const { tenant, all } = database.in(tenantId);
  const rows = await all(KNOWN)`
    select ${KNOWN}
      from graph_suite.groups g
      left join directory.teams t on t.tenant_id = g.tenant_id and t.team_id = g.group_id
     where g.tenant_id = ${tenant} and g.group_id = any (${ids}::text[])`;
  const known = new Map(rows.map((row) => [row.id, row]));
  return changes.map((change) => completed(change, known.get(change.id)));
}

async function saveGroupMembers(
  { database }: GroupParts,
  tenantId: string,
  changed: readonly ChangedGroup[],
): Promise<void> {
  const { tenant, write } = database.in(tenantId);
  const members = (isGone: boolean) =>
    table('i', related(changed, 'members@delta', isGone), { teamId: 'text', userId: 'text' });
  await write`
    insert into directory.group_members (tenant_id, user_id, group_id)
    select distinct ${tenant}, "userId", "teamId" from ${members(false)} order by 2, 3
    on conflict do nothing`;
  await write`
    delete from directory.group_members m using ${members(true)}
     where m.tenant_id = ${tenant} and m.user_id = i."userId" and m.group_id = i."teamId"`;
}

/** Must run after saveGroupMembers: a removed owner stays in the team only as a member of its group. */
async function saveTeamMembers(
  { memberCopy }: GroupParts,
  tenantId: string,
  changed: readonly ChangedGroup[],
): Promise<void> {
  const withRole = <Role extends 'owner' | 'member'>(
    list: { teamId: string; userId: string }[],
    role: Role,
  ) => list.map((one) => ({ ...one, role }));
  const members = withRole(related(changed, 'members@delta', false), 'member');
  const owners = withRole(related(changed, 'owners@delta', false), 'owner');
  await memberCopy.add(tenantId, [...members, ...owners], false);
  const demoted = related(changed, 'owners@delta', true);
  await memberCopy.setRoles(tenantId, withRole(demoted, 'member'));
  await memberCopy.removeLeavers(tenantId, [...demoted, ...related(changed, 'members@delta', true)]);
}

/** Notes differences. Must run before the copy is changed. */
async function note(
  { noted }: GroupParts,
  tenantId: string,
  teams: readonly ChangedGroup[],
  changed: readonly ChangedGroup[],
  removed: readonly string[],
): Promise<void> {
  const isAboutPeople = (team: ChangedGroup): boolean =>
    team['members@delta'] !== undefined || team['owners@delta'] !== undefined;
  await noted.noteGroups(
    tenantId,
    teams.map((team) => ({ ...toCopied(team), always: !isAboutPeople(team) })),
  );
  await noted.noteRemoved(tenantId, removed);
  const people = (['members@delta', 'owners@delta'] as const).flatMap((kind) =>
    [false, true].flatMap((isGone) => related(changed, kind, isGone)),
  );
  await noted.noteMembers(tenantId, people);
}

/**
 * Returns a function that saves a page of changes.
 * @param addPeople saves people who are in groups, but whom no delta query has shown yet
 */
export function createGroupChanges(
  parts: GroupParts,
  addPeople: (tenantId: string, ids: readonly string[]) => Promise<void>,
) {
  const { database, groups, copy } = parts;

  /** @param wasComplete whether all groups were read before, so that differences from the copy are changes */
  return async function saveGroups(
    tenantId: string,
    changes: readonly ChangedGroup[],
    wasComplete: boolean,
  ): Promise<void> {
    const entries = mergeEntries(changes);
    const removed = entries.filter((group) => group['@removed']).map(({ id }) => id);
    const changed = entries.filter((group) => !group['@removed']);
    const shown = await complete(parts, tenantId, changed.filter(showsGroup));
    const named = shown.filter(({ displayName }) => displayName !== undefined);
    const teams = named.filter(isTeam);
    if (wasComplete) await note(parts, tenantId, teams, changed, removed);
    await groups.save(tenantId, named.map(toIndexed));
    const { tenant, write, transaction } = database.in(tenantId);
    const rows = named.map(({ id, displayName }) => ({ id, name: displayName ?? '' }));
    await write`
      insert into directory.groups (tenant_id, group_id, display_name)
      select ${tenant}, id, name from ${table('i', rows, { id: 'text', name: 'text' })} order by id
      on conflict (tenant_id, group_id) do update set display_name = excluded.display_name`;
    await saveGroupMembers(parts, tenantId, changed);
    await groups.bury(tenantId, removed);
    await copy.saveGroups(tenantId, teams.map(toCopied));
    await addPeople(tenantId, peopleIn(changed));
    await saveTeamMembers(parts, tenantId, changed);
    await copy.remove(tenantId, removed);
    if (removed.length === 0) return;
    await transaction(async ({ write }) => {
      const ofGroups = sql`where tenant_id = ${tenant} and group_id = any (${removed}::text[])`;
      await write`delete from directory.group_members ${ofGroups}`;
      await write`delete from directory.groups ${ofGroups}`;
    });
  };
}
