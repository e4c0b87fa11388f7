/** Events and audit records of reviews (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { Named, teamSubject, teamsTrail } from '../../domain/teams/events.ts';
import { defineRecords } from '../../engine/audit/define-record.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';
import { nameOf, REVIEW_KINDS, type ReviewItem } from './model.ts';

const started = {
  team: Named,
  review: Open({
    id: Type.String(),
    kind: OneOf(REVIEW_KINDS, { description: '`guests`, or `members`: members and owners' }),
    deadlineDateTime: DateTime,
    itemCount: Type.Integer({ description: 'People to decide about' }),
  }),
};
type Started = PayloadOf<typeof started>;

const common = {
  category: 'Lifecycle',
  trail: teamsTrail,
  subject: teamSubject.subject,
} as const;

const record = {
  ...teamSubject.record,
  reviewId: ({ review }: Started) => review.id,
  reviewKind: ({ review }: Started) => review.kind,
  itemCount: ({ review }: Started) => review.itemCount,
};

export const reviewStarted = defineEvent({
  ...common,
  code: 'review_started',
  description: 'A review of the guests or the members of a team was started.',
  payload: started,
  record: { ...record, deadlineDateTime: ({ review }) => review.deadlineDateTime },
  unpublished: ['policyId'],
});

export const reviewCompleted = defineEvent({
  ...common,
  code: 'review_completed',
  description: 'A review has ended, and its removals were performed.',
  payload: {
    team: Named,
    review: Open({
      id: Type.String(),
      kind: OneOf(REVIEW_KINDS),
      deadlineDateTime: DateTime,
      itemCount: Type.Integer({ description: 'People of the review' }),
      keptCount: Type.Integer({ description: 'People whom it confirmed' }),
      removedCount: Type.Integer({ description: 'People whom it removed from the team' }),
    }),
  },
  record: {
    ...record,
    keptCount: ({ review }) => review.keptCount,
    removedCount: ({ review }) => review.removedCount,
  },
});

interface Decided {
  team: { id: string; displayName: string };
  review: { id: string; kind: string };
  item: Pick<ReviewItem, 'userId' | 'displayName'>;
}

const ofReview = defineRecords<Decided>(teamsTrail, {
  target: ({ item }) => ({ type: 'member', id: item.userId, displayName: nameOf(item) }),
  fields: {
    teamId: ({ team }) => team.id,
    teamName: ({ team }) => team.displayName,
    reviewId: ({ review }) => review.id,
    reviewKind: ({ review }) => review.kind,
    memberId: ({ item }) => item.userId,
    memberName: ({ item }) => nameOf(item),
  },
  people: { memberName: 'memberId' },
});

/** A decision about a person: `keep`, `remove`, or `none` when it was revoked. */
export const reviewDecided = ofReview('review_decided', ['decision']);

/** A review that ended without removals, because its team was archived or deleted. */
export const reviewCancelled = defineRecords<Pick<Decided, 'team' | 'review'>>(teamsTrail, {
  target: ({ team }) => ({ type: 'team', id: team.id, displayName: team.displayName }),
  fields: {
    teamId: ({ team }) => team.id,
    teamName: ({ team }) => team.displayName,
    reviewId: ({ review }) => review.id,
    reviewKind: ({ review }) => review.kind,
  },
})('review_cancelled', ['reason']);
