/**
 * Charter's copy of the directory: people, their managers, their groups, and the index of groups. Delta queries fill
 * it ("user: delta", "group: delta"), and Charter reads from it. A queue lets one node at a time refresh the whole
 * copy of a tenant; each page is saved as it arrives.
 */
import type { User as GraphUser, Group } from '@microsoft/microsoft-graph-types';
import { USER_FIELDS } from '../../../domain/directory/model.ts';
import type { NewUser, WritableOrganisation } from '../../../domain/directory/ports.ts';
import { boolean, columns, columnsOf, dateTime, json, type RowOf, text } from '../../../kernel/columns.ts';
import { sql, table } from '../../../kernel/sql.ts';
import { userCall } from '../calls/directory.ts';
import { toDateTime, visibilityOf } from '../calls/teams.ts';
import { type DeltaCollection, DeltaRounds, type Entry, lastEntries, mergeEntries } from './delta-rounds.ts';
import type { IndexedGroup } from './group-index.ts';
import type { MirrorParts } from './parts.ts';
import type { CopiedGroup } from './team-copy.ts';

export type ChangedUser = GraphUser & Entry & { 'manager@delta'?: Entry[]; [extension: string]: unknown };

/** The fields of people other than the id. Every entry has the id. */
const OTHER_FIELDS = USER_FIELDS.filter((field) => field !== 'id');

const GROUP_FIELDS =
  'displayName,description,visibility,createdDateTime,mailNickname,groupTypes,resourceProvisioningOptions,members,owners';

const USER = columnsOf<NewUser>([...OTHER_FIELDS, 'managerId', 'extensions'], {
  id: text('user_id'),
  onPremisesExtensionAttributes: json('extension_attributes'),
});

const MAX_LOOKED_UP = 20;

/** Returns, for each principal name in lower case, the id of the person in the last entry with that name. */
const ownersOfNames = (changed: readonly ChangedUser[]): Map<string, string> =>
  new Map(
    changed.flatMap(({ id, userPrincipalName: name }) => (name ? [[name.toLowerCase(), id] as const] : [])),
  );

/** Returns the person with the changed fields. Omitted fields keep their values. */
function mergeUser(change: ChangedUser, present: NewUser | undefined): NewUser {
  const merged: Record<string, unknown> = { ...present, id: change.id };
  for (const field of OTHER_FIELDS) if (change[field] !== undefined) merged[field] = change[field];
  for (const { id, '@removed': removed } of change['manager@delta'] ?? []) {
    if (removed === undefined) merged.managerId = id;
    else if (merged.managerId === id) merged.managerId = null;
  }
  if (change.onPremisesExtensionAttributes) {
    merged.onPremisesExtensionAttributes = change.onPremisesExtensionAttributes;
  }
  const extensions = Object.entries(change).filter(([name]) => name.startsWith('extension_'));
  merged.extensions = { ...(present?.extensions ?? {}), ...Object.fromEntries(extensions) };
  merged.userType = merged.userType === 'Guest' ? 'Guest' : 'Member';
  merged.accountEnabled ??= true;
  merged.userPrincipalName ??= change.id;
  merged.displayName = merged.displayName || merged.userPrincipalName;
  return merged as unknown as NewUser;
}

type DirectoryParts = Pick<
  MirrorParts,
  'database' | 'clock' | 'groups' | 'copy' | 'memberCopy' | 'pendingChanges' | 'graphOf'
>;

export interface Directory {
  /** Refreshes the copy. Returns false when it is younger than `maxAge` milliseconds. */
  refresh(tenantId: string, maxAge: number): Promise<boolean>;
  /** Refreshes the copy of groups and teams. */
  refreshGroups(tenantId: string): Promise<void>;
  /** Saves people from a response of Graph, and removes those that it marks as removed. */
  saveUsers(tenantId: string, users: readonly ChangedUser[]): Promise<void>;
}

/** @param extensions names of directory extensions that rules may use, such as `extension_<app>_costCentre` */
export function createDirectory(
  parts: DirectoryParts,
  stored: Pick<WritableOrganisation, 'saveUsers'>,
  extensions: readonly string[],
): Directory {
  const { database, clock } = parts;
  const rounds = new DeltaRounds(parts);

  const removeUsers = (tenantId: string, ids: readonly string[]): Promise<void> =>
    database.in(tenantId).transaction(async ({ tenant, write }) => {
      const ofUsers = sql`where tenant_id = ${tenant} and user_id = any (${ids}::text[])`;
      await write`delete from directory.group_members ${ofUsers}`;
      await write`delete from directory.users ${ofUsers}`;
    });

  /**
   * Removes the given principal names from other people in the copy, whose ids replace the names. A name belongs to
   * one person, and the entry that removes or renames its former owner can come later.
   */
  async function freePrincipalNames(tenantId: string, owners: ReadonlyMap<string, string>): Promise<void> {
    const { tenant, write } = database.in(tenantId);
    const names = [...owners].map(([name, id]) => ({ id, name }));
    await write`
      update directory.users u set user_principal_name = u.user_id
        from ${table('i', names, { id: 'text', name: 'text' })}
       where u.tenant_id = ${tenant} and u.user_principal_name_key = left(lower(i.name), 256) and u.user_id <> i.id`;
  }

  async function saveUsers(tenantId: string, changes: readonly ChangedUser[]): Promise<void> {
    const entries = mergeEntries(changes);
    const removed = entries.filter((user) => user['@removed']).map(({ id }) => id);
    const changed = entries.filter((user) => !user['@removed']);
    // Removals come first, because other people can get the principal names of removed people.
    if (removed.length > 0) await removeUsers(tenantId, removed);
    if (changed.length === 0) return;
    const owners = ownersOfNames(changed);
    if (owners.size > 0) await freePrincipalNames(tenantId, owners);
    const { tenant, all } = database.in(tenantId);
    const rows = await all(USER)`
      select ${USER} from directory.users
       where tenant_id = ${tenant} and user_id = any (${changed.map(({ id }) => id)}::text[])`;
    const present = new Map(rows.map((row) => [row.id, row]));
    const users = changed.map((change) => mergeUser(change, present.get(change.id)));
    const isOwner = ({ id, userPrincipalName: name }: NewUser): boolean =>
      (owners.get(name.toLowerCase()) ?? id) === id;
    await stored.saveUsers(
      tenantId,
      users.map((user) => (isOwner(user) ? user : { ...user, userPrincipalName: user.id })),
    );
  }

  /**
   * Saves people whom Graph lists in a group before the delta query of people returns them.
   * @throws GraphFailure when a lookup fails, so that the page is read again and its people are not lost
   */
  async function addPeople(tenantId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { tenant, all } = database.in(tenantId);
    const unknown = await all(text())`
      select i.id from unnest(${ids}::text[]) as i(id)
       where not exists (select from directory.users u where u.tenant_id = ${tenant} and u.user_id = i.id)`;
    for (let start = 0; start < unknown.length; start += MAX_LOOKED_UP) {
      const calls = unknown.slice(start, start + MAX_LOOKED_UP).map((id) => userCall(id));
      const found = (await parts.graphOf(tenantId).find<ChangedUser>(calls)).filter(
        (one) => one !== undefined,
      );
      if (found.length > 0) await saveUsers(tenantId, found);
    }
  }

  /** Uses the time of the groups, because a refresh reads them last. */
  async function isYounger(tenantId: string, maxAge: number): Promise<boolean> {
    const since = new Date(clock.now().getTime() - maxAge);
    const { tenant, exists } = database.in(tenantId);
    return exists`
      select from graph_suite.synchronisation
       where tenant_id = ${tenant} and collection = 'groups' and synchronised_at > ${since} and is_round_over`;
  }

  const userFields = [...OTHER_FIELDS, 'onPremisesExtensionAttributes', 'manager', ...extensions].join(',');
  const people: DeltaCollection<ChangedUser> = {
    name: 'users',
    first: `/users/delta?$select=${userFields}`,
    save: saveUsers,
  };
  const groupsAndTeams: DeltaCollection<ChangedGroup> = {
    name: 'groups',
    first: `/groups/delta?$select=${GROUP_FIELDS}`,
    save: createGroupChanges(parts, addPeople),
  };
  const refreshGroups = (tenantId: string): Promise<void> => rounds.follow(tenantId, groupsAndTeams);
  return {
    saveUsers,
    async refresh(tenantId, maxAge) {
      if (maxAge > 0 && (await isYounger(tenantId, maxAge))) return false;
      await rounds.follow(tenantId, people);
      await refreshGroups(tenantId);
      return true;
    },
    refreshGroups,
  };
}

/* Saves the groups of a delta query: the index of groups, the groups of people for rules, and the copy of teams. */

type Related = Entry & { '@odata.type'?: string };

/** Microsoft's types lack resourceProvisioningOptions, which the group resource has. */
type ChangedGroup = Group &
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

/** Adds the stored values of the fields that the change omits because they did not change ("Use delta query"). */
function withOmittedFields(change: ChangedGroup, known: KnownGroup | undefined): ChangedGroup {
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

/** Returns the people who were added to the groups; with `isGone`, those who were removed. */
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
 * Returns the ids of the added members that may be people. Members of a group can also be groups, devices or
 * applications. Graph may omit the type: it promises only the id ("group: delta").
 */
const peopleIn = (changed: readonly ChangedGroup[]): string[] => [
  ...new Set(
    changed
      .flatMap((group) => [...(group['members@delta'] ?? []), ...(group['owners@delta'] ?? [])])
      .filter((one) => (one['@odata.type'] ?? USER_TYPE) === USER_TYPE && one['@removed'] === undefined)
      .map(({ id }) => id),
  ),
];

type GroupParts = Pick<MirrorParts, 'database' | 'groups' | 'copy' | 'memberCopy' | 'pendingChanges'>;

/** Adds the omitted fields of the changes from the database. */
async function addOmittedFields(
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
  return changes.map((change) => withOmittedFields(change, known.get(change.id)));
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

/** Records differences from the copy as pending changes. Must run before the copy is changed. */
async function recordChanges(
  { pendingChanges }: GroupParts,
  tenantId: string,
  teams: readonly ChangedGroup[],
  changed: readonly ChangedGroup[],
  removed: readonly string[],
): Promise<void> {
  const isAboutPeople = (team: ChangedGroup): boolean =>
    team['members@delta'] !== undefined || team['owners@delta'] !== undefined;
  await pendingChanges.recordGroups(
    tenantId,
    teams.map((team) => ({ ...toCopied(team), always: !isAboutPeople(team) })),
  );
  await pendingChanges.recordRemoved(tenantId, removed);
  const people = (['members@delta', 'owners@delta'] as const).flatMap((kind) =>
    [false, true].flatMap((isGone) => related(changed, kind, isGone)),
  );
  await pendingChanges.recordMembers(tenantId, people);
}

/**
 * Returns a function that saves a page of changes.
 * @param addPeople saves the members of groups that the delta query of people has not returned yet
 */
function createGroupChanges(
  parts: GroupParts,
  addPeople: (tenantId: string, ids: readonly string[]) => Promise<void>,
) {
  const { database, groups, copy } = parts;

  /**
   * @param wasComplete whether an earlier read reached the end of all groups; if so, differences from the copy are
   *   changes
   */
  return async function saveGroups(
    tenantId: string,
    changes: readonly ChangedGroup[],
    wasComplete: boolean,
  ): Promise<void> {
    const entries = mergeEntries(changes);
    const removed = entries.filter((group) => group['@removed']).map(({ id }) => id);
    const changed = entries.filter((group) => !group['@removed']);
    const shown = await addOmittedFields(parts, tenantId, changed.filter(showsGroup));
    const named = shown.filter(({ displayName }) => displayName !== undefined);
    const teams = named.filter(isTeam);
    if (wasComplete) await recordChanges(parts, tenantId, teams, changed, removed);
    await groups.save(tenantId, named.map(toIndexed));
    const { tenant, write, transaction } = database.in(tenantId);
    const rows = named.map(({ id, displayName }) => ({ id, name: displayName ?? '' }));
    await write`
      insert into directory.groups (tenant_id, group_id, display_name)
      select ${tenant}, id, name from ${table('i', rows, { id: 'text', name: 'text' })} order by id
      on conflict (tenant_id, group_id) do update set display_name = excluded.display_name`;
    await saveGroupMembers(parts, tenantId, changed);
    await groups.markDeleted(tenantId, removed);
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
