/**
 * The state of a principal within the service: assigned roles, the app's registration, the person's directory entry. It
 * is cached: role and app changes take effect at once on the node that makes them (principal-changes.ts) and within
 * 10 s on others, directory changes within a minute. Nodes notify each other of people who gained or lost access.
 *
 * When Charter stores the directory, an unknown person is added to it. An external directory may lag behind the issuer,
 * so an unknown person is admitted. When the directory fails or takes more than a second, people are still admitted
 * unless only the directory can decide (entry.ts). It is called again after 10 s.
 */
import { LRUCache } from 'lru-cache';
import { findById } from '../domain/directory/find-people.ts';
import type { User } from '../domain/directory/model.ts';
import type { SuiteUsers } from '../domain/directory/suite.ts';
import type { PersonProfile } from '../domain/identity/admit-person.ts';
import type { AppStore, EntryRules, RoleAssignmentStore } from '../domain/identity/ports.ts';
import type { Role, Scope } from '../engine/principal.ts';
import { expiryOptions } from '../kernel/cache.ts';
import type { Clock } from '../kernel/clock.ts';
import { withinTime } from '../kernel/deadline.ts';
import { CharterError } from '../kernel/errors.ts';
import { type Message, say } from '../kernel/messages.ts';
import { type EntryFacts, entryProblem } from './entry.ts';
import type { IdentityLog } from './log.ts';
import type { TokenPerson } from './token-person.ts';
import { isGrantableRole } from './token-roles.ts';
import type { TokenSubject } from './token-subject.ts';

const STATE_MILLISECONDS = 10_000;
/** Cache time of directory entries. STATE_MILLISECONDS adds to it, so a change takes effect within a minute. */
const DIRECTORY_MILLISECONDS = 50_000;
const DIRECTORY_TIMEOUT_MILLISECONDS = 1_000;
const MAX_STATES = 50_000;

export interface PrincipalKey extends TokenSubject {
  tenantId: string;
}

export interface PrincipalState {
  readonly roles: readonly Role[];
  readonly displayName: string | undefined;
  /** Scopes that limit an app. Undefined for an app without scopes, and for a person. */
  readonly scopes?: ReadonlySet<Scope> | undefined;
  /** Whether Charter has registered the app. */
  readonly isRegistered?: boolean;
  /** False when the person's account or the app is disabled, and when the person was deleted. */
  readonly enabled: boolean;
  /** Why the person may not enter (entry.ts). */
  readonly rejection?: Message | undefined;
}

export interface PrincipalStatesOptions {
  roleAssignments: RoleAssignmentStore;
  apps: AppStore;
  users: Pick<SuiteUsers, 'resolve' | 'presence' | 'profile'>;
  /** Adds a person, or updates what changed at the provider. Undefined for an external directory. */
  signIn?: SignInPerson | undefined;
  clock: Clock;
  log: IdentityLog;
}

export type SignInPerson = (
  tenantId: string,
  id: string,
  profile: PersonProfile,
  known: User | undefined,
) => Promise<User | undefined>;

/** The directory's data about a person. */
interface Entry {
  user: User | undefined;
  isDeleted: boolean;
  rejection?: Message | undefined;
}

/** The person in a token, and the entry rules of its issuer. */
export interface TokenSignIn {
  person: TokenPerson;
  entry: EntryRules | undefined;
}

interface Lookup {
  key: PrincipalKey;
  /** Undefined for an app. */
  arrival: TokenSignIn | undefined;
}

/** Returns the cache key of a principal. Ids contain no control characters, so it is unique. */
export const cacheKeyOf = ({ tenantId, kind, id }: PrincipalKey): string => `${kind}\n${tenantId}\n${id}`;

export class PrincipalStates {
  readonly #options: PrincipalStatesOptions;
  readonly #states: LRUCache<string, PrincipalState, Lookup>;
  readonly #people: LRUCache<string, Entry, Lookup>;

  constructor(options: PrincipalStatesOptions) {
    this.#options = options;
    this.#states = new LRUCache({
      ...expiryOptions(options.clock, MAX_STATES, STATE_MILLISECONDS),
      // forget() during a look-up does not fail the look-up's callers; its result is then not cached.
      ignoreFetchAbort: true,
      fetchMethod: (_text, _stale, { context }) => this.#read(context),
    });
    this.#people = new LRUCache({
      ...expiryOptions(options.clock, MAX_STATES, DIRECTORY_MILLISECONDS),
      ignoreFetchAbort: true,
      fetchMethod: (_text, _stale, { context, options: entry }) => this.#lookUp(context, entry),
    });
  }

  /** Returns the cached state while it is fresh. */
  peek(text: string): PrincipalState | undefined {
    return this.#states.get(text);
  }

  /** Drops the cached state of a person or app, and the directory's entry of a person. */
  forget(tenantId: string, id: string): void {
    for (const kind of ['user', 'app'] as const) this.#states.delete(cacheKeyOf({ tenantId, kind, id }));
    this.#people.delete(cacheKeyOf({ tenantId, kind: 'user', id }));
  }

  /** @throws ServiceUnavailable when only the directory can decide whether the person may enter, and it fails */
  async find(key: PrincipalKey, arrival?: TokenSignIn): Promise<PrincipalState> {
    return (await this.#states.fetch(cacheKeyOf(key), { context: { key, arrival } })) as PrincipalState;
  }

  async #read(lookup: Lookup): Promise<PrincipalState> {
    const { key } = lookup;
    const [assigned, self] = await Promise.all([
      this.#options.roleAssignments.rolesOf(key.tenantId, key.id),
      key.kind === 'app' ? this.#readApp(key) : this.#readPerson(lookup),
    ]);
    return { ...self, roles: [...new Set([...assigned, ...self.roles].filter(isGrantableRole))] };
  }

  async #readApp({ tenantId, id }: PrincipalKey): Promise<PrincipalState> {
    const found = await this.#options.apps.find(id);
    // Another tenant may have an app with the same id.
    const app = found?.tenantId === tenantId ? found : undefined;
    return {
      roles: app?.roles ?? [],
      displayName: app?.displayName,
      scopes: app?.scopes ? new Set(app.scopes) : undefined,
      isRegistered: app !== undefined,
      enabled: app?.enabled ?? true,
    };
  }

  async #readPerson(lookup: Lookup): Promise<PrincipalState> {
    const entry = await this.#people.fetch(cacheKeyOf(lookup.key), { context: lookup });
    const enabled = entry?.user?.accountEnabled ?? !entry?.isDeleted;
    return { roles: [], displayName: entry?.user?.displayName, enabled, rejection: entry?.rejection };
  }

  async #lookUp(lookup: Lookup, entry: { ttl?: number }): Promise<Entry> {
    const { tenantId, id } = lookup.key;
    try {
      const found = await withinTime(
        this.#findOrAdmit(lookup),
        DIRECTORY_TIMEOUT_MILLISECONDS,
        () => new Error(`no answer within ${DIRECTORY_TIMEOUT_MILLISECONDS} ms`),
      );
      if (found.rejection !== undefined) entry.ttl = STATE_MILLISECONDS;
      // An external directory may lag behind the issuer, so a missing person counts as deleted only with evidence.
      const isDeleted =
        found.user === undefined && (await this.#options.users.presence(tenantId, id)) === 'deleted';
      return { ...found, isDeleted };
    } catch (error) {
      this.#options.log.warn({ err: error, tenantId }, 'The directory can not be asked about a person.');
      const nobody = { isKnown: false, directoryGroups: [] };
      if (this.#problemOf(lookup, nobody) !== undefined) throw directoryUnavailable(error);
      entry.ttl = STATE_MILLISECONDS;
      return { user: undefined, isDeleted: false };
    }
  }

  #problemOf(
    { arrival }: Lookup,
    known: Pick<EntryFacts, 'isKnown' | 'directoryGroups'>,
  ): Message | undefined {
    if (arrival?.entry === undefined) return undefined;
    const { domain, groups } = arrival.person;
    return entryProblem(arrival.entry, { ...known, domain, tokenGroups: groups });
  }

  /** Admits everybody with a role of the service, so that the settings can't lock out administrators. */
  async #rejectionOf(lookup: Lookup, user: User | undefined): Promise<Message | undefined> {
    const { key, arrival } = lookup;
    const isKnown = user !== undefined;
    if (this.#problemOf(lookup, { isKnown, directoryGroups: [] }) === undefined) return undefined;
    const asksGroups = isKnown && (arrival?.entry?.groups ?? []).length > 0;
    const [assigned, profile] = await Promise.all([
      this.#options.roleAssignments.rolesOf(key.tenantId, key.id),
      asksGroups ? this.#options.users.profile(key.tenantId, key.id) : undefined,
    ]);
    if (assigned.some(isGrantableRole)) return undefined;
    return this.#problemOf(lookup, { isKnown, directoryGroups: profile?.directGroups ?? [] });
  }

  async #findOrAdmit(lookup: Lookup): Promise<Pick<Entry, 'user' | 'rejection'>> {
    const { tenantId, id } = lookup.key;
    const { users, signIn, log } = this.#options;
    const [user] = await findById(users, tenantId, [id]);
    const rejection = await this.#rejectionOf(lookup, user);
    const isClosed = user?.accountEnabled === false;
    if (rejection !== undefined || isClosed) return { user, rejection };
    if (signIn === undefined || lookup.arrival === undefined) return { user };
    // A token that is still valid must not add a deleted person again.
    if (user === undefined && (await users.presence(tenantId, id)) === 'deleted') return { user };
    const signedIn = await signIn(tenantId, id, lookup.arrival.person, user);
    if (signedIn === undefined) {
      log.warn(
        { tenantId, id },
        "A person is not added to the directory: another person's user principal name equals their id.",
      );
    }
    return { user: signedIn };
  }
}

const directoryUnavailable = (cause: unknown): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    say(
      'identity.directoryAway',
      "The directory can't be asked whether you may use this service. Try again shortly.",
    ),
    { cause, retryAfterSeconds: STATE_MILLISECONDS / 1000 },
  );
