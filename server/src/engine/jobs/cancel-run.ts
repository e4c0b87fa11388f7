/**
 * Ends the run of a cancelled job. Deletes the job's effects if the cancellation asks for it; otherwise completes the
 * unfinished step. Then fails the job.
 */
import { messageOf } from '../../kernel/errors.ts';
import { asMessage, type Message, say, sentences } from '../../kernel/messages.ts';
import type { NewEvent } from '../events/model.ts';
import type { UnitOfWork } from '../store.ts';
import type { JobCleanup, JobDefinition, JobEnd } from './define-job.ts';
import { delayAfter } from './delay-run.ts';
import { countEnd } from './job-metrics.ts';
import { contextOf, endAndRelease, type JobRun, logFailure, withinStepTime } from './job-run.ts';
import { type Cancellation, cancelledError, logLine } from './model.ts';
import { hasRetryAfter, isTransient, MAX_TRIES, toStepError } from './retry.ts';

/** The cleanup of a cancelled job. It is not a step of the plan. */
interface LastWork {
  /** Name in logs. */
  name: string;
  displayName: Message;
  work: JobCleanup<never>;
  /** Line for the job's log when it begins. */
  begins?: Message;
  /** Line for the job's log when it fails. */
  failed(reason: Message): Message;
  removes: boolean;
}

interface Outcome {
  /** Line for the job's log. */
  line: Message;
  removed?: true;
  events?: readonly NewEvent[];
}

const removalWith = (work: JobCleanup<never>): LastWork => ({
  name: 'removal',
  displayName: say('jobs.removal', 'Delete what was built'),
  work,
  begins: say('jobs.removing', 'Deleting what was built.'),
  failed: (reason) => say('jobs.removalFailed', 'What was built could not be deleted: {reason}', { reason }),
  removes: true,
});

const settlementWith = (work: JobCleanup<never>): LastWork => ({
  name: 'settlement',
  displayName: say('jobs.settlement', 'Complete what has begun'),
  work,
  failed: (reason) =>
    say('jobs.settlementFailed', 'What had begun could not be completed: {reason}', { reason }),
  removes: false,
});

function lastWorkOf(
  { remove, settle }: Pick<JobDefinition<never>, 'remove' | 'settle'>,
  cancellation: Cancellation,
): LastWork | undefined {
  if (cancellation.remove && remove !== undefined) return removalWith(remove);
  return settle && settlementWith(settle);
}

/**
 * Records the start of the cleanup together with the steps before it, and resets the count of tries. Returns false
 * when another run holds the job.
 */
function begin(
  { deps, recorded }: JobRun,
  { begins }: LastWork,
  lines: readonly Message[],
): Promise<boolean> {
  recorded.countAnew();
  const at = deps.clock.now();
  const log = [lines, begins ?? []].flat().map((line) => logLine(at, line));
  return recorded.record({ cancellation: { removing: true }, log }, at);
}

const endless = (): Message =>
  say('jobs.lastWorkEndless', 'It was tried {tries} times without an end.', { tries: MAX_TRIES });

/** Runs the cleanup, or gives up after too many tries. Returns undefined when the job is delayed for another try. */
async function tryLastWork(run: JobRun, last: LastWork): Promise<Outcome | undefined> {
  const { deps, recorded } = run;
  const { name, displayName, failed, removes } = last;
  if (recorded.job.tries > MAX_TRIES) return { line: failed(endless()) };
  try {
    const { message, events, bulk } = await withinStepTime(run, name, last.work(contextOf(run)));
    recorded.advanceBulk(bulk);
    const line = asMessage(message);
    return { line, ...(removes && { removed: true as const }), ...(events && { events }) };
  } catch (thrown) {
    const error = toStepError(thrown);
    const { tries } = recorded.job;
    if (!hasRetryAfter(error) && (!isTransient(error) || tries >= MAX_TRIES)) {
      logFailure(run, name, error);
      return { line: failed(messageOf(error)) };
    }
    const at = deps.clock.now();
    const { line, wait, queue } = delayAfter(run, name, displayName, error, at);
    // A wait that the suite asks for does not count as a try.
    const counted = hasRetryAfter(error) ? { tries: Math.max(0, tries - 1) } : {};
    const log = [logLine(at, line)];
    await recorded.record({ status: 'delayed', wait, ...counted, log }, at, { rest: queue });
    return undefined;
  }
}

/** @param line outcome of the last step, for the log */
export async function cancelRun(run: JobRun, cancellation: Cancellation, line?: Message): Promise<void> {
  const lines = line === undefined ? [] : [line];
  const last = lastWorkOf(run.definition, cancellation);
  if (last === undefined) return endCancelled(run, cancellation, lines);
  if (!cancellation.removing && !(await begin(run, last, lines))) return;
  const outcome = await tryLastWork(run, last);
  if (outcome !== undefined) await endCancelled(run, cancellation, [outcome.line], outcome);
}

async function endCancelled(
  run: JobRun,
  cancellation: Cancellation,
  lines: readonly Message[],
  { removed, events: happened = [] }: Partial<Outcome> = {},
): Promise<void> {
  const { deps, definition, recorded } = run;
  const at = deps.clock.now();
  if (cancellation.ended) {
    const log = lines.map((line) => logLine(at, line));
    const progress = { status: 'failed', log, ...(removed && { cancellation: { removed } }) } as const;
    const cause = { actor: cancellation.by, requestId: recorded.job.requestId };
    const record = definition.cleanedUp?.(recorded.job, cause, removed ?? false);
    const rest = async (unit: UnitOfWork) => unit.audit.append(record === undefined ? [] : [record], at);
    await recorded.record(progress, at, { events: happened, rest });
    return;
  }
  const error = cancelledError(cancellation);
  const end: JobEnd = definition.end(recorded.job, error);
  const remains = removed ? undefined : definition.remains?.(recorded.job);
  const last = sentences([messageOf(error), remains ?? []].flat());
  const log = [...lines, last].map((each) => logLine(at, each));
  const progress = { status: 'failed', error, log, ...(removed && { cancellation: { removed } }) } as const;
  const events = [...happened, ...end.events];
  const isRecorded = await recorded.record(progress, at, { events, rest: endAndRelease(run, end, at) });
  if (isRecorded) countEnd(run, 'cancelled');
}
