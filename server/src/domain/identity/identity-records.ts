/** Audit records of directory changes (docs/specification.md, section 12). */
import { defineRecords } from '../../engine/audit/define-record.ts';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';

/** The record of a person who was added to the directory: at their first call, by an import, or by SCIM. */
export const userAdded = defineRecords<{ id: string; displayName: string }>(securityTrail, {
  target: ({ id, displayName }) => ({ type: 'user', id, displayName }),
  fields: { principalId: ({ id }) => id },
})('user_added');

/** The record of a person whose groups in the directory an import changed. */
export const membershipsChanged = defineRecords<{ id: string; displayName: string }>(securityTrail, {
  target: ({ id, displayName }) => ({ type: 'user', id, displayName }),
  fields: { principalId: ({ id }) => id },
})('user_memberships_changed');

/** The record of groups at the provider that differ from those of the last sign-in. */
export const userGroupsChanged = defineRecords<{
  id: string;
  displayName: string;
  added: readonly string[];
  removed: readonly string[];
  isComplete: boolean;
}>(securityTrail, {
  target: ({ id, displayName }) => ({ type: 'user', id, displayName }),
  fields: {
    principalId: ({ id }) => id,
    added: ({ added }) => added,
    removed: ({ removed }) => removed,
    isComplete: ({ isComplete }) => isComplete,
  },
})('user_groups_changed');

export const usersImported = defineRecords<{ tenantId: string; count: number }>(securityTrail, {
  target: ({ tenantId: id }) => ({ type: 'directory', id, displayName: id }),
  fields: { count: ({ count }) => count },
})('users_imported');
