/**
 * Reads a delta query of Graph page by page, and stores the link of the next page, so that another node can continue
 * after a restart. A lease prevents two workers from reading a collection at once.
 * Graph expires these links after some days and demands a full read ("Use delta query"). A full read shows everything
 * that exists, but no removals. It therefore marks what it shows; at its end the unmarked rest is saved as removed.
 */
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { GraphFailure } from '../client/failure.ts';
import type { MirrorParts } from './parts.ts';

/** A person or group as a delta query shows it. */
type Shown = Entry & { 'members@delta'?: Entry[]; 'owners@delta'?: Entry[] };

export interface Collection<Item> {
  name: 'users' | 'groups';
  /** Address of the first page. */
  first: string;
  /** @param wasComplete whether the collection was read to its end before; if so, differences are changes */
  save(tenantId: string, items: Item[], wasComplete: boolean): Promise<void>;
}

interface Page<Item> {
  value: Item[];
  '@odata.nextLink'?: string;
  '@odata.deltaLink'?: string;
}

interface Place {
  link: string | null;
  /** Start of a full read that replaces an expired link. */
  roundBeganAt: Date | null;
  /** Whether an earlier read reached the end. */
  wasComplete: boolean;
}

/** An item of the copy that the full read has not shown. */
interface Missing {
  id: string;
  relatedId: string;
}

const AS_PLACE = 'link, round_began_at as "roundBeganAt", completed_at is not null as "wasComplete"';
/**
 * Leases a collection to the reader `$3`, and returns its place. Returns no row while another reader has the lease,
 * which then reads once more.
 */
const LEASE = `
  with leased as (
    insert into graph_suite.synchronisation as s (tenant_id, collection, lease_id, leased_until)
    values ($1, $2, $3::uuid, $5::timestamptz)
    on conflict (tenant_id, collection) do update
      set lease_id = case when s.leased_until >= $4::timestamptz then s.lease_id else $3 end,
          leased_until = case when s.leased_until >= $4 then s.leased_until else $5 end,
          is_read_again = coalesce(s.leased_until >= $4, false)
    returning lease_id, link, round_began_at, completed_at)
  select ${AS_PLACE} from leased where lease_id = $3`;
const IS_LEASED = 'tenant_id = $1 and collection = $2 and lease_id = $3';
const RELEASE = `
  update graph_suite.synchronisation set lease_id = null, leased_until = null
   where ${IS_LEASED} returning is_read_again as "isReadAgain"`;
const RENEW = `
  update graph_suite.synchronisation set leased_until = $4::timestamptz where ${IS_LEASED} returning lease_id`;
const SAVE_PLACE = `
  update graph_suite.synchronisation
     set link = $5, synchronised_at = $6::timestamptz, is_round_over = $7::boolean, leased_until = $4::timestamptz,
         round_began_at = case when not $7 then round_began_at end,
         completed_at = coalesce(completed_at, case when $7 then $6 end)
   where ${IS_LEASED} returning lease_id`;
const BEGIN_AGAIN = `
  update graph_suite.synchronisation
     set link = null, is_round_over = false, round_began_at = $5, leased_until = $4::timestamptz
   where ${IS_LEASED} returning ${AS_PLACE}`;

const RECORD = `
  insert into graph_suite.round_objects (tenant_id, kind, object_id, related_id)
  select distinct $1, kind, id, "relatedId"
    from json_to_recordset($2::json) as i(kind text, id text, "relatedId" text) order by 2, 3, 4
  on conflict do nothing`;
const FORGET = 'delete from graph_suite.round_objects where tenant_id = $1 and kind = any ($2::text[])';

const KINDS = { users: ['users'], groups: ['groups', 'members', 'owners'] } as const;
type Kind = (typeof KINDS)[keyof typeof KINDS][number];

const unshown = (kind: Kind, id: string, relatedId = "''"): string => `
  not exists (select from graph_suite.round_objects o
               where o.tenant_id = $1 and o.kind = '${kind}' and o.object_id = ${id} and o.related_id = ${relatedId})`;

/**
 * Tells whether a member whom the full read has not shown has left the group. Without the permission
 * Member.Read.Hidden, Graph shows no members of a group with hidden membership ("List group members").
 */
const areMembersShown = (groupId: string): string => `
  (not exists (select from directory.teams t
                where t.tenant_id = $1 and t.team_id = ${groupId} and t.visibility = 'hiddenMembership')
   or exists (select from graph_suite.round_objects o
               where o.tenant_id = $1 and o.kind = 'members' and o.object_id = ${groupId}))`;

/**
 * Selects items of the copy that the full read has not shown. Omits groups that Charter itself has changed since `$2`,
 * team members that it has added since then, and members whom Graph does not show.
 */
const MISSING: Readonly<Record<Kind, string>> = {
  users: `
    select user_id as id, '' as "relatedId" from directory.users u
     where tenant_id = $1 and $2::timestamptz is not null and ${unshown('users', 'u.user_id')}`,
  groups: `
    select group_id as id, '' as "relatedId" from graph_suite.groups g
     where tenant_id = $1 and deleted_at is null and coalesce(greatest(created_at, changed_at) < $2, true)
       and ${unshown('groups', 'g.group_id')}`,
  members: `
    select group_id as id, user_id as "relatedId" from directory.group_members m
     where tenant_id = $1 and ${unshown('members', 'm.group_id', 'm.user_id')} and ${areMembersShown('m.group_id')}
    union
    select team_id, user_id from directory.team_members m
     where tenant_id = $1 and coalesce(added_at < $2, true)
       and ${unshown('members', 'm.team_id', 'm.user_id')} and ${unshown('owners', 'm.team_id', 'm.user_id')}
       and ${areMembersShown('m.team_id')}`,
  owners: `
    select team_id as id, user_id as "relatedId" from directory.team_members m
     where tenant_id = $1 and role = 'owner' and coalesce(added_at < $2, true)
       and ${unshown('owners', 'm.team_id', 'm.user_id')}`,
};

const missingOf = (kind: Kind): string => `
  select id, "relatedId" from (${MISSING[kind]}) missing
   where (id, "relatedId") > ($3::text, $4::text) order by id, "relatedId" limit 500`;

/** Returns the missing items in the form of Graph's removals. */
function toRemovals(kind: Kind, missing: readonly Missing[]): Shown[] {
  const removed = { '@removed': { reason: 'deleted' } };
  if (kind === 'users' || kind === 'groups') return missing.map(({ id }) => ({ id, ...removed }));
  return missing.map(({ id, relatedId }) => ({ id, [`${kind}@delta`]: [{ id: relatedId, ...removed }] }));
}

/** Time for which Graph may not show what Charter has created ("Create team from group"). */
const VISIBLE_MILLISECONDS = 15 * 60_000;

/** Statuses that reject the caller, or ask to try again later. The link stays valid. */
const NOT_ABOUT_LINK = [401, 403, 408, 423, 429];

/** Whether Graph has forgotten the requested link: it answers with 410, or with a 40X of any code ("Use delta query"). */
const isForgotten = (error: unknown): error is GraphFailure =>
  error instanceof GraphFailure &&
  error.status >= 400 &&
  error.status < 500 &&
  !NOT_ABOUT_LINK.includes(error.status);

/** Time after which another worker may read a collection whose reader has died. Each page renews the lease. */
const LEASE_MILLISECONDS = 5 * 60_000;

/** Thrown when the lease has expired, and another worker reads the collection. */
class LeaseLost extends Error {}

/** A lease of a collection. */
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
   * Saves the changes since the last read. Saves everything at the first read, and when Graph has expired the link.
   * Returns at once while another worker reads the collection: that one then reads once more.
   */
  async follow<Item extends Entry>(tenantId: string, collection: Collection<Item>): Promise<void> {
    let isDue = true;
    while (isDue) isDue = await this.#followOnce(tenantId, collection);
  }

  /** Returns whether another worker has asked for a read meanwhile. */
  async #followOnce<Item extends Entry>(tenantId: string, collection: Collection<Item>): Promise<boolean> {
    const lease: Lease = { id: newId(), tenantId, name: collection.name };
    const { id, name } = lease;
    const now = this.#clock.now();
    const [place] = await this.#database.write<Place>(LEASE, tenantId, name, id, now, this.#leasedUntil());
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

  async #release({ tenantId, name, id }: Lease): Promise<boolean> {
    const [row] = await this.#database.write<{ isReadAgain: boolean }>(RELEASE, tenantId, name, id);
    return row?.isReadAgain ?? false;
  }

  #leasedUntil = (): Date => new Date(this.#clock.now().getTime() + LEASE_MILLISECONDS);

  /**
   * Runs a statement that requires and renews the lease.
   * @throws LeaseLost
   */
  async #hold<Row>(text: string, { tenantId, name, id }: Lease, ...values: unknown[]): Promise<Row> {
    const [row] = await this.#database.write<Row>(text, tenantId, name, id, this.#leasedUntil(), ...values);
    if (row === undefined) throw new LeaseLost();
    return row;
  }

  async #read<Item extends Entry>(lease: Lease, collection: Collection<Item>, place: Place): Promise<void> {
    if ((await this.#readPages(lease, collection, place)) === undefined) return;
    await this.#hold(RENEW, lease);
    await this.#forget(lease);
    const begun = await this.#hold<Place>(BEGIN_AGAIN, lease, this.#clock.now());
    const failure = await this.#readPages(lease, collection, begun);
    // Leaves a further full read to the next refresh, so that one refresh ends although Graph forgets every link.
    if (failure !== undefined) throw failure;
  }

  /** Returns Graph's answer to a link that it has forgotten; undefined after the last page. */
  async #readPages<Item extends Entry>(
    lease: Lease,
    collection: Collection<Item>,
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
      await this.#hold(SAVE_PLACE, lease, link, this.#clock.now(), isOver);
      // Only after the round has ended: a read that continues it needs what the earlier pages have shown.
      if (beganAt !== null && isOver) await this.#forget(lease);
    }
    return undefined;
  }

  /** Returns the page at the link, or Graph's answer when it has forgotten the link. Null is the first page. */
  async #readPage<Item extends Entry>(
    tenantId: string,
    { first }: Collection<Item>,
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
    await this.#database.write(FORGET, tenantId, KINDS[name]);
  }

  async #record({ tenantId, name }: Lease, items: readonly Shown[]): Promise<void> {
    const present = items.filter((item) => item['@removed'] === undefined);
    const people = (kind: 'members' | 'owners') =>
      present.flatMap(({ id, [`${kind}@delta` as const]: list = [] }) =>
        list.map((related) => ({ kind, id, relatedId: related.id })),
      );
    const objects = present.map(({ id }) => ({ kind: name, id, relatedId: '' }));
    const rows = [...objects, ...people('members'), ...people('owners')];
    if (rows.length > 0) await this.#database.write(RECORD, tenantId, JSON.stringify(rows));
  }

  async #removeMissing<Item extends Entry>(
    lease: Lease,
    { name, save }: Collection<Item>,
    beganAt: Date,
  ): Promise<void> {
    const { tenantId } = lease;
    const since = new Date(beganAt.getTime() - VISIBLE_MILLISECONDS);
    for (const kind of KINDS[name]) {
      let last: Missing | undefined = { id: '', relatedId: '' };
      while (last !== undefined) {
        await this.#hold(RENEW, lease);
        const values: unknown[] = [since, last.id, last.relatedId];
        const missing: Missing[] = await this.#database.read<Missing>(missingOf(kind), tenantId, ...values);
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
  // Such a list, for example members@delta, has changes of a relation. Other properties have their whole value.
  const lists = Object.entries(later)
    .filter(([name]) => name.endsWith('@delta'))
    .map(([name, list]) => [name, [...((before[name] as Entry[] | undefined) ?? []), ...list]]);
  return { ...before, ...later, ...Object.fromEntries(lists) };
}

/**
 * Returns one entry for each object, with the properties of all of its entries, because each may have only those that
 * changed. The entry is a removal when the last one is.
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
