/**
 * Compares webhook deliveries per second with a bare loop of POSTs. A delivery includes everything from the recorded
 * event to the stored outcome. The loop sends an equal body, signed in the same way, to the same receiver, with the
 * same maximum concurrency.
 */

import { createHmac, createSecretKey } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { sql } from 'kysely';
import type * as Undici from 'undici';
import { addressFilter } from '../server/src/delivery/addresses.ts';
import { Deliverer } from '../server/src/delivery/deliverer.ts';
import { LANE_LIMITS } from '../server/src/delivery/lanes.ts';
import { createSender } from '../server/src/delivery/sender.ts';
import { secretContext } from '../server/src/domain/webhooks/hook-url.ts';
import type { SecretBox } from '../server/src/domain/webhooks/ports.ts';
import type { DomainEvent } from '../server/src/engine/events/model.ts';
import type { Store } from '../server/src/engine/store.ts';
import { teamProvisioningCompleted } from '../server/src/flows/provisioning/events.ts';
import { systemClock } from '../server/src/kernel/clock.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { suiteDeps } from '../server/src/persistence/directory/index.ts';
import { startEmbeddedPostgres } from '../server/src/persistence/embedded-postgres.ts';
import { migrate } from '../server/src/persistence/migrate.ts';
import { createSecretBox } from '../server/src/persistence/secret-box.ts';
import { serviceUrl } from '../server/src/persistence/service-role.ts';
import type { CharterTables } from '../server/src/persistence/tables.ts';
import { createPool, Tenancy } from '../server/src/persistence/tenancy.ts';
import { createStore } from '../server/src/persistence/unit-of-work.ts';
import { makeDataDirectory } from '../server/test/data-directory.ts';
import type { EmbeddedSuiteTables } from '../server/test/embedded-suite-tables.ts';
import { openStoredSuite } from '../server/test/stored-suite.ts';
import { type Measurement, measureAlternately } from './measurement.ts';
import { startProgram } from './service.ts';

/** The undici version of the server, not the one in Node. */
const { Agent, request } = createRequire(join(import.meta.dirname, '../server/package.json'))(
  'undici',
) as typeof Undici;

/** Webhooks of an organisation: for example CRM, archive, ticket system and chat. */
const HOOKS = 4;
const EVENTS_A_ROUND = 5_000;
/** Both contenders reach full speed only after about ten thousand messages. */
const WARM_UP = EVENTS_A_ROUND;
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const KEY = createSecretKey(SECRET.slice('whsec_'.length), 'base64');
const ACTOR = { id: 'bench', kind: 'app' as const, displayName: 'Bench' };

/** A payload of typical size. */
const PAYLOAD = {
  team: { id: '01a1fc2c-7606-732d-a2a9-fcd3708bd855', displayName: 'Product launch Meridian' },
  requester: { id: '01a1fc2c-75e3-75dc-b17a-64b0d505b9cd', displayName: 'Ruben de Wit' },
  template: { id: 'product-launch', name: 'Product launch' },
  provisioning: { id: '01a1fc2c-7606-732d-a2a9-fcd3708bd856', status: 'completed' as const },
  tenant: { initialDomainName: 'contoso.onmicrosoft.com', defaultDomainName: 'contoso.com' },
  metadata: { costCentre: '4711', region: 'EMEA', requestedFor: 'Q3' },
};

const teamEvent = (): DomainEvent => ({
  ...teamProvisioningCompleted.happened({
    target: { type: 'job', id: PAYLOAD.provisioning.id, displayName: 'Product launch Meridian' },
    payload: PAYLOAD,
  }),
  actor: ACTOR,
  requestId: newId(),
});

interface Bench {
  store: Store;
  tenancy: Tenancy<CharterTables>;
  deliverer: Deliverer;
  secrets: SecretBox;
  tenantId: string;
  url: string;
}

async function addHook({ store, url, secrets, tenantId }: Bench): Promise<void> {
  const id = newId();
  const at = systemClock.now();
  await store.transaction(tenantId, async (unit) => {
    await unit.hooks.add({
      id,
      name: 'Bench',
      description: null,
      active: true,
      events: ['team_provisioning_completed'],
      url,
      sealedQuery: null,
      templates: [],
      secrets: [{ sealed: secrets.seal(SECRET, secretContext(tenantId, id)), expiresAt: null }],
      scope: 'tenant',
      standing: { roleFrom: 'token', inDirectory: false },
      creator: ACTOR,
      createdAt: at,
      updatedAt: at,
      failingSince: null,
      disabledReason: null,
    });
    await unit.audit.append(
      [
        {
          trail: 'webhooks',
          type: 'hook_created',
          actor: ACTOR,
          target: { type: 'hook', id, displayName: 'Bench' },
          requestId: newId(),
          fields: { hookId: id },
        },
      ],
      at,
    );
  });
}

async function settled(tenancy: Tenancy<CharterTables>, tenantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from charter.hook_deliveries
     where tenant_id = ${tenantId} and status = 'delivered'`.execute(tenancy.for(tenantId));
  return rows[0]?.count ?? 0;
}

/** Returns deliveries per second. The time excludes recording the events, which is not the work of a deliverer. */
async function delivered({ store, tenancy, deliverer, tenantId }: Bench, events: number): Promise<number> {
  // This poll finds nothing, so that no other poll runs while the events are recorded.
  await deliverer.look(tenantId);
  const before = await settled(tenancy, tenantId);
  for (let recorded = 0; recorded < events; recorded += 500) {
    const happened = Array.from({ length: Math.min(500, events - recorded) }, teamEvent);
    await store.in(tenantId).events.append(happened, systemClock.now());
  }
  const start = performance.now();
  await deliverer.look(tenantId);
  await deliverer.idle();
  const seconds = (performance.now() - start) / 1000;
  const count = events * HOOKS;
  const found = (await settled(tenancy, tenantId)) - before;
  if (found !== count) throw new Error(`Only ${found} of ${count} messages were delivered.`);
  return count / seconds;
}

/** Returns POSTs per second, each with the headers of a webhook message (docs/specification.md, section 11). */
async function posted(agent: Undici.Agent, url: string, count: number): Promise<number> {
  const body = JSON.stringify({ ...PAYLOAD, tenant: { id: newId() } });
  let begun = 0;
  const sendSome = async (): Promise<void> => {
    while (begun++ < count) {
      const id = newId();
      const timestamp = Math.floor(Date.now() / 1000);
      const standard = createHmac('sha256', KEY).update(`${id}.${timestamp}.${body}`).digest('base64');
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Charter-Webhook/1.0.0',
          'X-Charter-Hook': id,
          'X-Charter-Webhook': id,
          'X-Charter-Event': 'team_provisioning_completed',
          'X-Charter-Delivery': id,
          'X-Charter-Signature': createHmac('sha256', SECRET).update(body).digest('hex'),
          'webhook-id': id,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': `v1,${standard}`,
        },
      });
      await answer.body.text();
      if (answer.statusCode !== 204) throw new Error(`The receiver answered ${answer.statusCode}.`);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: LANE_LIMITS.width * HOOKS }, sendSome));
  return (count * 1000) / (performance.now() - start);
}

async function measure(bench: Bench): Promise<Measurement> {
  const agent = new Agent({ pipelining: 1, allowH2: false });
  try {
    await delivered(bench, WARM_UP);
    await posted(agent, bench.url, WARM_UP * HOOKS);
    const rates = await measureAlternately({
      delivered: () => delivered(bench, EVENTS_A_ROUND),
      posted: () => posted(agent, bench.url, EVENTS_A_ROUND * HOOKS),
    });
    return {
      name: 'webhook deliveries, against a bare loop of POSTs',
      value: rates.delivered / rates.posted,
      limit: 0.4,
      comparison: 'atLeast',
      unit: 'times',
      detail: { 'deliveries/s': rates.delivered, 'posts/s': rates.posted },
    };
  } finally {
    await agent.close();
  }
}

export async function measureDeliveries(): Promise<Measurement[]> {
  const dataDirectory = await makeDataDirectory('charter-bench-');
  const postgres = await startEmbeddedPostgres({ dataDirectory, log: () => undefined });
  const receiver = await startProgram(join(import.meta.dirname, 'webhook-receiver.ts'), [], {});
  try {
    await migrate(postgres.connectionString);
    const pool = createPool(await serviceUrl(postgres.connectionString), 10, () => undefined);
    const tenancy = new Tenancy<CharterTables>(pool);
    const secrets = createSecretBox(['a key of the benchmarks, of thirty-two characters']);
    const store = createStore({
      databases: tenancy,
      boss: {} as never,
      secrets,
    });
    const deliverer = new Deliverer({
      store,
      suite: await openStoredSuite(suiteDeps(new Tenancy<EmbeddedSuiteTables>(pool), systemClock)),
      clock: systemClock,
      secrets,
      sender: createSender({ mayReach: addressFilter({ allowLoopback: true, allowedRanges: [] }) }),
      headerPrefix: 'X-Charter',
      version: '1.0.0',
      log: { info: () => undefined, error: console.error },
    });
    try {
      const bench = { store, tenancy, deliverer, secrets, tenantId: newId(), url: `${receiver.url}/hook` };
      for (let hook = 0; hook < HOOKS; hook += 1) await addHook(bench);
      return [await measure(bench)];
    } finally {
      await deliverer.stop(1_000);
      await pool.end();
    }
  } finally {
    await receiver.stop();
    await postgres.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}
