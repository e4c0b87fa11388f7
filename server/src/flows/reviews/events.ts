/** Events of reviews (docs/specification.md, sections 11 and 12). */
import Type from 'typebox';
import { Named, teamSubject, teamsTrail } from '../../domain/teams/events.ts';
import { defineEvent, type PayloadOf } from '../../engine/events/define-event.ts';
import { DateTime, OneOf, Open } from '../../kernel/schema.ts';
import { DECISIONS, REVIEW_KINDS } from './model.ts';

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

const reviewed = {
  team: Named,
  review: Open({ id: Type.String(), kind: OneOf(REVIEW_KINDS) }),
};
type Reviewed = PayloadOf<typeof reviewed>;

const ofReview = {
  ...teamSubject.record,
  reviewId: ({ review }: Reviewed) => review.id,
  reviewKind: ({ review }: Reviewed) => review.kind,
};

export const reviewDecided = defineEvent({
  ...common,
  code: 'review_decided',
  description: 'An owner or administrator decided about a person in a review, or revoked the decision.',
  payload: {
    ...reviewed,
    member: Named,
    decision: OneOf(DECISIONS, { description: '`none`: the decision was revoked' }),
  },
  record: {
    ...ofReview,
    memberId: ({ member }) => member.id,
    memberName: ({ member }) => member.displayName,
    decision: ({ decision }) => decision,
  },
  people: { memberName: 'memberId' },
});

export const reviewCancelled = defineEvent({
  ...common,
  code: 'review_cancelled',
  description: 'A review has ended without removals, because its team was archived or deleted.',
  payload: { ...reviewed, reason: OneOf(['teamArchived', 'teamDeleted']) },
  record: { ...ofReview, reason: ({ reason }) => reason },
});
