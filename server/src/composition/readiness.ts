/** The readiness checks of a node. */
import { NotReady, type ReadinessCheck } from '../http/pages/health.ts';
import { poolCloser } from '../persistence/close-pool.ts';
import { suiteDeps } from '../persistence/directory/index.ts';
import { createAccessStore } from '../persistence/graph-access.ts';
import {
  assertConnects,
  assertDatabaseWritable,
  assertQueue,
  openReadinessPool,
} from '../persistence/readiness.ts';
import type { CharterTables } from '../persistence/tables.ts';
import { Tenancy } from '../persistence/tenancy.ts';
import { transientReason } from '../persistence/unavailable.ts';
import type { NodeCheckpoints } from './audit-checkpoints.ts';
import type { Node } from './node.ts';
import { openSuite } from './suite.ts';

/** Runs a check of the database. @throws NotReady with a sentence about a transient failure, else its error */
async function ofDatabase(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    const reason = transientReason(error);
    throw reason === undefined ? error : new NotReady(reason, { cause: error });
  }
}

/** Opens the checks of database, queue and suite, on a connection of their own. */
export async function openReadiness(
  { config, infrastructure, clock, log }: Node,
  serviceUrl: string,
): Promise<{ checks: ReadinessCheck[]; close(): Promise<void> }> {
  const readiness = openReadinessPool(serviceUrl, (error) =>
    log.warn({ err: error }, 'The connection of the readiness checks was lost.'),
  );
  const close = poolCloser(readiness);
  const { suite } = await openSuite(config, {
    ...suiteDeps(new Tenancy<object>(readiness), clock),
    lane: 'requests',
    log,
    signIns: undefined,
    access: createAccessStore(new Tenancy<CharterTables>(readiness)),
  });
  const database = async (): Promise<void> => {
    await assertDatabaseWritable(readiness);
    await assertConnects(infrastructure.pool);
  };
  return {
    checks: [
      { name: 'database', check: () => ofDatabase(database) },
      { name: 'queue', check: () => ofDatabase(() => assertQueue(readiness)) },
      { name: 'suite', check: () => suite.ping() },
    ],
    close,
  };
}

/**
 * Returns the check of the audit checkpoints. A node that can't write them is not ready, unless it also serves the
 * API: its callers lose nothing, so it stays ready and says so.
 */
export const checkpointCheck = (checkpoints: NodeCheckpoints, servesApi: boolean): ReadinessCheck => ({
  name: 'checkpoints',
  async check() {
    try {
      await checkpoints.assertWritable();
      return undefined;
    } catch (error) {
      const sentence = "The folder for audit checkpoints can't be written.";
      if (servesApi) return sentence;
      throw new NotReady(sentence, { cause: error });
    }
  },
});
