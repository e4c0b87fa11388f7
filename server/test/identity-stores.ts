/** Environment for identity tests: real stores and a small directory. */

import type { User } from '../src/domain/directory/model.ts';
import type { SuiteUsers } from '../src/domain/directory/suite.ts';
import type {
  AppStore,
  IssuerSessionStore,
  RoleAssignmentStore,
  SigningKeyStore,
  TenantStore,
} from '../src/domain/identity/ports.ts';
import { type Clock, systemClock } from '../src/kernel/clock.ts';
import { createAppStore } from '../src/persistence/apps.ts';
import { createIssuerSessionStore } from '../src/persistence/issuer-sessions.ts';
import { createRoleAssignmentStore } from '../src/persistence/role-assignments.ts';
import { createSecretBox } from '../src/persistence/secret-box.ts';
import { createSigningKeyStore } from '../src/persistence/signing-keys.ts';
import { createTenantStore } from '../src/persistence/tenants.ts';
import { createMigratedDatabase } from './database.ts';

export interface IdentityStores {
  apps: AppStore;
  roleAssignments: RoleAssignmentStore;
  tenants: TenantStore;
  signingKeys: SigningKeyStore;
  sessions: IssuerSessionStore;
}

export interface IdentityDatabase {
  stores: IdentityStores;
  anotherNode(): IdentityStores;
  drop(): Promise<void>;
}

export async function openIdentityDatabase(clock: Clock = systemClock): Promise<IdentityDatabase> {
  const database = await createMigratedDatabase();
  const storesOn = (tenancy: typeof database.tenancy): IdentityStores => ({
    apps: createAppStore(tenancy),
    roleAssignments: createRoleAssignmentStore(tenancy),
    tenants: createTenantStore(tenancy),
    signingKeys: createSigningKeyStore(tenancy, createSecretBox(['a key of the tests'])),
    sessions: createIssuerSessionStore(tenancy, clock),
  });
  return {
    stores: storesOn(database.tenancy),
    anotherNode: () => storesOn(database.anotherTenancy()),
    drop: () => database.drop(),
  };
}

export interface Directory extends Pick<SuiteUsers, 'list' | 'presence' | 'profile' | 'resolve'> {
  /** People by tenant. Tests change it to change the directory. */
  people: Record<string, User[]>;
  /** Groups by the id of a person. */
  groups: Record<string, string[]>;
  /** Number of calls of `resolve`. */
  lookUps: number;
  /** When set, `resolve` throws it. */
  failure: Error | undefined;
}

/** Implements the methods of the suite's port that the identity code calls, in memory. */
export function createDirectory(people: Record<string, User[]>): Directory {
  return {
    people,
    groups: {},
    lookUps: 0,
    failure: undefined,
    async resolve(tenantId, references) {
      this.lookUps += 1;
      if (this.failure) throw this.failure;
      return references.map((reference) =>
        this.people[tenantId]?.find(({ id, userPrincipalName, mail }) =>
          [id, userPrincipalName, mail].some((name) => name?.toLowerCase() === reference.toLowerCase()),
        ),
      );
    },
    async profile(tenantId, userId) {
      const user = this.people[tenantId]?.find(({ id }) => id === userId);
      const directGroups = this.groups[userId] ?? [];
      return (
        user && {
          ...user,
          onPremisesExtensionAttributes: {},
          extensions: {},
          directGroups,
          groupsUnknown: false,
        }
      );
    },
    async presence(tenantId, userId) {
      const user = this.people[tenantId]?.find(({ id }) => id === userId);
      if (user === undefined) return 'unknown';
      return user.accountEnabled ? 'present' : 'closed';
    },
    async list(tenantId, { top, search }) {
      const words = search?.toLowerCase().split(/\s+/) ?? [];
      const matches = (this.people[tenantId] ?? []).filter((user) => {
        const names = [...user.displayName.split(/\s+/), user.mail ?? '', user.userPrincipalName];
        return words.every((word) => names.some((name) => name.toLowerCase().startsWith(word)));
      });
      const users = matches
        .toSorted((one, other) => one.displayName.localeCompare(other.displayName))
        .slice(0, top);
      const last = users.at(-1);
      return matches.length > users.length && last ? { users, next: [last.displayName, last.id] } : { users };
    },
  };
}
