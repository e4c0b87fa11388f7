/**
 * Reads a delta query of Graph page by page, and stores the link of the next page, so that another node can continue
 * after a restart.
 * Graph expires these links after some days and demands a full read ("Use delta query"). A full read shows everything
 * that exists, but no removals. It therefore marks what it shows; at its end the unmarked rest is saved as removed.
 */
import type { Clock } from '../../kernel/clock.ts';
import type { EmbeddedDatabase } from '../embedded/database.ts';
import { hasStatus } from './failure.ts';
import type { GraphParts } from './parts.ts';

interface Removable {
  id: string;
  '@removed'?: object;
}

/** A person or group as a delta query shows it. */
type Shown = Removable & { 'members@delta'?: Removable[]; 'owners@delta'?: Removable[] };

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

const PLACE = `
  select link, round_began_at as "roundBeganAt", completed_at is not null as "wasComplete" from graph_suite.synchronisation
   where tenant_id = $1 and collection = $2`;
const SAVE_PLACE = `
  insert into graph_suite.synchronisation (tenant_id, collection, link, synchronised_at, is_round_over, completed_at)
  values ($1, $2, $3, $4::timestamptz, $5::boolean, case when $5 then $4 end)
  on conflict (tenant_id, collection) do update
    set link = excluded.link, synchronised_at = excluded.synchronised_at, is_round_over = excluded.is_round_over,
        round_began_at = case when not excluded.is_round_over then synchronisation.round_began_at end,
        completed_at = coalesce(synchronisation.completed_at, excluded.completed_at)`;
const BEGIN_AGAIN = `
  update graph_suite.synchronisation set link = null, is_round_over = false, round_began_at = $3
   where tenant_id = $1 and collection = $2`;

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
 * Selects items of the copy that the full read has not shown. Omits groups that Charter itself has changed since `$2`,
 * and team members that it has added since then.
 */
const MISSING: Readonly<Record<Kind, string>> = {
  users: `
    select user_id as id, '' as "relatedId" from embedded_suite.users u
     where tenant_id = $1 and $2::timestamptz is not null and ${unshown('users', 'u.user_id')}`,
  groups: `
    select group_id as id, '' as "relatedId" from graph_suite.groups g
     where tenant_id = $1 and deleted_at is null and coalesce(greatest(created_at, changed_at) < $2, true)
       and ${unshown('groups', 'g.group_id')}`,
  members: `
    select group_id as id, user_id as "relatedId" from embedded_suite.group_members m
     where tenant_id = $1 and ${unshown('members', 'm.group_id', 'm.user_id')}
    union
    select team_id, user_id from embedded_suite.team_members m
     where tenant_id = $1 and coalesce(added_at < $2, true)
       and ${unshown('members', 'm.team_id', 'm.user_id')} and ${unshown('owners', 'm.team_id', 'm.user_id')}`,
  owners: `
    select team_id as id, user_id as "relatedId" from embedded_suite.team_members m
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

const isForgotten = (error: unknown): boolean =>
  hasStatus(error, 410) || (hasStatus(error, 400) && /syncState|token/i.test(error.facts.code));

export class DeltaRounds {
  readonly #database: EmbeddedDatabase;
  readonly #clock: Clock;
  readonly #graphOf: GraphParts['graphOf'];

  constructor({ database, clock, graphOf }: Pick<GraphParts, 'database' | 'clock' | 'graphOf'>) {
    this.#database = database;
    this.#clock = clock;
    this.#graphOf = graphOf;
  }

  /** Saves the changes since the last read. Saves everything at the first read, and when Graph has expired the link. */
  async follow<Item extends Removable>(tenantId: string, collection: Collection<Item>): Promise<void> {
    try {
      await this.#followPages(tenantId, collection);
    } catch (error) {
      if (!isForgotten(error)) throw error;
      await this.#database.write(FORGET, tenantId, KINDS[collection.name]);
      await this.#database.write(BEGIN_AGAIN, tenantId, collection.name, this.#clock.now());
      await this.#followPages(tenantId, collection);
    }
  }

  async #followPages<Item extends Removable>(tenantId: string, collection: Collection<Item>): Promise<void> {
    const [place] = await this.#database.read<Place>(PLACE, tenantId, collection.name);
    const beganAt = place?.roundBeganAt ?? undefined;
    let link: string | undefined = place?.link ?? collection.first;
    while (link !== undefined) {
      const page: Page<Item> = await this.#graphOf(tenantId).get<Page<Item>>(link, {
        budget: 'readDirectory',
      });
      await collection.save(tenantId, page.value, place?.wasComplete ?? false);
      if (beganAt) await this.#record(tenantId, collection.name, page.value);
      const next: string | undefined = page['@odata.nextLink'];
      if (beganAt && next === undefined) await this.#removeMissing(tenantId, collection, beganAt);
      const saved = next ?? page['@odata.deltaLink'] ?? null;
      await this.#database.write(
        SAVE_PLACE,
        tenantId,
        collection.name,
        saved,
        this.#clock.now(),
        next === undefined,
      );
      link = next;
    }
  }

  async #record(tenantId: string, name: 'users' | 'groups', items: readonly Shown[]): Promise<void> {
    const present = items.filter((item) => item['@removed'] === undefined);
    const people = (kind: 'members' | 'owners') =>
      present.flatMap(({ id, [`${kind}@delta` as const]: list = [] }) =>
        list.map((related) => ({ kind, id, relatedId: related.id })),
      );
    const objects = present.map(({ id }) => ({ kind: name, id, relatedId: '' }));
    const rows = [...objects, ...people('members'), ...people('owners')];
    if (rows.length > 0) await this.#database.write(RECORD, tenantId, JSON.stringify(rows));
  }

  async #removeMissing<Item extends Removable>(
    tenantId: string,
    { name, save }: Collection<Item>,
    beganAt: Date,
  ): Promise<void> {
    const since = new Date(beganAt.getTime() - VISIBLE_MILLISECONDS);
    for (const kind of KINDS[name]) {
      let last: Missing | undefined = { id: '', relatedId: '' };
      while (last !== undefined) {
        const values: unknown[] = [since, last.id, last.relatedId];
        const missing: Missing[] = await this.#database.read<Missing>(missingOf(kind), tenantId, ...values);
        if (missing.length > 0) await save(tenantId, toRemovals(kind, missing) as unknown as Item[], true);
        last = missing.at(-1);
      }
    }
    await this.#database.write(FORGET, tenantId, KINDS[name]);
  }
}
