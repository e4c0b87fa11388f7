/** The people who can sign in at the embedded issuer: those in the directory of any tenant. */

import type { User } from '../../domain/directory/model.ts';
import type { SuiteUsers } from '../../domain/directory/suite.ts';
import type { RoleAssignmentStore, Tenant, TenantStore } from '../../domain/identity/ports.ts';
import type { Role } from '../../engine/principal.ts';
import { isStorable } from '../../kernel/text.ts';
import { isGrantableRole } from '../token-roles.ts';

/** Maximum number of people that the page shows per tenant. Search finds the others. */
const MAX_PEOPLE_SHOWN = 50;

export interface Person {
  tenantId: string;
  user: User;
  /** Roles that the service assigned. */
  roles: Role[];
}

export interface PeopleOfTenant {
  tenant: Tenant;
  people: Person[];
  /** True when more people exist than are shown. */
  hasMore: boolean;
}

export interface PeopleDeps {
  tenants: TenantStore;
  users: Pick<SuiteUsers, 'list' | 'resolve'>;
  roleAssignments: RoleAssignmentStore;
}

/** Returns a `sub` that is unique over all tenants. */
export const subjectOfPerson = (tenantId: string, userId: string): string =>
  `${encodeURIComponent(tenantId)}/${encodeURIComponent(userId)}`;

/** Reads a `sub`. Returns undefined for any other text. */
export function parseSubject(subject: string): { tenantId: string; userId: string } | undefined {
  const parts = subject.split('/');
  try {
    const [tenantId, userId, ...rest] = parts.map(decodeURIComponent);
    if (!tenantId || !userId || rest.length > 0) return undefined;
    return isStorable(tenantId) && isStorable(userId) ? { tenantId, userId } : undefined;
  } catch {
    return undefined;
  }
}

export class People {
  readonly #deps: PeopleDeps;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
  }

  /** Returns the person with this `sub`; undefined when they are gone or disabled. */
  async findBySubject(subject: string): Promise<Person | undefined> {
    const ids = parseSubject(subject);
    if (ids === undefined || (await this.#deps.tenants.find(ids.tenantId)) === undefined) return undefined;
    const person = await this.#find(ids.tenantId, ids.userId);
    return person?.user.id === ids.userId ? person : undefined;
  }

  /** Finds people by id, user principal name or mail, in all tenants or in the given one. */
  async findByReference(reference: string, tenantId?: string): Promise<Person[]> {
    const tenants = await this.#deps.tenants.list();
    const places = tenantId === undefined ? tenants : tenants.filter(({ id }) => id === tenantId);
    const found = await Promise.all(places.map(({ id }) => this.#find(id, reference)));
    return found.filter((person) => person !== undefined);
  }

  /** Lists people by tenant, those with roles first, then by name. With a search, lists the matches. */
  async list(search: string): Promise<PeopleOfTenant[]> {
    const tenants = await this.#deps.tenants.list();
    return Promise.all(tenants.map((tenant) => this.#listTenant(tenant, search)));
  }

  async #find(tenantId: string, reference: string): Promise<Person | undefined> {
    const [user] = await this.#deps.users.resolve(tenantId, [reference]);
    if (!user?.accountEnabled) return undefined;
    const roles = await this.#deps.roleAssignments.rolesOf(tenantId, user.id);
    return { tenantId, user, roles: roles.filter(isGrantableRole) };
  }

  async #listTenant(tenant: Tenant, search: string): Promise<PeopleOfTenant> {
    const { users, roleAssignments } = this.#deps;
    const assigned = (await roleAssignments.list(tenant.id)).filter(({ role }) => isGrantableRole(role));
    const byPerson = Map.groupBy(assigned, ({ principalId }) => principalId);
    const page = await users.list(tenant.id, { top: MAX_PEOPLE_SHOWN, ...(search ? { search } : {}) });
    const first = search ? [] : await this.#resolveAll(tenant.id, [...byPerson.keys()]);
    const byId = new Map([...first, ...page.users].map((user) => [user.id, user]));
    const enabled = [...byId.values()].filter((user) => user.accountEnabled);
    const people = enabled.map((user) => ({
      tenantId: tenant.id,
      user,
      roles: byPerson.get(user.id)?.map(({ role }) => role) ?? [],
    }));
    return {
      tenant,
      people: people.slice(0, MAX_PEOPLE_SHOWN),
      hasMore: page.next !== undefined || people.length > MAX_PEOPLE_SHOWN,
    };
  }

  /** Resolves the ids that belong to people; apps have roles too. */
  async #resolveAll(tenantId: string, ids: readonly string[]): Promise<User[]> {
    const shown = ids.slice(0, MAX_PEOPLE_SHOWN);
    const found = shown.length ? await this.#deps.users.resolve(tenantId, shown) : [];
    return found
      .filter((user, index): user is User => user !== undefined && user.id === shown[index])
      .sort((one, other) => one.displayName.localeCompare(other.displayName));
  }
}
