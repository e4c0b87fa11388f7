/**
 * What the service itself knows of a principal: roles it assigned, the registration of an app, the directory
 * entry of a person. Cached briefly, so that a change takes effect within 10 s (roles, apps) or a minute (the
 * directory).
 *
 * A person the directory doesn't know is still let in: the directory may lag behind the issuer. The same
 * goes for a directory that fails or takes more than a second; it is asked again 10 s later.
 */
import { LRUCache } from 'lru-cache';
import type { AppStore, RoleAssignmentStore } from '../domain/identity/ports.ts';
import type { User } from '../domain/users/model.ts';
import type { SuiteUsers } from '../domain/users/suite.ts';
import type { Role } from '../engine/principal.ts';
import type { Clock } from '../kernel/clock.ts';
import { withinTime } from '../kernel/deadline.ts';
import type { IdentityLog } from './log.ts';
import { isGivenRole } from './token-roles.ts';
import type { TokenSubject } from './token-subject.ts';

const STANDING_MILLISECONDS = 10_000;
/** With the standing made of it, a minute. */
const DIRECTORY_MILLISECONDS = 50_000;
const DIRECTORY_PATIENCE_MILLISECONDS = 1_000;
const MAX_STANDINGS = 50_000;

/** The principal somebody or some app is, by tenant. */
export interface PrincipalKey extends TokenSubject {
  tenantId: string;
}

export interface Standing {
  readonly roles: readonly Role[];
  readonly displayName: string | undefined;
  /** False: the person's account or the app was switched off. */
  readonly enabled: boolean;
}

export interface StandingsOptions {
  roleAssignments: RoleAssignmentStore;
  apps: AppStore;
  users: Pick<SuiteUsers, 'resolve'>;
  clock: Clock;
  log: IdentityLog;
}

/** One text per principal; ids hold no control characters. */
export const textOfKey = ({ tenantId, kind, id }: PrincipalKey): string => `${kind}\n${tenantId}\n${id}`;

export class Standings {
  readonly #options: StandingsOptions;
  readonly #standings: LRUCache<string, Standing, PrincipalKey>;
  readonly #people: LRUCache<string, { user: User | undefined }, PrincipalKey>;

  constructor(options: StandingsOptions) {
    this.#options = options;
    const perf = { now: () => options.clock.now().getTime() };
    this.#standings = new LRUCache<string, Standing, PrincipalKey>({
      max: MAX_STANDINGS,
      ttl: STANDING_MILLISECONDS,
      ttlResolution: 0,
      perf,
      fetchMethod: (_text, _stale, { context }) => this.#read(context),
    });
    this.#people = new LRUCache<string, { user: User | undefined }, PrincipalKey>({
      max: MAX_STANDINGS,
      ttl: DIRECTORY_MILLISECONDS,
      ttlResolution: 0,
      perf,
      fetchMethod: (_text, _stale, { context, options: set }) =>
        this.#lookUp(context, (milliseconds) => {
          set.ttl = milliseconds;
        }),
    });
  }

  /** The standing if it is at hand and fresh. */
  peek(text: string): Standing | undefined {
    return this.#standings.get(text);
  }

  async find(key: PrincipalKey): Promise<Standing> {
    return (await this.#standings.fetch(textOfKey(key), { context: key })) as Standing;
  }

  async #read(key: PrincipalKey): Promise<Standing> {
    const [assigned, self] = await Promise.all([
      this.#options.roleAssignments.rolesOf(key.tenantId, key.id),
      key.kind === 'app' ? this.#readApp(key) : this.#readPerson(key),
    ]);
    return { ...self, roles: [...new Set([...assigned, ...self.roles].filter(isGivenRole))] };
  }

  async #readApp({ tenantId, id }: PrincipalKey): Promise<Standing> {
    const found = await this.#options.apps.find(id);
    // An app of another tenant that bears the same id is another app.
    const app = found?.tenantId === tenantId ? found : undefined;
    return {
      roles: app?.roles ?? [],
      displayName: app?.displayName,
      enabled: app?.enabled ?? true,
    };
  }

  async #readPerson(key: PrincipalKey): Promise<Standing> {
    const user = (await this.#people.fetch(textOfKey(key), { context: key }))?.user;
    return {
      roles: [],
      displayName: user?.displayName,
      enabled: user?.accountEnabled ?? true,
    };
  }

  async #lookUp(
    { tenantId, id }: PrincipalKey,
    keepFor: (milliseconds: number) => void,
  ): Promise<{ user: User | undefined }> {
    try {
      const answer = this.#options.users.resolve(tenantId, [id]);
      const [user] = await withinTime(
        answer,
        DIRECTORY_PATIENCE_MILLISECONDS,
        () => new Error(`no answer within ${DIRECTORY_PATIENCE_MILLISECONDS} ms`),
      );
      // The suite also finds people by name and mail; only the id says who somebody is.
      return { user: user?.id === id ? user : undefined };
    } catch (error) {
      this.#options.log.warn({ err: error, tenantId }, 'The directory can not be asked about a person.');
      keepFor(STANDING_MILLISECONDS);
      return { user: undefined };
    }
  }
}
