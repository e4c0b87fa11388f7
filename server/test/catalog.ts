/** Environment for catalog tests: a real database, the real sandbox, principals and profiles. */

import type { PgBoss } from 'pg-boss';
import type { TemplateDraft } from '../src/domain/catalog/ports.ts';
import type { RuleEngine } from '../src/domain/catalog/rules.ts';
import type { UserProfile } from '../src/domain/directory/model.ts';
import type { NewAuditRecord } from '../src/engine/audit/model.ts';
import type { Principal, RequestContext, Role } from '../src/engine/principal.ts';
import { SYSTEM_ACTOR } from '../src/engine/principal.ts';
import type { Store } from '../src/engine/store.ts';
import { type Clock, systemClock } from '../src/kernel/clock.ts';
import type { TenantDatabases } from '../src/kernel/tenant-databases.ts';
import { createStore } from '../src/persistence/unit-of-work.ts';
import { createRuleEngine } from '../src/rules/engine.ts';
import { createMigratedDatabase } from './database.ts';
import { sampleUser } from './planning-input.ts';
import { testSecrets } from './secrets.ts';

/** Opens the stores on a database without a queue. */
export const catalogOver = (databases: TenantDatabases): Store =>
  createStore({ databases, boss: {} as PgBoss, secrets: testSecrets() });

/** Stores a template unchanged, with an audit record. */
export async function storeTemplate(store: Store, tenantId: string, draft: TemplateDraft): Promise<void> {
  const { id, name } = draft.catalogTemplate.templateConfiguration;
  await store.transaction(tenantId, async ({ templates, audit }) => {
    await templates.save(draft, undefined, { actor: SYSTEM_ACTOR, at: new Date(0), changedPaths: [] });
    const record: NewAuditRecord = {
      trail: 'catalog',
      type: 'template_created',
      actor: SYSTEM_ACTOR,
      target: { type: 'template', id, displayName: name },
      requestId: 'test',
      fields: { templateId: id },
    };
    await audit.append([record], new Date());
  });
}

/** Context of a call, for tests that do not inspect it. */
export const TEST_CALL: RequestContext = { requestId: 'test', operationId: 'test' };

export interface TestCatalog {
  store: Store;
  clock: Clock;
  rules: RuleEngine;
  close(): Promise<void>;
}

export async function openTestCatalog(): Promise<TestCatalog> {
  const database = await createMigratedDatabase();
  const rules = createRuleEngine();
  return {
    store: catalogOver(database.tenancy),
    clock: systemClock,
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
  ...sampleUser(id),
  onPremisesExtensionAttributes: {},
  extensions: {},
  directGroups: [],
  groupsUnknown: false,
  ...change,
});
