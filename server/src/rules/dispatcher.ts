import type { Clock } from '../kernel/clock.ts';
import { CharterError } from '../kernel/errors.ts';
import { absorbCasualty, absorbReport, type Batch, giveUp, nextSlice } from './batch.ts';
import { createCrew } from './crew.ts';
import type { RuleLimits } from './limits.ts';
import type { RuleRecords } from './records.ts';

/** Runs batches in turns in the one sandbox of the process. */
export interface Dispatcher {
  /** Resolves when the batch is settled. @throws ServiceUnavailable when no worker can start, or after close() */
  run(batch: Batch): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly batch: Batch;
  readonly resolve: () => void;
  readonly reject: (error: CharterError) => void;
}

const unavailable = (cause?: unknown): CharterError =>
  new CharterError(
    'ServiceUnavailable',
    'Rules and conventions are not available at the moment. Try again soon.',
    {
      cause,
      retryAfterSeconds: 5,
    },
  );

export const createDispatcher = (limits: RuleLimits, records: RuleRecords, clock: Clock): Dispatcher => {
  const crew = createCrew(limits);
  const queue: Waiting[] = [];
  let pumping: Promise<void> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let closed = false;

  /** Runs one slice of the batch. */
  const advance = async (batch: Batch): Promise<void> => {
    if (closed) throw new Error('The rule engine was closed');
    const { sandbox, number } = await crew.member();
    const end = await sandbox.run(nextSlice(batch, records, number), crew.prepare);
    // close() ended the worker, so the running unit is not to blame.
    if (closed) throw new Error('The rule engine was closed');
    const surroundings = { limits, now: clock.now().getTime() };
    if ('report' in end) absorbReport(batch, end.report, sandbox.board, surroundings);
    else absorbCasualty(batch, end.casualty, sandbox.board, surroundings);
    if (batch.suspect && batch.spentMilliseconds >= limits.batchMilliseconds) giveUp(batch, limits);
    if ('casualty' in end || end.report.retire || !sandbox.alive()) crew.replace();
  };

  const pump = async (): Promise<void> => {
    clearTimeout(idle);
    for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
      try {
        await advance(turn.batch);
        // The rest goes to the end of the queue, so that one call's bad rules do not hold up other calls.
        if (turn.batch.waiting.length > 0) queue.push(turn);
        else turn.resolve();
      } catch (error) {
        for (const waiting of [turn, ...queue.splice(0)]) waiting.reject(unavailable(error));
      }
    }
    pumping = undefined;
    idle = setTimeout(() => void crew.rest(), limits.idleMilliseconds);
    idle.unref();
  };

  return {
    run: (batch) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(unavailable());
        if (batch.waiting.length === 0) return resolve();
        queue.push({ batch, resolve, reject });
        pumping ??= pump();
      }),
    close: async () => {
      closed = true;
      for (const waiting of queue.splice(0)) waiting.reject(unavailable());
      await crew.rest();
      await pumping;
      clearTimeout(idle);
      await crew.rest();
    },
  };
};
