import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { Service } from '../service.ts';
import { body, type OperationCase, query, tooLongId } from './operation-case.ts';

/** Adds an open review of the team's members, because the first scheduled review starts only after a month. */
export async function addReview(
  { databaseUrl }: Pick<Service, 'databaseUrl'>,
  team: string,
  kind: 'members' | 'guests' = 'members',
): Promise<string> {
  const id = randomUUID();
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with members as (
         select * from directory.team_members where team_id = $2 and ($3 = 'members' or role = 'guest')),
       review as (
         insert into charter.reviews
           (tenant_id, review_id, team_id, kind, status, policy_id, policy_name, unanswered, request_id, created_at,
            deadline_at, item_count, keep_count, remove_count, removed_count, due_at, attempt)
         select distinct tenant_id, $1::uuid, $2, $3, 'open', $1::uuid, 'Acceptance', 'keep', $1::text, now(),
                now() + interval '14 days', (select count(*) from members), 0, 0, 0, now() + interval '7 days', 0
           from members
         returning tenant_id, review_id)
       insert into charter.review_items (tenant_id, review_id, user_id, role)
       select review.tenant_id, review.review_id, members.user_id, members.role from review, members`,
      [id, team, kind],
    );
  } finally {
    await client.end();
  }
  return id;
}

export const REVIEW_OPERATIONS: readonly OperationCase[] = [
  {
    operation: 'getReviews',
    caller: 'owner',
    needs: ['team', 'review'],
    call: async (client, { team, review }) => {
      const found = await Array.fromAsync(client.reviews.list({ teamId: team, status: 'open', $top: 1 }));
      assert.deepEqual(
        found.map(({ id, kind, itemCount }) => [id, kind, itemCount]),
        [[review, 'members', 2]],
      );
    },
    forbidden: null,
    foreign: 'separate',
    bad: [
      query('/reviews', 'an unknown status', 'status=some', 'status'),
      query('/reviews', 'a forged page token', '$skiptoken=made-up', '$skiptoken'),
    ],
  },
  {
    operation: 'getReview',
    caller: 'owner',
    needs: ['team', 'review'],
    call: async (client, { team, review }) => {
      const found = await client.reviews.getReview(review);
      assert.deepEqual([found.team.id, found.policy.name, found.unanswered], [team, 'Acceptance', 'keep']);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/reviews/${id}`, 'reviewId')],
  },
  {
    operation: 'getReviewItems',
    caller: 'owner',
    needs: ['review'],
    call: async (client, { review }) => {
      const people = await Array.fromAsync(client.reviews.items(review, { $top: 1 }));
      assert.deepEqual(
        people.map(({ displayName, role, decision }) => [displayName, role, decision]),
        [
          ['Inês Carvalho', 'member', 'none'],
          ['Ruben de Wit', 'owner', 'none'],
        ],
      );
      const found = await Array.fromAsync(client.reviews.items(review, { $search: 'inês carv' }));
      assert.equal(found.length, 1);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [tooLongId('GET', (id) => `/reviews/${id}/items`, 'reviewId')],
  },
  {
    operation: 'decideReview',
    caller: 'owner',
    needs: ['review'],
    call: async (client, { review }) => {
      const [first] = await Array.fromAsync(client.reviews.items(review));
      const userId = first?.userId ?? '';
      const decisions = [{ userId, decision: 'remove' as const }];
      const decided = await client.reviews.decideReview(review, { decisions, undecided: 'keep' });
      assert.deepEqual([decided.keepCount, decided.removeCount, decided.status], [1, 1, 'open']);
      const again = { decisions: [{ userId, decision: 'none' as const }] };
      assert.equal((await client.reviews.decideReview(review, again)).removeCount, 0);
    },
    forbidden: 'member',
    foreign: 'hidden',
    bad: [
      body('POST', ({ review }) => `/reviews/${review}/decisions`)('a missing decision', {}, 'decisions'),
      body('POST', ({ review }) => `/reviews/${review}/decisions`)(
        'a person who is not in the review',
        { decisions: [{ userId: 'nobody', decision: 'keep' }] },
        'decisions[0].userId',
      ),
    ],
  },
];
