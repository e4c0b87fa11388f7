/** Calls for people and groups of the directory. */
import { USER_FIELDS } from '../../../domain/directory/model.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';

const FIELDS = [...USER_FIELDS, 'onPremisesExtensionAttributes'].join();

export const userCall = (reference: string): GraphCall => ({
  method: 'GET',
  // A principal name can contain an apostrophe or begin with $, so the path has it as a literal ("Get a user").
  path: `${isUuid(reference) ? at`/users/${reference}` : at`/users('${reference}')`}?$select=${FIELDS}`,
  budget: 'readDirectory',
});

/** Several people can have the same mail address. */
export const usersWithMailCall = (mail: string): GraphCall => ({
  method: 'GET',
  path: `/users?$filter=${at`mail eq '${mail}'`}&$select=${FIELDS}`,
  budget: 'readDirectory',
});

/** Reads whether the account of the person is enabled ("Get a user"). */
export const accountCall = (userId: string): GraphCall => ({
  method: 'GET',
  path: at`/users/${userId}?$select=id,accountEnabled`,
  budget: 'readDirectory',
});

/** Path of the members of a group ("List group members"). */
export const groupMembersPath = (groupId: string): string =>
  at`/groups/${groupId}/members?$select=id&$top=999`;

/** Finds a deleted person or group ("Get deletedItem"). */
export const deletedItemCall = (id: string): GraphCall => ({
  method: 'GET',
  path: at`/directory/deletedItems/${id}?$select=id`,
  budget: 'readDirectory',
});

/** Returns the unique name of the group that Charter creates for the marker. */
export const uniqueNameOf = (marker: string): string => `charter-${marker}`;

/** Whether Charter created the group with this unique name. */
export const isCreatedByCharter = (uniqueName: string | null | undefined): boolean =>
  uniqueName?.startsWith(uniqueNameOf('')) ?? false;
