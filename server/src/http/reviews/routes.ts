/** Routes of the reviews of guests and members, with their schemas. */
import Type from 'typebox';
import { MEMBER_ROLES } from '../../domain/teams/fields.ts';
import { decideReview, MAX_DECISIONS } from '../../flows/reviews/decide-review.ts';
import { DECISIONS, ITEM_OUTCOMES, REVIEW_KINDS, REVIEW_STATUSES } from '../../flows/reviews/model.ts';
import { getReview, listReviewItems, listReviews } from '../../flows/reviews/read-reviews.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { asText, readCursor } from '../cursors.ts';
import { COUNT_OPTION, PAGE_OPTIONS, readPage, readTop } from '../paging.ts';
import { route } from '../route.ts';
import {
  Closed,
  Collection,
  DateTime,
  Flag,
  Id,
  MessageText,
  Model,
  Omissible,
  OneOf,
  Resource,
  Uuid,
} from '../schema.ts';
import { readSearch, SEARCHED_NAMES_AND_ADDRESSES } from '../search.ts';

const Named = Closed({ id: Type.String(), displayName: Type.String() });
const Count = (description: string) => Type.Integer({ description });

const Review = Resource('Review', {
  id: Uuid,
  kind: OneOf(REVIEW_KINDS, { description: '`guests` of a team, or its `members` and owners' }),
  status: OneOf(REVIEW_STATUSES, {
    description: '`ending`: its removals are being performed. `cancelled`: the team was archived or deleted',
  }),
  team: Named,
  policy: Closed({ id: Type.String(), name: Type.String() }),
  unanswered: OneOf(['remove', 'keep'], {
    description: 'The outcome for people without a decision',
  }),
  createdDateTime: DateTime,
  deadlineDateTime: DateTime,
  completedDateTime: Type.Optional(DateTime),
  itemCount: Count('People of the review'),
  keepCount: Count('People who are confirmed'),
  removeCount: Count('People who are to be removed'),
  removedCount: Count('People whom the review has removed'),
});
const Reviews = Collection('Reviews', Review);

const ReviewItem = Model('ReviewItem', {
  userId: Type.String(),
  displayName: Type.String(),
  mail: Type.Optional(Type.String()),
  role: OneOf(MEMBER_ROLES),
  addedDateTime: Type.Optional(Type.String({ format: 'date-time', description: 'When the person joined' })),
  endDateTime: Type.Optional(Type.String({ format: 'date-time', description: 'End of the stay of a guest' })),
  lastSignInDateTime: Type.Optional(
    Type.String({ format: 'date-time', description: 'Latest sign-in, as far as the suite shows it' }),
  ),
  sponsor: Type.Optional(Named),
  decision: OneOf(DECISIONS),
  decidedBy: Type.Optional(Named),
  decidedDateTime: Type.Optional(DateTime),
  outcome: Type.Optional(
    OneOf(ITEM_OUTCOMES, {
      description:
        'At the end. `gone`: the person had left the team. `permanent`: a template or policy keeps the person. `failed`: the suite rejected the removal',
    }),
  ),
  error: Type.Optional(MessageText({ description: 'Why the removal failed' })),
});
const ReviewItems = Collection('ReviewItems', ReviewItem);

const ReviewDecisions = Model(
  'ReviewDecisions',
  {
    decisions: Omissible(
      Type.Array(
        Closed({
          userId: Type.String({ minLength: 1, maxLength: 256, description: 'Id of a person of the review' }),
          decision: OneOf(DECISIONS, { description: '`none` revokes a decision' }),
        }),
        { maxItems: MAX_DECISIONS },
      ),
    ),
    undecided: Omissible(
      OneOf(['keep', 'remove'], {
        description: 'The decision about everybody else without a decision',
      }),
    ),
  },
  {
    description: 'Requires `decisions` or `undecided`.',
    examples: [{ decisions: [{ userId: 'guest-1', decision: 'remove' }], undecided: 'keep' }],
  },
);

const ReviewParams = Closed({ reviewId: Id('The review’s id') });

const ReviewsQuery = Closed({
  status: Type.Optional(OneOf(REVIEW_STATUSES)),
  kind: Type.Optional(OneOf(REVIEW_KINDS)),
  teamId: Type.Optional(Type.String({ minLength: 1, maxLength: 200, description: 'Reviews of this team' })),
  owned: Flag('Whether administrators see only reviews of teams that they own'),
  ...PAGE_OPTIONS,
  ...COUNT_OPTION,
});

const ItemsQuery = Closed({
  decision: Type.Optional(OneOf(DECISIONS, { description: '`none`: people without a decision' })),
  $search: Type.Optional(Type.String({ description: 'Parts of the name or the mail address' })),
  ...PAGE_OPTIONS,
  ...COUNT_OPTION,
});

export const getReviewsRoute = route(
  {
    summary: 'List reviews of guests and members',
    querystring: ReviewsQuery,
    collection: Reviews,
    description: 'Newest first. Owners see the reviews of their teams, administrators those of all teams.',
  },
  async (deps, { principal, query }) => {
    const { status, kind, teamId, owned: isOwned = false, $count: countAll = false } = query;
    const { items, next, count } = await listReviews(deps, principal, {
      ...readPage(query),
      ...{ status, kind, teamId, isOwned, countAll },
    });
    return { items, next, count };
  },
);

export const getReviewRoute = route(
  {
    summary: 'Get a review',
    errors: [502],
    params: ReviewParams,
    response: Review,
    description: 'For owners of the team and administrators.',
  },
  (deps, { principal, params }) => getReview(deps, principal, params),
);

export const getReviewItemsRoute = route(
  {
    summary: 'List the people of a review',
    errors: [502],
    params: ReviewParams,
    querystring: ItemsQuery,
    collection: ReviewItems,
    description: 'By name, with the decisions and, at the end, the outcomes.',
  },
  async (deps, { principal, params, query }) => {
    const { decision, $count: countAll = false } = query;
    const { items, next, count } = await listReviewItems(deps, principal, {
      ...params,
      top: readTop(query.$top),
      after: readCursor(query.$skiptoken, asText, asText),
      search: readSearch(query.$search, SEARCHED_NAMES_AND_ADDRESSES),
      ...{ decision, countAll },
    });
    return { items, next, count };
  },
);

export const decideReviewRoute = route(
  {
    summary: 'Decide about people of a review',
    errors: [409, 502],
    params: ReviewParams,
    body: ReviewDecisions,
    response: Review,
    context: 'reviews/$entity',
    description:
      'For owners of the team and administrators. Decisions can change until the review ends: at its deadline, or an hour after the last decision. Afterwards the response is 409.',
  },
  (deps, { principal, context, params, body }) => {
    const { decisions, undecided } = body;
    if (!decisions?.length && !undecided)
      throw invalidField(
        'decisions',
        say('reviews.nothingDecided', 'Give decisions about people, or one about all who are undecided.'),
        'Required',
      );
    return decideReview(deps, principal, context, {
      ...params,
      decisions: decisions ?? [],
      undecided: undecided ?? undefined,
    });
  },
);
