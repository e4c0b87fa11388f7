/** Audit records of SCIM tokens, and of people and groups that connectors write (docs/specification.md, section 12). */
import { defineRecords } from '../../engine/audit/define-record.ts';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import type { ScimToken, StoredGroup } from './model.ts';

const ofToken = defineRecords<ScimToken>(securityTrail, {
  target: ({ tokenId: id, displayName }) => ({ type: 'scimToken', id, displayName }),
  fields: {
    tokenId: ({ tokenId }) => tokenId,
    hint: ({ hint }) => hint,
    expiresDateTime: ({ expiresAt }) => expiresAt?.toISOString(),
  },
});
export const scimTokenCreated = ofToken('scim_token_created');
export const scimTokenRevoked = ofToken('scim_token_revoked');

/** Records that a connector deleted a person. The trails keep their id. */
export const userDeleted = defineRecords<{ id: string; displayName: string }>(securityTrail, {
  target: ({ id, displayName }) => ({ type: 'user', id, displayName }),
  fields: { principalId: ({ id }) => id },
})('user_deleted');

const ofGroup = defineRecords<Pick<StoredGroup, 'id' | 'displayName'>>(securityTrail, {
  target: ({ id, displayName }) => ({ type: 'group', id, displayName }),
  fields: { groupId: ({ id }) => id },
});
/** `added` and `removed` are ids of people. */
export const groupAdded = ofGroup('group_added', ['added']);
export const groupChanged = ofGroup('group_changed', ['attributes', 'added', 'removed']);
export const groupDeleted = ofGroup('group_deleted');
