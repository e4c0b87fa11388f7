/** Calls for people and groups of the directory. */
import { USER_FIELDS } from '../../../domain/directory/model.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';

const FIELDS = [...USER_FIELDS, 'onPremisesExtensionAttributes'].join();

export const userCall = (reference: string): GraphCall => ({
  method: 'GET',
  // A principal name can have an apostrophe or begin with $, so it is a literal ("Get a user").
  path: `${isUuid(reference) ? at`/users/${reference}` : at`/users('${reference}')`}?$select=${FIELDS}`,
  budget: 'readDirectory',
});

/** Several people can have the same mail address. */
export const usersWithMailCall = (mail: string): GraphCall => ({
  method: 'GET',
  path: `/users?$filter=${at`mail eq '${mail}'`}&$select=${FIELDS}`,
  budget: 'readDirectory',
});

/** Returns the unique name of the group that Charter creates for the marker. */
export const uniqueNameOf = (marker: string): string => `charter-${marker}`;

/** Whether Charter created the group with this unique name. */
export const isOwnName = (uniqueName: string | null | undefined): boolean =>
  uniqueName?.startsWith(uniqueNameOf('')) ?? false;
