import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  openTestCatalog,
  profileOf,
  storeTemplate,
  type TestCatalog,
  userPrincipal,
} from '../../../test/catalog.ts';
import { TestClock } from '../../../test/clock.ts';
import { createMigratedDatabase, type TestDatabase } from '../../../test/database.ts';
import { sampleBlueprint } from '../../../test/planning-input.ts';
import { testSecrets } from '../../../test/secrets.ts';
import type { Store } from '../../engine/store.ts';
import { writeTexts } from '../../flows/provisioning/texts.ts';
import { auditStore } from '../../persistence/audit.ts';
import { readManifest } from './manifest.ts';
import { listMyTemplates } from './read-templates.ts';
import { RuleFailureLog } from './rule-failures.ts';

describe('rule failures', () => {
  let catalog: TestCatalog;
  let database: TestDatabase;
  let clock: TestClock;
  let tenantId: string;
  let warnings: object[];
  before(async () => {
    catalog = await openTestCatalog();
    database = await createMigratedDatabase();
  });
  after(async () => {
    await catalog.close();
    await database.drop();
  });
  beforeEach(() => {
    clock = new TestClock(new Date('2026-11-21T08:00:00Z'));
    tenantId = randomUUID();
    warnings = [];
  });

  const audit = () => auditStore(database.tenancy.for(tenantId), tenantId, testSecrets());
  const node = (store = { in: audit }) => {
    const bound = { in: () => ({ audit: store.in() }) } as unknown as Store;
    return new RuleFailureLog({
      store: bound,
      clock,
      log: { warn: (details) => void warnings.push(details) },
    });
  };

  async function withTemplate(id: string, rules: string): Promise<void> {
    const { manifest, source } = readManifest({
      manifestVersion: '1.0',
      templateConfiguration: {
        id,
        name: `The ${id}`,
        language: 'en',
        version: '1.0',
        audienceTargeting: { enabled: true, rules },
      },
    });
    assert.ok(manifest && source);
    const { catalogTemplate, structure } = manifest;
    await storeTemplate(catalog.store, tenantId, { catalogTemplate, structure, source });
  }

  async function list(log: RuleFailureLog, userId: string): Promise<string[]> {
    const suite = { users: { profile: async () => profileOf(userId) } };
    const rules = { ...catalog.rules, failed: log.record.bind(log) };
    const found = await listMyTemplates(
      { store: catalog.store, suite, rules },
      userPrincipal(tenantId, userId),
      {},
    );
    await log.stop();
    return found.map(({ templateConfiguration }) => templateConfiguration.id);
  }

  async function recorded() {
    await audit().seal();
    return audit().list({ trail: 'catalog', conditions: [], order: 'sequence asc', top: 999 });
  }

  it('are recorded once a day across all nodes and calls', async () => {
    await withTemplate('broken', 'user.absent.member === 1');
    await withTemplate('fine', 'true');
    const [one, other] = [node(), node()];
    for (const log of [one, other, one]) assert.deepEqual(await list(log, 'ada'), ['fine']);
    await list(other, 'bob');
    const [record, ...more] = await recorded();
    assert.deepEqual(more, []);
    const { type, actor, target, outcome, fields, time } = record!;
    assert.deepEqual(
      [type, actor.kind, target, outcome, time],
      [
        'template_rule_failed',
        'system',
        { type: 'template', id: 'broken', displayName: 'The broken' },
        'failure',
        clock.now().toISOString(),
      ],
    );
    const { problem, ...said } = fields;
    assert.deepEqual(said, {
      templateId: 'broken',
      templateName: 'The broken',
      version: '1.0',
      rule: 'audience',
      failure: 'error',
    });
    assert.match(String(problem), /member|undefined/);
    clock.advance(24 * 60 * 60);
    for (const log of [one, other]) await list(log, 'ada');
    assert.equal((await recorded()).length, 2);
  });

  it('are recorded for naming conventions', async () => {
    const log = node();
    const rules = { ...catalog.rules, failed: log.record.bind(log) };
    const blueprint = sampleBlueprint({ conventions: { name: '<%= request.nothing.here %>' } });
    const request = { template: { id: 'project' }, team: { name: 'North' } };
    const principal = userPrincipal(tenantId, 'ada');
    await assert.rejects(writeTexts(rules, principal, request, blueprint, profileOf('ada')), {
      code: 'PolicyViolation',
    });
    await log.stop();
    const [record] = await recorded();
    assert.deepEqual([record?.type, record?.fields.rule], ['template_rule_failed', 'namingConvention']);
  });

  it('are recorded by a later call after a failed write', async () => {
    await withTemplate('broken', 'user.absent.member === 1');
    let away = true;
    const failing = {
      in: () => (away ? { ...audit(), append: () => Promise.reject(new Error('away')) } : audit()),
    };
    const log = node(failing);
    assert.deepEqual(await list(log, 'ada'), []);
    assert.equal(warnings.length, 1);
    away = false;
    await list(log, 'ada');
    assert.equal((await recorded()).length, 1);
  });
});
