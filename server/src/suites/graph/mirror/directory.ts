/**
 * Charter's copy of the directory: people, their managers, their groups, and the index of groups. Delta queries fill
 * it ("user: delta", "group: delta"), and Charter answers from it. A queue lets one node at a time refresh the whole
 * copy of a tenant; each page is saved as it arrives.
 */
import type { User as GraphUser } from '@microsoft/microsoft-graph-types';
import { USER_FIELDS } from '../../../domain/directory/model.ts';
import type { KeptOrganisation, NewUser } from '../../../domain/directory/ports.ts';
import { columnsOf, json, text } from '../../../kernel/columns.ts';
import { sql, table } from '../../../kernel/sql.ts';
import { userCall } from '../calls/people.ts';
import { type Collection, DeltaRounds, type Entry, mergeEntries } from './delta-rounds.ts';
import { type ChangedGroup, createGroupChanges } from './group-changes.ts';
import type { MirrorParts } from './parts.ts';

export type ChangedUser = GraphUser & Entry & { 'manager@delta'?: Entry[]; [extension: string]: unknown };

/** The fields of people besides the id, which every entry has. */
const OTHER_FIELDS = USER_FIELDS.filter((field) => field !== 'id');

const GROUP_FIELDS =
  'displayName,description,visibility,createdDateTime,mailNickname,groupTypes,resourceProvisioningOptions,members,owners';

const USER = columnsOf<NewUser>([...OTHER_FIELDS, 'managerId', 'extensions'], {
  id: text('user_id'),
  onPremisesExtensionAttributes: json('extension_attributes'),
});

const MOST_LOOKED_UP = 20;

/** Returns, for each principal name in lower case, the id of the person in the last entry with it. */
const ownersOfNames = (changed: readonly ChangedUser[]): Map<string, string> =>
  new Map(
    changed.flatMap(({ id, userPrincipalName: name }) => (name ? [[name.toLowerCase(), id] as const] : [])),
  );

/** Returns the person with the changed fields. Fields that an answer leaves out keep their values. */
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
  'database' | 'clock' | 'groups' | 'copy' | 'memberCopy' | 'noted' | 'graphOf'
>;

export interface Directory {
  /** Refreshes the copy. Returns false when it is younger than `maxAge` milliseconds. */
  refresh(tenantId: string, maxAge: number): Promise<boolean>;
  /** Refreshes the copy of groups and teams. */
  refreshGroups(tenantId: string): Promise<void>;
  /** Saves people from an answer of Graph, and removes those that it marks as removed. */
  saveUsers(tenantId: string, users: readonly ChangedUser[]): Promise<void>;
}

/** @param extensions names of directory extensions that rules may use, such as `extension_<app>_costCentre` */
export function createDirectory(
  parts: DirectoryParts,
  kept: Pick<KeptOrganisation, 'saveUsers'>,
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
   * Takes the given principal names from other people in the copy. A name belongs to one person, and the entry that
   * removes or renames its former owner can come later. Until then, that person's id stands in for the name.
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
    // First, because other people can get the principal names of those who are removed.
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
    await kept.saveUsers(
      tenantId,
      users.map((user) => (isOwner(user) ? user : { ...user, userPrincipalName: user.id })),
    );
  }

  /**
   * Saves people whom Graph shows in a group before a delta query of people shows them.
   * @throws GraphFailure when a lookup fails, so that the page is read again and its people are not lost
   */
  async function addPeople(tenantId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { tenant, all } = database.in(tenantId);
    const unknown = await all(text())`
      select i.id from unnest(${ids}::text[]) as i(id)
       where not exists (select from directory.users u where u.tenant_id = ${tenant} and u.user_id = i.id)`;
    for (let start = 0; start < unknown.length; start += MOST_LOOKED_UP) {
      const calls = unknown.slice(start, start + MOST_LOOKED_UP).map((id) => userCall(id));
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
  const people: Collection<ChangedUser> = {
    name: 'users',
    first: `/users/delta?$select=${userFields}`,
    save: saveUsers,
  };
  const groupsAndTeams: Collection<ChangedGroup> = {
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
