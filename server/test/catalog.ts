/** What tests of the catalog stand on: a real database, the real sandbox, and a directory of a few people. */
import type { CatalogStore } from '../src/domain/catalog/ports.ts';
import type { RuleEngine } from '../src/domain/catalog/rules.ts';
import type { Principal, Role } from '../src/domain/principal.ts';
import type { UserProfile } from '../src/domain/users/model.ts';
import { templateStore } from '../src/persistence/templates.ts';
import { createRuleEngine } from '../src/rules/engine.ts';
import { createMigratedDatabase } from './database.ts';

export interface TestCatalog {
  store: CatalogStore;
  rules: RuleEngine;
  close(): Promise<void>;
}

export async function openTestCatalog(): Promise<TestCatalog> {
  const database = await createMigratedDatabase();
  const rules = createRuleEngine();
  return {
    store: { in: (tenantId) => ({ templates: templateStore(database.tenancy.for(tenantId), tenantId) }) },
    rules,
    close: async () => {
      await rules.close();
      await database.drop();
    },
  };
}

export const userPrincipal = (tenantId: string, id: string, ...roles: Role[]): Principal => ({
  tenantId,
  kind: 'user',
  id,
  displayName: id,
  roles: new Set<Role>(['AUTHENTICATED_USER', ...roles]),
});

export const appPrincipal = (tenantId: string, id: string, ...roles: Role[]): Principal => ({
  tenantId,
  kind: 'app',
  id,
  displayName: `App ${id}`,
  roles: new Set<Role>(['AUTHENTICATED_USER', 'AUTHORIZED_APP', ...roles]),
});

export const profileOf = (id: string, change: Partial<UserProfile> = {}): UserProfile => ({
  id,
  displayName: id,
  givenName: null,
  surname: null,
  mail: `${id}@example.com`,
  userPrincipalName: `${id}@example.com`,
  jobTitle: null,
  department: null,
  companyName: null,
  city: null,
  country: null,
  usageLocation: null,
  preferredLanguage: null,
  userType: 'Member',
  accountEnabled: true,
  onPremisesExtensionAttributes: {},
  extensions: {},
  directGroups: [],
  ...change,
});
