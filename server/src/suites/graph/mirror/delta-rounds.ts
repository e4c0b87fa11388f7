/**
 * Reads a delta query of Graph page by page, and stores the link of the next page, so that another node can continue
 * after a restart. A lease prevents two workers from reading a collection at once.
 * Graph expires these links after some days and requires a full read ("Use delta query"). A full read returns all
 * existing objects, but no removals. The round therefore records the returned objects; at its end, all others are saved
 * as removed.
 */
import type { Clock } from '../../../kernel/clock.ts';
import { boolean, columns, type RowOf, text, time } from '../../../kernel/columns.ts';
import { newId } from '../../../kernel/ids.ts';
import { type Sql, sql, table } from '../../../kernel/sql.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { GraphFailure } from '../client/failure.ts';
import type { MirrorParts } from './parts.ts';

/** A person or group as a delta query returns it. */
type Shown = Entry & { 'members@delta'?: Entry[]; 'owners@delta'?: Entry[] };

export interface DeltaCollection<Item> {
  name: 'users' | 'groups';
  /** Address of the first page. */
  first: string;
  /** @param wasComplete whether an earlier read reached the end of the collection; if so, differences are changes */
  save(tenantId: string, items: Item[], wasComplete: boolean): Promise<void>;
}

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

const PLACE = columns({
  link: text<string | null>(),
  /** Start of a full read that replaces an expired link. */
  roundBeganAt: time<Date | null>(),
  /** Whether an earlier read reached the end. */
  wasComplete: boolean<boolean>(sql`completed_at is not null`),
});
type Place = RowOf<typeof PLACE>;

/** An item of the copy that the full read did not return. */
const MISSING = columns({ id: text<string>(), relatedId: text<string>('relatedId') });
type Missing = RowOf<typeof MISSING>;

const KINDS = { users: ['users'], groups: ['groups', 'members', 'owners'] } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS][number];

/**
 * Selects items of the copy that the full read did not return. Omits groups that Charter has created or changed after
 * `since`, team members whom it has added after `since`, and members whom Graph does not show.
 */
function missingOf(kind: Kind, tenant: Sql, since: Sql): Sql {
  const unshown = (of: Kind, id: string, relatedId: string): Sql => sql`
    not exists (select from graph_suite.round_objects o
                 where o.tenant_id = ${tenant} and o.kind = ${sql.lit(of)} and o.object_id = ${sql.raw(id)}
                   and o.related_id = ${sql.raw(relatedId)})`;
  // Without the permission Member.Read.Hidden, Graph shows no members of a group with hidden membership ("List group
  // members"): a member whom the full read did not return may still be in it.
  const areMembersShown = (groupId: string): Sql => sql`
    (not exists (select from directory.teams t
                  where t.tenant_id = ${tenant} and t.team_id = ${sql.ref(groupId)} and t.visibility = 'hiddenMembership')
     or exists (select from graph_suite.round_objects o
                 where o.tenant_id = ${tenant} and o.kind = 'members' and o.object_id = ${sql.ref(groupId)}))`;
  switch (kind) {
    case 'users':
      return sql`
        select user_id as id, '' as "relatedId" from directory.users u
         where tenant_id = ${tenant} and ${unshown('users', 'u.user_id', "''")}`;
    case 'groups':
      return sql`
        select group_id as id, '' as "relatedId" from graph_suite.groups g
         where tenant_id = ${tenant} and deleted_at is null
           and coalesce(greatest(created_at, changed_at) < ${since}, true)
           and ${unshown('groups', 'g.group_id', "''")}`;
    case 'members':
      return sql`
        select group_id as id, user_id as "relatedId" from directory.group_members m
         where tenant_id = ${tenant} and ${unshown('members', 'm.group_id', 'm.user_id')}
           and ${areMembersShown('m.group_id')}
        union
        select team_id, user_id from directory.team_members m
         where tenant_id = ${tenant} and coalesce(added_at < ${since}, true)
           and ${unshown('members', 'm.team_id', 'm.user_id')} and ${unshown('owners', 'm.team_id', 'm.user_id')}
           and ${areMembersShown('m.team_id')}`;
    case 'owners':
      return sql`
        select team_id as id, user_id as "relatedId" from directory.team_members m
         where tenant_id = ${tenant} and role = 'owner' and coalesce(added_at < ${since}, true)
           and ${unshown('owners', 'm.team_id', 'm.user_id')}`;
  }
}

/** Returns the missing items in the form of Graph's removals. */
function toRemovals(kind: Kind, missing: readonly Missing[]): Shown[] {
  const removed = { '@removed': { reason: 'deleted' } };
  if (kind === 'users' || kind === 'groups') return missing.map(({ id }) => ({ id, ...removed }));
  return missing.map(({ id, relatedId }) => ({ id, [`${kind}@delta`]: [{ id: relatedId, ...removed }] }));
}

/** Time for which Graph may not show an object that Charter has created ("Create team from group"). */
const VISIBLE_MILLISECONDS = 15 * 60_000;

/** Statuses that reject the caller, or ask for a retry. The link remains valid. */
const NOT_ABOUT_LINK = [401, 403, 408, 423, 429];

/**
 * Whether Graph has expired the requested link: it responds with 410, or with a 40X of any code ("Use delta query").
 */
const isForgotten = (error: unknown): error is GraphFailure =>
  error instanceof GraphFailure &&
  error.status >= 400 &&
  error.status < 500 &&
  !NOT_ABOUT_LINK.includes(error.status);

/** Time after which another worker may continue for a dead reader. Each page renews the lease. */
const LEASE_MILLISECONDS = 5 * 60_000;

/** Thrown when the lease has expired, and another worker reads the collection. */
class LeaseLost extends Error {}

interface Lease {
  id: string;
  tenantId: string;
  name: 'users' | 'groups';
}

export class DeltaRounds {
  readonly #database: SuiteDatabase;
  readonly #clock: Clock;
  readonly #graphOf: MirrorParts['graphOf'];

  constructor({ database, clock, graphOf }: Pick<MirrorParts, 'database' | 'clock' | 'graphOf'>) {
    this.#database = database;
    this.#clock = clock;
    this.#graphOf = graphOf;
  }

  /**
   * Saves the changes since the last read. Saves everything at the first read, and after Graph has expired the link.
   * Returns at once while another worker reads the collection: that worker then reads once more.
   */
  async follow<Item extends Entry>(tenantId: string, collection: DeltaCollection<Item>): Promise<void> {
    let isDue = true;
    while (isDue) isDue = await this.#followOnce(tenantId, collection);
  }

  /** Returns whether another worker has requested a read meanwhile. */
  async #followOnce<Item extends Entry>(
    tenantId: string,
    collection: DeltaCollection<Item>,
  ): Promise<boolean> {
    const lease: Lease = { id: newId(), tenantId, name: collection.name };
    const place = await this.#lease(lease);
    if (place === undefined) return false;
    try {
      await this.#read(lease, collection, place);
    } catch (error) {
      await this.#release(lease);
      if (error instanceof LeaseLost) return false;
      throw error;
    }
    return this.#release(lease);
  }

  /** Leases a collection. Returns undefined while another worker has the lease; that worker then reads once more. */
  #lease({ tenantId, name, id }: Lease): Promise<Place | undefined> {
    const { tenant, first } = this.#database.in(tenantId);
    const [own, until] = [sql`${sql.val(id)}::uuid`, sql`${sql.val(this.#leasedUntil())}::timestamptz`];
    const isHeld = sql`s.leased_until >= ${this.#clock.now()}::timestamptz`;
    return first(PLACE)`
      with leased as (
        insert into graph_suite.synchronisation as s (tenant_id, collection, lease_id, leased_until)
        values (${tenant}, ${name}, ${own}, ${until})
        on conflict (tenant_id, collection) do update
          set lease_id = case when ${isHeld} then s.lease_id else ${own} end,
              leased_until = case when ${isHeld} then s.leased_until else ${until} end,
              is_read_again = coalesce(${isHeld}, false)
        returning lease_id, link, round_began_at, completed_at)
      select ${PLACE} from leased where lease_id = ${own}`;
  }

  async #release({ tenantId, name, id }: Lease): Promise<boolean> {
    const { tenant, first } = this.#database.in(tenantId);
    const isReadAgain = await first(boolean())`
      update graph_suite.synchronisation set lease_id = null, leased_until = null
       where tenant_id = ${tenant} and collection = ${name} and lease_id = ${id} returning is_read_again`;
    return isReadAgain ?? false;
  }

  #leasedUntil = (): Date => new Date(this.#clock.now().getTime() + LEASE_MILLISECONDS);

  /**
   * Renews the lease, and makes the given assignments.
   * @throws LeaseLost
   */
  async #hold({ tenantId, name, id }: Lease, set: Sql = sql``): Promise<Place> {
    const { tenant, first } = this.#database.in(tenantId);
    const place = await first(PLACE)`
      update graph_suite.synchronisation set ${set} leased_until = ${this.#leasedUntil()}
       where tenant_id = ${tenant} and collection = ${name} and lease_id = ${id} returning ${PLACE}`;
    if (place === undefined) throw new LeaseLost();
    return place;
  }

  async #read<Item extends Entry>(
    lease: Lease,
    collection: DeltaCollection<Item>,
    place: Place,
  ): Promise<void> {
    if ((await this.#readPages(lease, collection, place)) === undefined) return;
    await this.#hold(lease);
    await this.#forget(lease);
    const begun = await this.#hold(
      lease,
      sql`link = null, is_round_over = false, round_began_at = ${this.#clock.now()},`,
    );
    const failure = await this.#readPages(lease, collection, begun);
    // Leaves another full read to the next refresh, so that a refresh ends even if Graph expires every link.
    if (failure !== undefined) throw failure;
  }

  /** Returns Graph's failure for an expired link; undefined after the last page. */
  async #readPages<Item extends Entry>(
    lease: Lease,
    collection: DeltaCollection<Item>,
    place: Place,
  ): Promise<GraphFailure | undefined> {
    const { tenantId } = lease;
    const { roundBeganAt: beganAt, wasComplete } = place;
    let { link } = place;
    let isOver = false;
    while (!isOver) {
      const page: Page<Item> | GraphFailure = await this.#readPage(tenantId, collection, link);
      if (page instanceof GraphFailure) return page;
      await collection.save(tenantId, page.value, wasComplete);
      if (beganAt !== null) await this.#record(lease, page.value);
      const next = page['@odata.nextLink'];
      isOver = next === undefined;
      if (beganAt !== null && isOver) await this.#removeMissing(lease, collection, beganAt);
      link = next ?? page['@odata.deltaLink'] ?? null;
      const now = sql`${sql.val(this.#clock.now())}::timestamptz`;
      const ended = sql`${sql.val(isOver)}::boolean`;
      await this.#hold(
        lease,
        sql`
          link = ${link}, synchronised_at = ${now}, is_round_over = ${ended},
          round_began_at = case when not ${ended} then round_began_at end,
          completed_at = coalesce(completed_at, case when ${ended} then ${now} end),`,
      );
      // Runs only after the last page: a read that continues the round needs the objects that earlier pages have
      // shown.
      if (beganAt !== null && isOver) await this.#forget(lease);
    }
    return undefined;
  }

  /** Returns the page at the link, or Graph's failure when it has expired the link. A null link is the first page. */
  async #readPage<Item extends Entry>(
    tenantId: string,
    { first }: DeltaCollection<Item>,
    link: string | null,
  ): Promise<Page<Item> | GraphFailure> {
    try {
      return await this.#graphOf(tenantId).get<Page<Item>>(link ?? first, { budget: 'readDirectory' });
    } catch (error) {
      if (link !== null && isForgotten(error)) return error;
      throw error;
    }
  }

  async #forget({ tenantId, name }: Lease): Promise<void> {
    const { tenant, write } = this.#database.in(tenantId);
    await write`
      delete from graph_suite.round_objects where tenant_id = ${tenant} and kind = any (${KINDS[name]}::text[])`;
  }

  async #record({ tenantId, name }: Lease, items: readonly Shown[]): Promise<void> {
    const present = items.filter((item) => item['@removed'] === undefined);
    const people = (kind: 'members' | 'owners') =>
      present.flatMap(({ id, [`${kind}@delta` as const]: list = [] }) =>
        list.map((related) => ({ kind, id, relatedId: related.id })),
      );
    const objects = present.map(({ id }) => ({ kind: name, id, relatedId: '' }));
    const rows = [...objects, ...people('members'), ...people('owners')];
    if (rows.length === 0) return;
    const { tenant, write } = this.#database.in(tenantId);
    await write`
      insert into graph_suite.round_objects (tenant_id, kind, object_id, related_id)
      select distinct ${tenant}, kind, id, "relatedId"
        from ${table('i', rows, { kind: 'text', id: 'text', relatedId: 'text' })} order by 2, 3, 4
      on conflict do nothing`;
  }

  async #removeMissing<Item extends Entry>(
    lease: Lease,
    { name, save }: DeltaCollection<Item>,
    beganAt: Date,
  ): Promise<void> {
    const { tenantId } = lease;
    const { tenant, all } = this.#database.in(tenantId);
    const since = sql`${sql.val(new Date(beganAt.getTime() - VISIBLE_MILLISECONDS))}::timestamptz`;
    for (const kind of KINDS[name]) {
      let last: Missing | undefined = { id: '', relatedId: '' };
      while (last !== undefined) {
        await this.#hold(lease);
        const missing: Missing[] = await all(MISSING)`
          select ${MISSING} from (${missingOf(kind, tenant, since)}) missing
           where (id, "relatedId") > (${last.id}::text, ${last.relatedId}::text)
           order by id, "relatedId" limit 500`;
        if (missing.length > 0) await save(tenantId, toRemovals(kind, missing) as unknown as Item[], true);
        last = missing.at(-1);
      }
    }
  }
}

/**
 * Merges the entries of a delta query. One page can contain an object several times, and can repeat changes of earlier
 * pages ("Use delta query"). The last entry counts.
 */

export interface Entry {
  id: string;
  '@removed'?: object;
}

function mergeTwo<Item extends Entry>({ '@removed': _, ...earlier }: Item, later: Item): Item {
  const before = earlier as Record<string, unknown>;
  // A list such as members@delta has changes of a relation. Other properties have their whole value.
  const lists = Object.entries(later)
    .filter(([name]) => name.endsWith('@delta'))
    .map(([name, list]) => [name, [...((before[name] as Entry[] | undefined) ?? []), ...list]]);
  return { ...before, ...later, ...Object.fromEntries(lists) };
}

/**
 * Returns one entry for each object, with the properties of all its entries, because each may have only the changed
 * ones. The entry is a removal when the last one is.
 */
export function mergeEntries<Item extends Entry>(entries: readonly Item[]): Item[] {
  const byId = new Map<string, Item>();
  for (const entry of entries) {
    const earlier = byId.get(entry.id);
    byId.set(entry.id, earlier === undefined ? entry : mergeTwo(earlier, entry));
  }
  return [...byId.values()];
}

/** Returns the last entry for each object in a list of changes of a relation. */
export const lastEntries = <Item extends Entry>(related: readonly Item[]): Item[] => [
  ...new Map(related.map((one) => [one.id, one])).values(),
];
