/** Ends the run of a cancelled job: deletes what the job made, if the cancellation asks for it, and fails the job. */
import { messageOf } from '../../kernel/errors.ts';
import { asMessage, type Message, say, sentences } from '../../kernel/messages.ts';
import type { Happening } from '../events/model.ts';
import type { Removal } from './define-job.ts';
import { delayAfter } from './delay-run.ts';
import { type JobRun, logFailure, releaseWith, withinStepTime } from './job-run.ts';
import { type Cancellation, cancelledError, logLine } from './model.ts';
import { MAX_TRIES, mayPass, toStepError } from './retry.ts';

/** Name of the removal in logs. The removal is not a step of the plan. */
const REMOVAL = 'removal';
const REMOVAL_NAME = say('jobs.removal', 'Delete what was built');

interface RemovalOutcome {
  /** Line for the job's log. */
  line: Message;
  removed?: true;
  events?: readonly Happening[];
}

/**
 * Records that the removal begins, with the steps before it, and begins a new count of tries. Returns false when
 * another run holds the job.
 */
function beginRemoval({ deps, recorded }: JobRun, lines: readonly Message[]): Promise<boolean> {
  recorded.countAnew();
  const at = deps.clock.now();
  const log = [...lines, say('jobs.removing', 'Deleting what was built.')].map((line) => logLine(at, line));
  return recorded.record({ cancellation: { removing: true }, log }, at);
}

/** Deletes what the job made, or gives up. Returns undefined when the job is delayed for another try. */
async function tryRemoval(run: JobRun, remove: Removal<never>): Promise<RemovalOutcome | undefined> {
  const { deps, tenantId, recorded } = run;
  if (recorded.job.tries > MAX_TRIES) {
    return {
      line: say(
        'jobs.removalEndless',
        'What was built could not be deleted: tried {tries} times without an end.',
        { tries: MAX_TRIES },
      ),
    };
  }
  try {
    const work = remove({ suite: deps.suite, tenantId, job: recorded.job });
    const { message, events } = await withinStepTime(run, REMOVAL, work);
    return { line: asMessage(message), removed: true, ...(events && { events }) };
  } catch (thrown) {
    const error = toStepError(thrown);
    if (!mayPass(error) || recorded.job.tries >= MAX_TRIES) {
      logFailure(run, REMOVAL, error);
      return {
        line: say('jobs.removalFailed', 'What was built could not be deleted: {reason}', {
          reason: messageOf(error),
        }),
      };
    }
    const at = deps.clock.now();
    const { line, wait, queue } = delayAfter(run, REMOVAL, REMOVAL_NAME, error, at);
    await recorded.record({ status: 'delayed', wait, log: [logLine(at, line)] }, at, { rest: queue });
    return undefined;
  }
}

/** @param line outcome of the last step, for the log */
export async function cancelRun(run: JobRun, cancellation: Cancellation, line?: Message): Promise<void> {
  const { remove } = run.definition;
  const lines = line === undefined ? [] : [line];
  if (!cancellation.remove || remove === undefined) return endCancelled(run, cancellation, lines);
  if (!cancellation.removing && !(await beginRemoval(run, lines))) return;
  const outcome = await tryRemoval(run, remove);
  if (outcome !== undefined) await endCancelled(run, cancellation, [outcome.line], outcome);
}

async function endCancelled(
  run: JobRun,
  cancellation: Cancellation,
  lines: readonly Message[],
  { removed, events: happened = [] }: Partial<RemovalOutcome> = {},
): Promise<void> {
  const { deps, definition, recorded } = run;
  const at = deps.clock.now();
  const error = cancelledError(cancellation);
  const end = definition.end(recorded.job, error);
  const remains = removed ? undefined : definition.remains?.(recorded.job);
  const last = sentences([messageOf(error), remains ?? []].flat());
  const log = [...lines, last].map((each) => logLine(at, each));
  await recorded.record({ status: 'failed', error, log, ...(removed && { cancellation: { removed } }) }, at, {
    events: [...happened, ...end.events],
    rest: releaseWith(run, end, at),
  });
}
