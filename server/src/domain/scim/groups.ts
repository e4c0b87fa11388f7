/** Lists, adds, changes and deletes groups on behalf of a connector. A change to members reads no other members. */
import type { Deps } from '../../engine/deps.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { type CharterError, invalidField, notFound } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { say } from '../../kernel/messages.ts';
import type { GroupFilter, PositionedPage, PositionedQuery } from '../directory/filter.ts';
import {
  type AdmittedVersions,
  assertVersion,
  attributeTaken,
  causeOfConnector,
  type GroupMember,
  type MemberChange,
  type ScimCall,
  type StoredGroup,
} from './model.ts';
import { groupAdded, groupChanged, groupDeleted } from './records.ts';

export type GroupDeps = Pick<Deps, 'store' | 'clock'>;

/** A group, with its members when they were requested. */
export interface GroupWithMembers extends StoredGroup {
  members: GroupMember[] | undefined;
}

export async function listGroups(
  { store }: Pick<Deps, 'store'>,
  { connector: { tenantId } }: ScimCall,
  { hasMembers, ...query }: PositionedQuery<GroupFilter> & { hasMembers: boolean },
): Promise<PositionedPage<GroupWithMembers>> {
  const { groups } = store.in(tenantId);
  const [found, total] = await Promise.all([
    query.top === 0 ? [] : groups.list(query),
    groups.count(query.filter),
  ]);
  const ids = found.map(({ id }) => id);
  const members = hasMembers && ids.length > 0 ? await groups.members(ids) : [];
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
  const items = found.map((group) => ({
    ...group,
    members: hasMembers ? (byGroup.get(group.id) ?? []) : undefined,
  }));
  return { items, total };
}

/** @throws NotFound */
export async function getGroup(
  { store }: Pick<Deps, 'store'>,
  { connector: { tenantId } }: ScimCall,
  { id, hasMembers }: { id: string; hasMembers: boolean },
): Promise<GroupWithMembers> {
  const { groups } = store.in(tenantId);
  const group = await groups.find(id);
  if (group === undefined) throw notFound('group', id);
  return { ...group, members: hasMembers ? await groups.members([id]) : undefined };
}

const MAX_NAMED = 10;

const unknownMembers = (ids: readonly string[]): CharterError =>
  invalidField(
    'members',
    say('scim.unknownMembers', 'No user of the directory has the id {ids}. Add the users first.', {
      ids: ids.slice(0, MAX_NAMED).join(', '),
    }),
  );

/** @throws InvalidRequest when somebody is unknown */
async function writeMembers({ groups }: Pick<UnitOfWork, 'groups'>, id: string, change: MemberChange) {
  const { unknown, ...outcome } = await groups.changeMembers(id, change);
  if (unknown.length > 0) throw unknownMembers(unknown);
  return outcome;
}

export interface NewGroup extends Pick<StoredGroup, 'displayName' | 'externalId'> {
  memberIds: readonly string[];
}

/**
 * Adds a group. The connector's id for the group becomes its id, because the provider's tokens may contain it.
 * @throws NameAlreadyExists, InvalidRequest
 */
export function addGroup(
  { store, clock }: GroupDeps,
  call: ScimCall,
  { displayName, externalId, memberIds }: NewGroup,
): Promise<string> {
  return store.transaction(call.connector.tenantId, async (unit) => {
    const id = externalId ?? newId();
    if (!(await unit.groups.claimName(displayName, id))) throw attributeTaken('displayName');
    if (!(await unit.groups.add({ id, displayName, externalId }))) throw attributeTaken('externalId');
    const { joined } = await writeMembers(unit, id, { replaces: false, added: memberIds, removed: [] });
    const record = groupAdded.record({ id, displayName }, causeOfConnector(call), { added: joined });
    await unit.audit.append([record], clock.now());
    return id;
  });
}

export interface GroupChange {
  id: string;
  versions: AdmittedVersions;
  /** The new values. Absent ones stay unchanged. */
  values: Partial<Pick<StoredGroup, 'displayName' | 'externalId'>>;
  /** Undefined leaves the members unchanged. */
  members: MemberChange | undefined;
}

/** @throws NotFound, PreconditionFailed */
async function lockGroup(unit: Pick<UnitOfWork, 'groups'>, id: string, versions: AdmittedVersions) {
  const group = await unit.groups.lock(id);
  if (group === undefined) throw notFound('group', id);
  if (versions !== undefined) assertVersion((await unit.groups.find(id)) as StoredGroup, versions);
  return group;
}

const NOBODY = { joined: [], left: [] };

/** @throws NotFound, PreconditionFailed, NameAlreadyExists, InvalidRequest */
export function changeGroup(
  { store, clock }: GroupDeps,
  call: ScimCall,
  { id, versions, values, members }: GroupChange,
): Promise<void> {
  return store.transaction(call.connector.tenantId, async (unit) => {
    const group = await lockGroup(unit, id, versions);
    const attributes = (['displayName', 'externalId'] as const).filter(
      (name) => values[name] !== undefined && values[name] !== group[name],
    );
    const { displayName = group.displayName } = values;
    if (attributes.includes('displayName') && !(await unit.groups.claimName(displayName, id)))
      throw attributeTaken('displayName');
    const { joined, left } = members === undefined ? NOBODY : await writeMembers(unit, id, members);
    if (attributes.length + joined.length + left.length === 0) return;
    await unit.groups.change(id, values);
    const record = groupChanged.record({ id, displayName }, causeOfConnector(call), {
      ...(attributes.length > 0 && { attributes }),
      ...(joined.length > 0 && { added: joined }),
      ...(left.length > 0 && { removed: left }),
    });
    await unit.audit.append([record], clock.now());
  });
}

/** @throws NotFound, PreconditionFailed */
export function deleteGroup(
  { store, clock }: GroupDeps,
  call: ScimCall,
  { id, versions }: Pick<GroupChange, 'id' | 'versions'>,
): Promise<void> {
  return store.transaction(call.connector.tenantId, async (unit) => {
    const group = await lockGroup(unit, id, versions);
    await unit.groups.remove(id);
    await unit.audit.append([groupDeleted.record(group, causeOfConnector(call))], clock.now());
  });
}
