/** A template with own steps, the webhook that they call, and its receiver on loopback. */

import { secretContext } from '../src/domain/webhooks/hook-url.ts';
import type { HookRecord } from '../src/domain/webhooks/model.ts';
import type { HookCaller } from '../src/domain/webhooks/ports.ts';
import type { JobRecord } from '../src/engine/jobs/model.ts';
import { runJob } from '../src/engine/jobs/run-job.ts';
import { JOB_DEFINITIONS } from '../src/flows/definitions.ts';
import { newId } from '../src/kernel/ids.ts';
import { TestClock } from './clock.ts';
import { createMigratedDatabase } from './database.ts';
import { loopbackCaller } from './loopback-caller.ts';
import { fillDirectory, type NodeOptions, startNode, TENANT } from './provisioning-world.ts';
import { startReceiver } from './receiver.ts';
import { testSecrets } from './secrets.ts';
import { hookRecord } from './webhook-rows.ts';

export const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const HOOK = 'CRM';

const never = new AbortController().signal;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

export type OwnStepWorld = Awaited<ReturnType<typeof openOwnStepWorld>>;

export async function openOwnStepWorld(options: NodeOptions = {}) {
  const database = await createMigratedDatabase({ unaudited: true });
  const node = await startNode(database.serviceUrl, options);
  await fillDirectory(node.suiteTenancy);
  const clock = new TestClock(new Date());
  const receiver = await startReceiver();
  const caller = loopbackCaller(clock, 400);
  const store = node.store.in(TENANT);

  const read = async (jobId: string): Promise<JobRecord> => {
    const job = await store.jobs.find(jobId);
    if (job === undefined) throw new Error(`No job ${jobId}.`);
    return job;
  };

  return {
    database,
    node,
    clock,
    receiver,
    store,
    read,

    /** Registers a webhook of the organisation, by default with the receiver's address. */
    async addHook(change: Partial<HookRecord> = {}): Promise<HookRecord> {
      const id = newId();
      const sealed = testSecrets().seal(SECRET, secretContext(TENANT, id));
      const hook = hookRecord({
        id,
        name: HOOK,
        url: receiver.url,
        events: [],
        secrets: [{ sealed, expiresAt: null }],
        ...change,
      });
      await store.hooks.add(hook);
      return hook;
    },

    /** Stores a template with the steps. Returns a request for it. */
    async template(steps: readonly object[], configuration: object = {}) {
      const id = `own-${newId()}`;
      await node.storeTemplate({
        manifestVersion: '1.0',
        templateConfiguration: {
          id,
          name: 'Client',
          version: '1.0',
          language: 'en',
          enabled: true,
          ...configuration,
        },
        newTeam: { defaultWelcomeMessage: 'Welcome', addRequesterAsTeamOwner: true },
        initialization: { structure: { channels: [{ displayName: 'Plans' }] }, steps: [...steps] },
      });
      return (metadata?: Record<string, unknown>) => ({
        template: { id },
        team: { name: `Harbour ${newId()}` },
        ...(metadata && { metadata }),
      });
    },

    /** Runs the job once, as a worker does when it is due. */
    async run(jobId: string, hooks: HookCaller = caller.hooks): Promise<JobRecord> {
      await runJob(
        {
          ...{ store: node.store, suite: node.suite, clock, log: quiet },
          definitions: JOB_DEFINITIONS,
          ports: { hooks },
        },
        { tenantId: TENANT, jobId },
        { lost: never, stopping: never },
      );
      return read(jobId);
    },

    /** Moves the clock to the time until which the job waits, and runs it. */
    async runWhenDue(jobId: string, hooks?: HookCaller): Promise<JobRecord> {
      const { wait } = await read(jobId);
      const milliseconds = Date.parse(wait?.until ?? '') - clock.now().getTime();
      clock.advance(Math.max(0, milliseconds) / 1000);
      return this.run(jobId, hooks);
    },

    async close() {
      await receiver.close();
      await caller.close();
      await node.close();
      await database.drop();
    },
  };
}
