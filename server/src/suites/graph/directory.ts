/**
 * Charter's copy of the directory: people, their managers and the groups they are in, and the index of groups. Delta
 * queries fill it ("user: delta", "group: delta"); answers of Charter are as old as the last one. One node reads at a
 * time; pages are saved as they come.
 */
import type { User as GraphUser, Group } from '@microsoft/microsoft-graph-types';
import type { KeptOrganisation, NewUser } from '../../domain/identity/directory.ts';
import { type Collection, DeltaRounds } from './delta-rounds.ts';
import type { IndexedGroup } from './group-index.ts';
import type { GraphParts } from './parts.ts';
import { toDateTime, visibilityOf } from './team-answers.ts';
import type { CopiedGroup } from './team-copy.ts';

interface Related {
  id: string;
  '@odata.type'?: string;
  '@removed'?: object;
}

interface Changed {
  id: string;
  '@removed'?: object;
}

export type ChangedUser = GraphUser & Changed & { 'manager@delta'?: Related[]; [extension: string]: unknown };
/** Microsoft's types lack resourceProvisioningOptions, which the group resource has. */
type ChangedGroup = Group &
  Changed & {
    'members@delta'?: Related[];
    'owners@delta'?: Related[];
    resourceProvisioningOptions?: string[] | null;
  };

const USER_FIELDS = [
  'displayName',
  'givenName',
  'surname',
  'mail',
  'userPrincipalName',
  'jobTitle',
  'department',
  'companyName',
  'city',
  'country',
  'usageLocation',
  'preferredLanguage',
  'userType',
  'accountEnabled',
] as const;

const GROUP_FIELDS =
  'displayName,description,visibility,createdDateTime,mailNickname,groupTypes,resourceProvisioningOptions,members,owners';

const IS_YOUNGER = `
  select from graph_suite.synchronisation
   where tenant_id = $1 and collection = $2 and synchronised_at > $3 and is_round_over`;

const COLUMNS = USER_FIELDS.map(
  (field) => `u.${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${field}"`,
);
const PRESENT = `
  select u.user_id as id, ${COLUMNS.join(', ')}, u.manager_id as "managerId",
         u.extension_attributes as "onPremisesExtensionAttributes", u.extensions
    from embedded_suite.users u where u.tenant_id = $1 and u.user_id = any ($2::text[])`;

const REMOVE_USERS = [
  'delete from embedded_suite.group_members where tenant_id = $1 and user_id = any ($2::text[])',
  'delete from embedded_suite.users where tenant_id = $1 and user_id = any ($2::text[])',
];
const REMOVE_GROUPS = [
  'delete from embedded_suite.group_members where tenant_id = $1 and group_id = any ($2::text[])',
  'delete from embedded_suite.groups where tenant_id = $1 and group_id = any ($2::text[])',
];

const SAVE_GROUPS = `
  insert into embedded_suite.groups (tenant_id, group_id, display_name)
  select $1, id, name from json_to_recordset($2::json) as i(id text, name text) order by id
  on conflict (tenant_id, group_id) do update set display_name = excluded.display_name`;
const ADD_MEMBERS = `
  insert into embedded_suite.group_members (tenant_id, user_id, group_id)
  select distinct $1, "userId", "groupId" from json_to_recordset($2::json) as i("userId" text, "groupId" text)
   order by 2, 3
  on conflict do nothing`;
const REMOVE_MEMBERS = `
  delete from embedded_suite.group_members m
   using json_to_recordset($2::json) as i("userId" text, "groupId" text)
   where m.tenant_id = $1 and m.user_id = i."userId" and m.group_id = i."groupId"`;

/** Returns the person with what has changed; what an answer leaves out stays. */
export function mergeUser(change: ChangedUser, present: NewUser | undefined): NewUser {
  const merged: Record<string, unknown> = { ...present, id: change.id };
  for (const field of USER_FIELDS) if (change[field] !== undefined) merged[field] = change[field];
  const [manager] = (change['manager@delta'] ?? []).filter((related) => !related['@removed']);
  if (change['manager@delta'] !== undefined) merged.managerId = manager?.id ?? null;
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

type DirectoryParts = Pick<GraphParts, 'database' | 'clock' | 'groups' | 'copy' | 'graphOf'>;

export interface Directory {
  /** Brings the copy up to date. Returns false when it is younger than `maxAge` milliseconds. */
  refresh(tenantId: string, maxAge: number): Promise<boolean>;
  /** Saves people whom Graph has just shown. */
  saveUsers(tenantId: string, users: readonly ChangedUser[]): Promise<void>;
}

/** @param extensions names of directory extensions that rules may use, such as `extension_<app>_costCentre` */
export function createDirectory(
  parts: DirectoryParts,
  kept: Pick<KeptOrganisation, 'saveUsers'>,
  extensions: readonly string[],
): Directory {
  const { database, clock, groups, copy } = parts;
  const rounds = new DeltaRounds(parts);

  async function saveUsers(tenantId: string, changes: readonly ChangedUser[]): Promise<void> {
    const removed = changes.filter((user) => user['@removed']).map(({ id }) => id);
    const changed = changes.filter((user) => !user['@removed']);
    const ids = changed.map(({ id }) => id);
    const rows = await database.read<NewUser>(PRESENT, tenantId, ids);
    const present = new Map(rows.map((row) => [row.id, row]));
    for (const change of changed) present.set(change.id, mergeUser(change, present.get(change.id)));
    if (ids.length > 0)
      await kept.saveUsers(
        tenantId,
        [...new Set(ids)].map((id) => present.get(id)!),
      );
    if (removed.length > 0) await database.writeAll(REMOVE_USERS, tenantId, removed);
  }

  async function saveGroups(tenantId: string, changes: readonly ChangedGroup[]): Promise<void> {
    const removed = changes.filter((group) => group['@removed']).map(({ id }) => id);
    const changed = changes.filter((group) => !group['@removed']);
    const named = changed.filter(({ displayName }) => displayName !== undefined);
    await groups.save(tenantId, distinct(named).map(toIndexed));
    const rows = distinct(named).map(({ id, displayName }) => ({ id, name: displayName ?? '' }));
    await database.write(SAVE_GROUPS, tenantId, JSON.stringify(rows));
    const members = changed.flatMap(({ id: groupId, 'members@delta': list = [] }) =>
      list.map((related) => ({ userId: related.id, groupId, isGone: related['@removed'] !== undefined })),
    );
    const [gone, there] = [members.filter(({ isGone }) => isGone), members.filter(({ isGone }) => !isGone)];
    await database.write(ADD_MEMBERS, tenantId, JSON.stringify(there));
    await database.write(REMOVE_MEMBERS, tenantId, JSON.stringify(gone));
    await groups.bury(tenantId, removed);
    await saveTeams(tenantId, distinct(named).filter(isTeam), changed, removed);
    if (removed.length > 0) await database.writeAll(REMOVE_GROUPS, tenantId, removed);
  }

  /** Copies teams and their people. Graph lists owners apart from members. */
  async function saveTeams(
    tenantId: string,
    teams: readonly ChangedGroup[],
    changed: readonly ChangedGroup[],
    removed: readonly string[],
  ): Promise<void> {
    await copy.saveGroups(tenantId, teams.map(toCopied));
    const related = (kind: 'members@delta' | 'owners@delta', isGone: boolean) =>
      changed.flatMap(({ id: teamId, [kind]: list = [] }) =>
        list
          .filter((person) => (person['@removed'] !== undefined) === isGone)
          .map((person) => ({ teamId, userId: person.id })),
      );
    const members = related('members@delta', false).map((one) => ({ ...one, role: 'member' as const }));
    const owners = related('owners@delta', false).map((one) => ({ ...one, role: 'owner' as const }));
    await copy.addMembers(tenantId, [...members, ...owners], false);
    await copy.setRoles(
      tenantId,
      related('owners@delta', true).map((one) => ({ ...one, role: 'member' })),
    );
    await copy.removeMembers(tenantId, related('members@delta', true));
    await copy.remove(tenantId, removed);
  }

  /** The groups are read last. */
  async function isYounger(tenantId: string, maxAge: number): Promise<boolean> {
    const since = new Date(clock.now().getTime() - maxAge);
    return (await database.read(IS_YOUNGER, tenantId, 'groups', since)).length > 0;
  }

  const userFields = [...USER_FIELDS, 'onPremisesExtensionAttributes', 'manager', ...extensions].join(',');
  const people: Collection<ChangedUser> = {
    name: 'users',
    first: `/users/delta?$select=${userFields}`,
    save: saveUsers,
  };
  const groupsAndTeams: Collection<ChangedGroup> = {
    name: 'groups',
    first: `/groups/delta?$select=${GROUP_FIELDS}`,
    save: saveGroups,
  };
  return {
    saveUsers,
    async refresh(tenantId, maxAge) {
      if (maxAge > 0 && (await isYounger(tenantId, maxAge))) return false;
      await rounds.follow(tenantId, people);
      await rounds.follow(tenantId, groupsAndTeams);
      return true;
    },
  };
}

/** Keeps the last of several changes of one object. */
const distinct = <Item extends { id: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.id, item])).values(),
];
