/** Reviews of the people of teams, with their decisions. Names are read from the directory, which may change them. */
import type { LeasedReview, Review, ReviewItem } from '../flows/reviews/model.ts';
import type { DecidedItem, ItemQuery, ReviewQuery, ReviewStore } from '../flows/reviews/ports.ts';
import { columns, json, number, text, time } from '../kernel/columns.ts';
import { isUuid } from '../kernel/ids.ts';
import { type Database, type Sql, sql, statements, table } from '../kernel/sql.ts';
import { asItem, leaseRows, limitFor, ofTeamsOwnedBy, RETURNING_TRUE, TEAM_NAME } from './statement-parts.ts';

const REVIEW = columns<Review>(
  {
    id: text('review_id'),
    teamId: text(),
    teamName: text<string | null>(TEAM_NAME),
    kind: text(),
    status: text(),
    policyId: text(),
    policyName: text(),
    unanswered: text(),
    stayDays: number(),
    nextDeadlineAt: time(),
    requestId: text(),
    createdAt: time(),
    deadlineAt: time(),
    completedAt: time(),
    itemCount: number(),
    keepCount: number(),
    removeCount: number(),
    removedCount: number(),
  },
  'item',
);
const LEASED = columns<LeasedReview>({ ...REVIEW.members, attempt: number('item.attempt') });

const LATEST = columns<Pick<Review, 'kind' | 'createdAt'>>({
  kind: text(),
  createdAt: time(sql`max(created_at)`),
});

const PERSON = {
  userId: text<string>('i.user_id'),
  displayName: text<string | null>('u.display_name'),
  role: text<ReviewItem['role']>('i.role'),
};

const ITEM = columns<ReviewItem & { key: string }>({
  ...PERSON,
  mail: text('u.mail'),
  addedAt: time(sql`m.added_at`),
  endsAt: time(sql`least(s.ends_at, s.inactive_ends_at)`),
  lastSignInAt: time('u.last_sign_in_at'),
  sponsorId: text('s.sponsor_id'),
  sponsorName: text(sql`sponsor.display_name`),
  decision: text('i.decision'),
  decidedBy: text('i.decided_by'),
  decidedByName: text(sql`decider.display_name`),
  decidedAt: time('i.decided_at'),
  outcome: text('i.outcome'),
  error: json('i.error'),
  key: text('i.sort_key'),
});

const CHANGED = columns<DecidedItem>({ ...PERSON, before: text(sql`i.before`) });

export function reviewStore(db: Database, tenantId: string): ReviewStore {
  const { tenant, all, first, write } = statements(db, tenantId);

  const of = (reviewId: string): Sql => sql`item.tenant_id = ${tenant} and item.review_id = ${reviewId}`;

  const selected = ({ status, kind, teamId }: Omit<ReviewQuery, 'top' | 'after' | 'ownerId'>): Sql => sql`
    select * from charter.reviews item
     where item.tenant_id = ${tenant}
       ${status === undefined ? sql`` : sql`and item.status = ${status}`}
       ${kind === undefined ? sql`` : sql`and item.kind = ${kind}`}
       ${teamId === undefined ? sql`` : sql`and item.team_id = ${teamId}`}`;

  /** The people of a review with their names, as `i` and `u`. */
  const people = (reviewId: string, { decision, search }: Pick<ItemQuery, 'decision' | 'search'>): Sql => {
    const words = (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    return sql`
      (select i.*, lower(coalesce(u.display_name, i.user_id)) collate "C" as sort_key
         from charter.review_items i
         left join directory.users u on u.tenant_id = ${tenant} and u.user_id = i.user_id
        where i.tenant_id = ${tenant} and i.review_id = ${reviewId}
          ${decision === undefined ? sql`` : sql`and coalesce(i.decision, 'none') = ${decision}`}
          ${
            words.length === 0
              ? sql``
              : sql`and not exists (
                  select from unnest(${words}::text[]) word
                   where strpos(lower(concat_ws(' ', u.display_name, u.mail)), word) = 0)`
          }) i`;
  };

  const find = (reviewId: string, rest: Sql = sql``) => first(REVIEW)`
    ${asItem(sql`select * from charter.reviews item where ${of(reviewId)} ${rest}`)} select ${REVIEW} from item`;

  /** Updates a review that this attempt has leased. */
  const change = ({ id, attempt }: { id: string; attempt: number }, set: Sql): Promise<number> => write`
    update charter.reviews item set ${set} where ${of(id)} and item.attempt = ${attempt}`;

  const keeps = (unanswered: 'remove' | 'keep'): Sql => sql`coalesce(i.decision, ${unanswered}) = 'keep'`;

  return {
    add: async ({ people: reviewed, ...review }) =>
      (await write`
            with given as (select * from ${table('given', reviewed, { userId: 'text', role: 'text' })}),
            review as (
              insert into charter.reviews
                (tenant_id, review_id, team_id, kind, status, policy_id, policy_name, unanswered, stay_days, next_deadline_at,
                 request_id, created_at, deadline_at, item_count, keep_count, remove_count, removed_count, due_at, attempt)
              select ${tenant}, ${review.id}, ${review.teamId}, ${review.kind}, 'open', ${review.policyId},
                     ${review.policyName}, ${review.unanswered}, ${review.stayDays}, ${review.nextDeadlineAt},
                     ${review.requestId},
                     ${review.createdAt}, ${review.deadlineAt}, ${reviewed.length}, 0, 0, 0, ${review.dueAt}, 0
              on conflict (tenant_id, team_id, kind) where status in ('open', 'ending') do nothing
              returning review_id)
            insert into charter.review_items (tenant_id, review_id, user_id, role)
            select ${tenant}, review.review_id, given."userId", given.role
              from review cross join given order by given."userId"
            ${RETURNING_TRUE}`) > 0,

    find: async (reviewId) => (isUuid(reviewId) ? find(reviewId) : undefined),

    list: ({ top, after, ownerId, ...query }) => all(REVIEW)`
      ${asItem(sql`${selected(query)} ${after === undefined ? sql`` : sql`and item.review_id < ${after}`}`)}
      select ${REVIEW} from item where true ${ofTeamsOwnedBy(tenant, ownerId)}
       order by item.review_id desc limit ${top + 1}`,

    count: async ({ ownerId, ...query }) =>
      (await first(number())`
        ${asItem(selected(query))}
        select count(*)::int from item where true ${ofTeamsOwnedBy(tenant, ownerId)}`) ?? 0,

    latest: (teamId) => all(LATEST)`
      select ${LATEST} from charter.reviews where tenant_id = ${tenant} and team_id = ${teamId} group by kind`,

    async items(reviewId, { top, after, ...query }) {
      const items = await all(ITEM)`
        select ${ITEM}
          from (select * from ${people(reviewId, query)}
                 where true ${after === undefined ? sql`` : sql`and (sort_key, user_id) > (${after[0]}, ${after[1]})`}
                 order by sort_key, user_id limit ${limitFor(top)}) i
          left join directory.users u on u.tenant_id = ${tenant} and u.user_id = i.user_id
          left join charter.reviews r on r.tenant_id = ${tenant} and r.review_id = i.review_id
          left join directory.team_members m
            on m.tenant_id = ${tenant} and m.team_id = r.team_id and m.user_id = i.user_id
          left join charter.guest_stays s
            on s.tenant_id = ${tenant} and s.team_id = r.team_id and s.user_id = i.user_id
          left join directory.users sponsor on sponsor.tenant_id = ${tenant} and sponsor.user_id = s.sponsor_id
          left join directory.users decider on decider.tenant_id = ${tenant} and decider.user_id = i.decided_by
         order by i.sort_key, i.user_id`;
      return items.slice(0, top + 1);
    },

    countItems: async (reviewId, query) =>
      (await first(number())`select count(*)::int from ${people(reviewId, query)}`) ?? 0,

    lockOpen: (reviewId) => find(reviewId, sql`and item.status = 'open' for update`),

    reviewed: (reviewId, userIds) => all(text())`
      select user_id from charter.review_items
       where tenant_id = ${tenant} and review_id = ${reviewId} and user_id = any(${userIds}::text[])`,

    decide(reviewId, decided, decision, { id, at }) {
      const isNone = decision === 'none';
      const value = sql.val(isNone ? null : decision);
      return all(CHANGED)`
        with former as (
          select user_id, decision from charter.review_items
           where tenant_id = ${tenant} and review_id = ${reviewId} and decision is distinct from ${value}::text
             and ${
               'undecidedExcept' in decided
                 ? sql`decision is null and user_id <> all(${decided.undecidedExcept}::text[])`
                 : sql`user_id = any(${decided}::text[])`
             }),
        i as (
          update charter.review_items i
             set decision = ${value}::text, decided_by = ${isNone ? null : id}, decided_at = ${isNone ? null : at}
            from former
           where i.tenant_id = ${tenant} and i.review_id = ${reviewId} and i.user_id = former.user_id
          returning i.user_id, i.role, former.decision as before)
        select ${CHANGED} from i
          left join directory.users u on u.tenant_id = ${tenant} and u.user_id = i.user_id
         order by i.user_id`;
    },

    async settleDecisions(reviewId, nextOf) {
      const counted = await first(REVIEW)`
        ${asItem(sql`
          update charter.reviews item
             set keep_count = counted.keep, remove_count = counted.remove
            from (select count(*) filter (where decision = 'keep') as keep,
                         count(*) filter (where decision = 'remove') as remove
                    from charter.review_items where tenant_id = ${tenant} and review_id = ${reviewId}) counted
           where ${of(reviewId)}
          returning item.*`)}
        select ${REVIEW} from item`;
      if (counted === undefined) throw new Error(`The review ${reviewId} is missing.`);
      await write`update charter.reviews item set due_at = ${nextOf(counted)} where ${of(reviewId)}`;
      return counted;
    },

    async leaseDue(now, leaseUntil) {
      const leased = leaseRows(
        tenant,
        { table: 'charter.reviews', key: ['review_id'], until: 'due_at', number: 'attempt' },
        {
          leaseUntil,
          limit: 1,
          where: sql`item.due_at <= ${now}`,
          order: sql`item.due_at, item.review_id`,
          returning: sql`item.*`,
        },
      );
      return first(LEASED)`${asItem(leased)} select ${LEASED} from item`;
    },

    setDue: async (review, dueAt) => (await change(review, sql`due_at = ${dueAt}`)) === 1,

    beginEnd: async ({ id, attempt }, now, leaseUntil) =>
      (await write`
        update charter.reviews item set status = 'ending', due_at = ${leaseUntil}
         where ${of(id)} and item.attempt = ${attempt} and item.status = 'open'
           and (item.deadline_at <= ${now} or item.keep_count + item.remove_count >= item.item_count)`) === 1,

    keepOthers: ({ id, unanswered }) => write`
      update charter.review_items i set outcome = 'kept'
       where i.tenant_id = ${tenant} and i.review_id = ${id} and i.outcome is null and ${keeps(unanswered)}`,

    removals: ({ id, unanswered }, limit) => all(text<string>())`
      select user_id from charter.review_items i
       where i.tenant_id = ${tenant} and i.review_id = ${id} and i.outcome is null and not ${keeps(unanswered)}
       order by i.user_id limit ${limit}`,

    async settleItems(reviewId, items) {
      if (items.length === 0) return;
      await write`
        update charter.review_items i set outcome = settled.outcome, error = settled.error
          from ${table('settled', items, { userId: 'text', outcome: 'text', error: 'json' })}
         where i.tenant_id = ${tenant} and i.review_id = ${reviewId} and i.user_id = settled."userId"`;
    },

    end: ({ id, attempt }, status, at) => first(REVIEW)`
      ${asItem(sql`
        update charter.reviews item
           set status = ${status}, completed_at = ${at}, due_at = null,
               removed_count = (
                 select count(*) from charter.review_items i
                  where i.tenant_id = ${tenant} and i.review_id = ${id} and i.outcome = 'removed')
         where ${of(id)} and item.attempt = ${attempt}
        returning item.*`)}
      select ${REVIEW} from item`,
  };
}
