/** Maps groups of the directory to SCIM resources, and SCIM resources and PATCH operations to changes to a group. */
import type { Filter } from 'scim2-parse-filter';
import type { GroupWithMembers, NewGroup } from '../../domain/scim/groups.ts';
import type { MemberChange, StoredGroup } from '../../domain/scim/model.ts';
import { say } from '../../kernel/messages.ts';
import { invalidScim } from './errors.ts';
import type { PatchOperation } from './patch.ts';
import { objectsOf, readValue, type ScimObject, textOf } from './values.ts';

/** Returns the attributes of a group, without `schemas` and `meta`. */
export const toGroup = ({ id, displayName, externalId, members }: GroupWithMembers): ScimObject => ({
  id,
  ...(externalId !== null && { externalId }),
  displayName,
  ...(members !== undefined && {
    members: members.map((member) => ({ value: member.id, display: member.displayName, type: 'User' })),
  }),
});

const noName = () =>
  invalidScim('invalidValue', say('scim.groupName', 'A group needs a displayName. Send one.'));

const idsOf = (members: readonly ScimObject[]): string[] =>
  members.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));

/** @throws InvalidRequest (invalidValue) */
export function readGroup(resource: ScimObject): NewGroup {
  const displayName = textOf(resource.displayName);
  if (displayName === null) throw noName();
  const memberIds = [...new Set(idsOf(objectsOf(resource.members)))];
  return { displayName, externalId: textOf(resource.externalId), memberIds };
}

/** Returns the ids in a filter such as `value eq "1" or value eq "2"`. @throws InvalidRequest (invalidPath) */
function idsIn(filter: Filter): string[] {
  if (filter.op === 'or') return filter.filters.flatMap(idsIn);
  if (filter.op === 'eq' && filter.attrPath.toLowerCase() === 'value' && typeof filter.compValue === 'string')
    return [filter.compValue];
  throw invalidScim(
    'invalidPath',
    say('scim.memberFilter', 'Members are selected by their values, as in: members[value eq "1"].'),
  );
}

/** Combines a sequence of operations into one change to the members, without reading the stored members. */
class Members {
  #replaces = false;
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();

  add(ids: readonly string[]): void {
    for (const id of ids) {
      this.#added.add(id);
      this.#removed.delete(id);
    }
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) {
      this.#added.delete(id);
      this.#removed.add(id);
    }
  }

  clear(): void {
    this.#replaces = true;
    this.#added.clear();
    this.#removed.clear();
  }

  change(): MemberChange | undefined {
    if (!this.#replaces && this.#added.size + this.#removed.size === 0) return undefined;
    return { replaces: this.#replaces, added: [...this.#added], removed: [...this.#removed] };
  }
}

function applyToMembers(members: Members, { verb, filter, sub, place, value }: PatchOperation): void {
  // The name and the kind of a member are not stored.
  if (sub !== undefined && sub.name !== 'value') return;
  const ids = filter === undefined ? idsOf(objectsOf(readValue(place.attribute, value))) : idsIn(filter);
  if (verb === 'add') members.add(ids);
  else if (verb === 'replace') {
    if (filter === undefined) members.clear();
    members.add(ids);
  } else if (filter === undefined && (value === undefined || value === null)) members.clear();
  else members.remove(ids);
}

/** Returns the changes that a PATCH makes to a group. @throws InvalidRequest */
export function readGroupPatch(operations: readonly PatchOperation[]): {
  values: Partial<Pick<StoredGroup, 'displayName' | 'externalId'>>;
  members: MemberChange | undefined;
} {
  const values: Partial<Pick<StoredGroup, 'displayName' | 'externalId'>> = {};
  const members = new Members();
  for (const operation of operations) {
    const { verb, place, value } = operation;
    const { attribute } = place;
    if (attribute.name === 'members') {
      applyToMembers(members, operation);
      continue;
    }
    const text = verb === 'remove' ? null : textOf(readValue(attribute, value));
    if (attribute.name === 'externalId') values.externalId = text;
    else if (text === null) throw noName();
    else values.displayName = text;
  }
  return { values, members: members.change() };
}
