/**
 * Measures GET /me/catalog/templates with 1,000 audience rules and a user in 50 groups, over HTTP and with the
 * database. Compares rules in the sandbox with the same rules as native functions.
 */

import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { readManifest } from '../server/src/domain/catalog/manifest.ts';
import type { RuleEngine, RuleScope } from '../server/src/domain/catalog/rules.ts';
import type { Principal } from '../server/src/engine/principal.ts';
import { createApp } from '../server/src/http/app.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { suiteDeps } from '../server/src/persistence/directory/index.ts';
import type { CharterTables } from '../server/src/persistence/tables.ts';
import type { Tenancy } from '../server/src/persistence/tenancy.ts';
import { createRuleEngine } from '../server/src/rules/engine.ts';
import { catalogOver, storeTemplate } from '../server/test/catalog.ts';
import { createMigratedDatabase } from '../server/test/database.ts';
import type { EmbeddedSuiteTables } from '../server/test/embedded-suite-tables.ts';
import { openStoredSuite, type StoredSuite } from '../server/test/stored-suite.ts';
import { type Measurement, measureAlternately, median } from './measurement.ts';
import { benchRules, benchScope } from './rules.ts';

const TENANT = 'bench';
const TEMPLATES = 1_000;
const CALLS = 10;

const PRINCIPAL: Principal = {
  tenantId: TENANT,
  kind: 'user',
  id: String(benchScope.user.id),
  displayName: 'Ada Lovelace',
  roles: new Set(['AUTHENTICATED_USER']),
};

const manifestOf = (rules: string, index: number) => ({
  manifestVersion: '1.0',
  publisher: { id: 'bench', name: 'Bench' },
  templateConfiguration: {
    id: `bench.template-${index}`,
    name: `Template ${index}`,
    description: 'What the template is for, in the two lines that a catalog shows under its name.',
    language: 'en-US',
    enabled: true,
    audienceTargeting: { enabled: true, rules },
  },
  newTeam: { namingConvention: 'B <%= request.team.name %>', teamPrivacy: 'private' },
  initialization: { structure: { channels: [{ displayName: 'Planning' }] } },
});

async function fill(tenancy: Tenancy<CharterTables>, suite: StoredSuite): Promise<void> {
  const { user } = benchScope;
  await suite.saveOrganisation({
    id: TENANT,
    displayName: 'Bench',
    initialDomainName: 'bench.example',
    defaultDomainName: 'bench.example',
  });
  const text = (name: string): string => String(user[name]);
  await suite.saveUsers(TENANT, [
    {
      id: PRINCIPAL.id,
      displayName: text('displayName'),
      givenName: null,
      surname: null,
      mail: text('mail'),
      userPrincipalName: text('mail'),
      jobTitle: text('jobTitle'),
      department: text('department'),
      companyName: null,
      city: text('city'),
      country: text('country'),
      usageLocation: null,
      preferredLanguage: null,
      userType: 'Member',
      accountEnabled: true,
      onPremisesExtensionAttributes: user.onPremisesExtensionAttributes as Record<string, string>,
      extensions: {},
    },
  ]);
  const { direct } = user.groups as { direct: string[] };
  await suite.saveGroups(
    TENANT,
    direct.map((id) => ({ id, displayName: id, memberIds: [PRINCIPAL.id] })),
  );
  const catalog = catalogOver(tenancy);
  for (const [index, rule] of benchRules(TEMPLATES).entries()) {
    const { manifest, source } = readManifest(manifestOf(rule, index));
    if (manifest === undefined || source === undefined) throw new Error('A manifest can’t be read.');
    const { catalogTemplate, structure } = manifest;
    await storeTemplate(catalog, TENANT, { catalogTemplate, structure, source });
  }
}

/** Evaluates the rules without a sandbox, each compiled once. */
function nativeEngine(): Pick<RuleEngine, 'evaluateAudience'> {
  const compiled = new Map<string, (request: unknown, user: unknown, app: unknown) => unknown>();
  const compile = (rule: string) => {
    let native = compiled.get(rule);
    if (native === undefined) {
      native = new Function('request', 'user', 'app', `'use strict'; return (${rule})`) as typeof native &
        object;
      compiled.set(rule, native);
    }
    return native;
  };
  const judge = (rule: string, { request, user, app }: RuleScope): boolean => {
    try {
      return compile(rule)(request, user, app) === true;
    } catch {
      return false;
    }
  };
  return {
    evaluateAudience: async (_tenantId, rules, scope) =>
      rules.map((rule) => ({ allowed: judge(rule, scope) })),
  };
}

export async function measureMyTemplates(): Promise<Measurement[]> {
  const database = await createMigratedDatabase();
  const suite = await openStoredSuite(
    suiteDeps(database.tenancy as unknown as Tenancy<EmbeddedSuiteTables>, systemClock),
  );
  await fill(database.tenancy, suite);
  const sandbox = createRuleEngine();
  const serve = async (rules: Pick<RuleEngine, 'evaluateAudience'>) => {
    const app = await createApp({
      deps: { store: catalogOver(database.tenancy), suite, rules, clock: systemClock } as never,
      authenticator: { authenticate: () => PRINCIPAL },
      limit: async () => undefined,
      idempotency: {} as never,
      log: pino({ level: 'silent' }),
      publicUrl: () => 'http://127.0.0.1',
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const list = async (): Promise<string> => {
      const answer = await fetch(`http://127.0.0.1:${port}/v1.0/me/catalog/templates`);
      if (answer.status !== 200) throw new Error(`GET /me/catalog/templates answered ${answer.status}.`);
      return answer.text();
    };
    return { app, list };
  };
  const contenders = { sandbox: await serve(sandbox), native: await serve(nativeEngine()) };
  try {
    const bodies = [await contenders.sandbox.list(), await contenders.native.list()].map(
      (body) => body.length,
    );
    if (bodies[0] !== bodies[1]) throw new Error('Sandbox and native rules give different templates.');
    const medianOf = async (list: () => Promise<string>): Promise<number> => {
      const times: number[] = [];
      for (let call = 0; call < CALLS; call += 1) {
        const began = performance.now();
        await list();
        times.push(performance.now() - began);
      }
      return median(times);
    };
    const milliseconds = await measureAlternately({
      sandbox: () => medianOf(contenders.sandbox.list),
      native: () => medianOf(contenders.native.list),
    });
    return [
      {
        name: 'my templates, 1,000 audience rules, against native functions',
        value: milliseconds.sandbox / milliseconds.native,
        limit: 6,
        comparison: 'atMost',
        unit: 'times',
        detail: { 'sandbox ms': milliseconds.sandbox, 'native ms': milliseconds.native },
      },
    ];
  } finally {
    await contenders.sandbox.app.close();
    await contenders.native.app.close();
    await sandbox.close();
    await database.drop();
  }
}
