/**
 * Charter's copy of the directory: people, their managers and the groups they are in, and the index of groups. Delta
 * queries fill it ("user: delta", "group: delta"); answers of Charter are as old as the last one. One node reads at a
 * time; pages are saved as they come.
 */
import type { User as GraphUser } from '@microsoft/microsoft-graph-types';
import type { KeptOrganisation, NewUser } from '../../domain/identity/directory.ts';
import { hasStatus } from './failure.ts';
import { createGroupChanges } from './group-changes.ts';
import type { GraphParts } from './parts.ts';

interface Changed {
  id: string;
  '@odata.type'?: string;
  '@removed'?: object;
}

export type ChangedUser = GraphUser & Changed & { 'manager@delta'?: Changed[]; [extension: string]: unknown };
interface DeltaPage<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

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

const LINK = `
  select link, completed_at is not null as "isComplete"
    from graph_suite.synchronisation where tenant_id = $1 and collection = $2`;
const IS_YOUNGER = `
  select from graph_suite.synchronisation
   where tenant_id = $1 and collection = $2 and synchronised_at > $3 and link ilike '%deltatoken%'`;
const SAVE_LINK = `
  insert into graph_suite.synchronisation as s (tenant_id, collection, link, synchronised_at, completed_at)
  values ($1, $2, $3, $4, case when $5::boolean then $4::timestamptz end)
  on conflict (tenant_id, collection) do update
    set link = excluded.link, synchronised_at = excluded.synchronised_at,
        completed_at = coalesce(s.completed_at, excluded.completed_at)`;

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

type DirectoryParts = Pick<GraphParts, 'database' | 'clock' | 'groups' | 'copy' | 'noted' | 'graphOf'>;

interface SavedLink {
  link: string | null;
  isComplete: boolean;
}

/** @param wasComplete whether the collection was read to its end before: if so, differences are changes */
type SavePage<Item> = (tenantId: string, items: Item[], wasComplete: boolean) => Promise<void>;

export interface Directory {
  /** Brings the copy up to date. Returns false when it is younger than `maxAge` milliseconds. */
  refresh(tenantId: string, maxAge: number): Promise<boolean>;
  /** Brings the copy of groups and teams up to date. */
  refreshGroups(tenantId: string): Promise<void>;
  /** Saves people whom Graph has just shown. */
  saveUsers(tenantId: string, users: readonly ChangedUser[]): Promise<void>;
}

/** @param extensions names of directory extensions that rules may use, such as `extension_<app>_costCentre` */
export function createDirectory(
  parts: DirectoryParts,
  kept: Pick<KeptOrganisation, 'saveUsers'>,
  extensions: readonly string[],
): Directory {
  const { database, clock, graphOf } = parts;
  const saveGroups = createGroupChanges(parts);

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

  async function follow<Item>(
    tenantId: string,
    collection: string,
    first: string,
    save: SavePage<Item>,
  ): Promise<void> {
    const [row] = await database.read<SavedLink>(LINK, tenantId, collection);
    let link: string | undefined = row?.link ?? first;
    while (link !== undefined) {
      const page: DeltaPage<Item> = await graphOf(tenantId).get<DeltaPage<Item>>(link, {
        budget: 'readDirectory',
      });
      await save(tenantId, page.value, row?.isComplete ?? false);
      const next: string | undefined = page['@odata.nextLink'];
      const saved = next ?? page['@odata.deltaLink'] ?? null;
      await database.write(SAVE_LINK, tenantId, collection, saved, clock.now(), next === undefined);
      link = next;
    }
  }

  /** Graph forgets links after some days, and then demands to begin anew (410, "Use delta query"). */
  async function followOrBegin<Item>(
    tenantId: string,
    collection: string,
    first: string,
    save: SavePage<Item>,
  ): Promise<void> {
    try {
      await follow(tenantId, collection, first, save);
    } catch (error) {
      const isForgotten =
        hasStatus(error, 410) || (hasStatus(error, 400) && /syncState|token/i.test(error.facts.code));
      if (!isForgotten) throw error;
      await database.write(SAVE_LINK, tenantId, collection, null, clock.now(), false);
      await follow(tenantId, collection, first, save);
    }
  }

  /** The groups are read last. */
  async function isYounger(tenantId: string, maxAge: number): Promise<boolean> {
    const since = new Date(clock.now().getTime() - maxAge);
    return (await database.read(IS_YOUNGER, tenantId, 'groups', since)).length > 0;
  }

  const refreshGroups = (tenantId: string): Promise<void> =>
    followOrBegin(tenantId, 'groups', `/groups/delta?$select=${GROUP_FIELDS}`, saveGroups);

  const userFields = [...USER_FIELDS, 'onPremisesExtensionAttributes', 'manager', ...extensions].join(',');
  return {
    saveUsers,
    async refresh(tenantId, maxAge) {
      if (maxAge > 0 && (await isYounger(tenantId, maxAge))) return false;
      await followOrBegin(tenantId, 'users', `/users/delta?$select=${userFields}`, saveUsers);
      await refreshGroups(tenantId);
      return true;
    },
    refreshGroups,
  };
}
