/**
 * The standing of a principal within the service: assigned roles, the app's registration, the person's directory
 * entry. It is cached: role and app changes take effect at once on the node that makes them (principal-changes.ts) and
 * within 10 s on others, directory changes within a minute.
 *
 * When Charter keeps the directory, an unknown person is added to it. Any other directory may lag behind the issuer, so
 * an unknown person is admitted. A directory that fails or needs more than a second blocks nobody. It is asked again
 * after 10 s.
 */
import { LRUCache } from 'lru-cache';
import { findById } from '../domain/directory/find-people.ts';
import type { User } from '../domain/directory/model.ts';
import type { SuiteUsers } from '../domain/directory/suite.ts';
import type { PersonProfile } from '../domain/identity/admit-person.ts';
import type { AppStore, RoleAssignmentStore } from '../domain/identity/ports.ts';
import type { Role } from '../engine/principal.ts';
import { expiringBy } from '../kernel/cache.ts';
import type { Clock } from '../kernel/clock.ts';
import { withinTime } from '../kernel/deadline.ts';
import type { IdentityLog } from './log.ts';
import { isGivenRole } from './token-roles.ts';
import type { TokenSubject } from './token-subject.ts';

const STANDING_MILLISECONDS = 10_000;
/** Cache time of directory entries. STANDING_MILLISECONDS adds to it, so a change takes effect within a minute. */
const DIRECTORY_MILLISECONDS = 50_000;
const DIRECTORY_PATIENCE_MILLISECONDS = 1_000;
const MAX_STANDINGS = 50_000;

/** Identifies a principal. */
export interface PrincipalKey extends TokenSubject {
  tenantId: string;
}

export interface Standing {
  readonly roles: readonly Role[];
  readonly displayName: string | undefined;
  /** False when the person's account or the app is disabled, and when the person was deleted. */
  readonly enabled: boolean;
}

export interface StandingsOptions {
  roleAssignments: RoleAssignmentStore;
  apps: AppStore;
  users: Pick<SuiteUsers, 'resolve' | 'presence'>;
  /** Adds a person at their first call. Undefined when another system keeps the directory. */
  admit?: AdmitPerson | undefined;
  clock: Clock;
  log: IdentityLog;
}

export type AdmitPerson = (tenantId: string, id: string, profile: PersonProfile) => Promise<User | undefined>;

/** What the directory knows about a person. */
interface Entry {
  user: User | undefined;
  isDeleted: boolean;
}

/** Context of a look-up. `profile` holds the token's profile claims of a person. */
interface Lookup {
  key: PrincipalKey;
  profile: PersonProfile | undefined;
}

/** Returns the cache key of a principal. Ids contain no control characters, so it is unique. */
export const textOfKey = ({ tenantId, kind, id }: PrincipalKey): string => `${kind}\n${tenantId}\n${id}`;

export class Standings {
  readonly #options: StandingsOptions;
  readonly #standings: LRUCache<string, Standing, Lookup>;
  readonly #people: LRUCache<string, Entry, Lookup>;

  constructor(options: StandingsOptions) {
    this.#options = options;
    this.#standings = new LRUCache({
      ...expiringBy(options.clock, MAX_STANDINGS, STANDING_MILLISECONDS),
      // forget() during a look-up does not fail its callers; the look-up's result is not cached then.
      ignoreFetchAbort: true,
      fetchMethod: (_text, _stale, { context }) => this.#read(context),
    });
    this.#people = new LRUCache({
      ...expiringBy(options.clock, MAX_STANDINGS, DIRECTORY_MILLISECONDS),
      fetchMethod: (_text, _stale, { context, options: entry }) => this.#lookUp(context, entry),
    });
  }

  /** Returns the cached standing while it is fresh. */
  peek(text: string): Standing | undefined {
    return this.#standings.get(text);
  }

  /** Drops the cached standing of a person or app. */
  forget(tenantId: string, id: string): void {
    for (const kind of ['user', 'app'] as const) this.#standings.delete(textOfKey({ tenantId, kind, id }));
  }

  async find(key: PrincipalKey, profile?: PersonProfile): Promise<Standing> {
    return (await this.#standings.fetch(textOfKey(key), { context: { key, profile } })) as Standing;
  }

  async #read(lookup: Lookup): Promise<Standing> {
    const { key } = lookup;
    const [assigned, self] = await Promise.all([
      this.#options.roleAssignments.rolesOf(key.tenantId, key.id),
      key.kind === 'app' ? this.#readApp(key) : this.#readPerson(lookup),
    ]);
    return { ...self, roles: [...new Set([...assigned, ...self.roles].filter(isGivenRole))] };
  }

  async #readApp({ tenantId, id }: PrincipalKey): Promise<Standing> {
    const found = await this.#options.apps.find(id);
    // Another tenant may have an app with the same id.
    const app = found?.tenantId === tenantId ? found : undefined;
    return { roles: app?.roles ?? [], displayName: app?.displayName, enabled: app?.enabled ?? true };
  }

  async #readPerson(lookup: Lookup): Promise<Standing> {
    const entry = await this.#people.fetch(textOfKey(lookup.key), { context: lookup });
    const enabled = entry?.user?.accountEnabled ?? !entry?.isDeleted;
    return { roles: [], displayName: entry?.user?.displayName, enabled };
  }

  async #lookUp(lookup: Lookup, entry: { ttl?: number }): Promise<Entry> {
    const { tenantId, id } = lookup.key;
    try {
      const user = await withinTime(
        this.#findOrAdmit(lookup),
        DIRECTORY_PATIENCE_MILLISECONDS,
        () => new Error(`no answer within ${DIRECTORY_PATIENCE_MILLISECONDS} ms`),
      );
      // Another system's directory may lag behind the issuer, so only evidence of the deletion counts.
      const isDeleted =
        user === undefined && (await this.#options.users.presence(tenantId, id)) === 'deleted';
      return { user, isDeleted };
    } catch (error) {
      this.#options.log.warn({ err: error, tenantId }, 'The directory can not be asked about a person.');
      entry.ttl = STANDING_MILLISECONDS;
      return { user: undefined, isDeleted: false };
    }
  }

  async #findOrAdmit({ key: { tenantId, id }, profile }: Lookup): Promise<User | undefined> {
    const { users, admit, log } = this.#options;
    const [user] = await findById(users, tenantId, [id]);
    if (user !== undefined) return user;
    if (admit === undefined || profile === undefined) return undefined;
    const admitted = await admit(tenantId, id, profile);
    if (admitted === undefined) {
      log.warn(
        { tenantId, id },
        "A person is not added to the directory: another person's user principal name equals their id.",
      );
    }
    return admitted;
  }
}
