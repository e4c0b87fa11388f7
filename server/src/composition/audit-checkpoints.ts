import { join } from 'node:path';
import { CheckpointWriter } from '../engine/audit/checkpoints.ts';
import { withinTime } from '../kernel/deadline.ts';
import { openCheckpoints } from '../persistence/audit-checkpoints.ts';
import { startPeriodicTask } from '../workers/periodic-task.ts';
import type { Node } from './node.ts';

/** Time between two checks for unsigned audit records. */
const CHECKPOINT_MILLISECONDS = 60_000;
/** Interval of the checks for sealed records that are not observed yet. */
const OBSERVATION_MILLISECONDS = 5_000;
/** Time limit for the last checkpoint of a stopping node. */
const LAST_CHECKPOINT_MILLISECONDS = 5_000;

export interface NodeCheckpoints {
  /** @throws Error when the folder can't be written, has no space left, or rejected the last checkpoint */
  assertWritable(): Promise<void>;
  /** Ages in seconds of checkpoints and checks (engine/audit/checkpoints.ts). */
  ages: CheckpointWriter['ages'];
  /** Stops both timers and signs a last checkpoint. Rejects if that fails or exceeds LAST_CHECKPOINT_MILLISECONDS. */
  stop(): Promise<void>;
}

/**
 * Signs checkpoints on a timer of this process, because anyone who can write to the database could stop a schedule in
 * it. Between checkpoints, it observes the records that this node seals.
 */
export async function startNodeCheckpoints({
  config,
  infrastructure,
  store,
  onSealed,
  clock,
  log,
}: Pick<
  Node,
  'config' | 'infrastructure' | 'store' | 'onSealed' | 'clock' | 'log'
>): Promise<NodeCheckpoints> {
  const { dataDirectory, auditSigningKey, auditCheckpointDirectory, auditRetention: retention } = config;
  const places = {
    keyFile: auditSigningKey ?? join(dataDirectory, 'audit-signing-key.pem'),
    directory: auditCheckpointDirectory ?? join(dataDirectory, 'audit-checkpoints'),
    memoryFile: join(dataDirectory, 'audit-last-checkpoints.json'),
  };
  const onWritten = (line: string) => log.info({ checkpoint: line }, 'Audit checkpoint');
  const { assertWritable, ...opened } = await openCheckpoints(places, {
    keys: infrastructure.auditKeys,
    clock,
    onWritten,
  });
  const writer = new CheckpointWriter({
    ...opened,
    store,
    tenants: async () => (await infrastructure.tenants.list()).map(({ id }) => id),
    retention,
    clock,
    report: (error, details) => log.error({ err: error, ...details }, 'An audit checkpoint failed.'),
  });
  const work = {
    name: 'audit-checkpoints',
    milliseconds: CHECKPOINT_MILLISECONDS,
    // A round over thousands of tenants takes long, and two checks of a tenant must not be far apart.
    isFromStart: true,
    run: () => writer.writeAll(),
  };
  const { observer } = writer;
  const forget = onSealed((tenantId) => void observer.addSealed(tenantId));
  const observing = startPeriodicTask(
    {
      name: 'audit-observations',
      milliseconds: OBSERVATION_MILLISECONDS,
      run: () => observer.observeSealed(),
    },
    log,
  );
  const writing = startPeriodicTask(work, log);
  return {
    assertWritable,
    ages: () => writer.ages(),
    async stop() {
      forget();
      await observing.stop(LAST_CHECKPOINT_MILLISECONDS);
      await writing.stop(LAST_CHECKPOINT_MILLISECONDS);
      const tooLate = () =>
        new Error('The last audit checkpoint took too long; the next start signs the gap.');
      await withinTime(writer.writeAll(), LAST_CHECKPOINT_MILLISECONDS, tooLate);
    },
  };
}
