/** Audit records of erasures, exports and legal holds. They name the person by id only. */
import { defineRecords } from '../../engine/audit/define-record.ts';
import { OF_ACTOR } from '../../engine/audit/personal-texts.ts';
import { securityTrail } from '../../engine/audit/rejected-calls.ts';
import type { ExpiringKind } from './ports.ts';

/** Numbers of objects, by kind. */
export type Counts = Readonly<Record<ExpiringKind, number>>;

const ofPerson = defineRecords<{ personId: string }>(securityTrail, {
  target: ({ personId: id }) => ({ type: 'user', id, displayName: '' }),
  fields: { principalId: ({ personId }) => personId },
  people: { reason: OF_ACTOR },
});
export const personExported = ofPerson('person_exported');
export const erasureRequested = ofPerson('person_erasure_requested', ['erasureId']);
export const textsRedacted = ofPerson('person_texts_redacted', ['erasureId', 'store', 'count']);
export const personErased = ofPerson('person_erased', ['erasureId', 'redactedRows', 'unchangedRecords']);
export const holdPlaced = ofPerson('person_hold_placed', ['reason']);
export const holdRemoved = ofPerson('person_hold_removed');

/** One transaction that deletes expired objects, with the number of deleted objects of each kind. */
export const expiredRemoved = defineRecords<{ tenantId: string; counts: Counts }>(securityTrail, {
  target: ({ tenantId: id }) => ({ type: 'tenant', id, displayName: id }),
  fields: {
    removedJobs: ({ counts }) => counts.jobs,
    removedApprovals: ({ counts }) => counts.approvals,
    removedEvents: ({ counts }) => counts.events,
    removedNotifications: ({ counts }) => counts.notifications,
    removedReviews: ({ counts }) => counts.reviews,
  },
})('expired_data_removed');
