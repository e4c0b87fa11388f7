/**
 * Runs one of the template's own steps: calls its webhook until the receiver reports that it is done
 * (docs/own-steps.md).
 */
import { isJsonObject } from '../../../domain/catalog/document.ts';
import { findNamedHooks } from '../../../domain/webhooks/find-named-hooks.ts';
import { STEP_EVENT, type SubscribedHook } from '../../../domain/webhooks/model.ts';
import type { HookResponse } from '../../../domain/webhooks/ports.ts';
import { readRetryAfter } from '../../../domain/webhooks/schedule.ts';
import type { StepOutcome, StepPart } from '../../../engine/jobs/define-job.ts';
import { currentStep } from '../../../engine/jobs/model.ts';
import { isTransient, toStepError } from '../../../engine/jobs/retry.ts';
import { DAY_MILLISECONDS } from '../../../kernel/clock.ts';
import { millisecondsOf } from '../../../kernel/duration.ts';
import { CharterError, messageOf } from '../../../kernel/errors.ts';
import { type Message, say, verbatim } from '../../../kernel/messages.ts';
import { backoff, chanceFromId } from '../../../kernel/retry.ts';
import { provisioningStepCompleted, provisioningStepStarted, targetOfJob } from '../events.ts';
import { callBodyOf, callIdOf } from '../own-steps.ts';
import { ownStepName, type PlannedOwnStep, type Step, type StepContext, teamIdOf } from '../plan.ts';

/** The intent to call, recorded before each call. */
interface Intent extends Record<string, unknown> {
  /** Number of the run that may make the call; null after a run that found no free call slot. */
  run: number | null;
  /** Number of the call, from 1; 0 when none was made. */
  calls: number;
  /** End of the time limit, which begins with the first call; RFC 3339 UTC. */
  until: string;
  /** The retry of the job under which the time limit began; null before the first one. */
  operationId: string | null;
}

/** Delays before the next call when the receiver sends no Retry-After. */
const PAUSES = { first: 5_000, longest: 15 * 60_000, jitter: [1, 1.2] } as const;
/** Bounds of the Retry-After of a receiver. */
const ASKED = { least: 1_000, most: DAY_MILLISECONDS } as const;

/** Statuses below 500 after which Charter calls again (RFC 9110, 15.5.9; RFC 8470, 5.2; RFC 6585, 4). */
const LATER = new Set([408, 425, 429]);

/** Maximum number of characters of an error text that the job shows. */
const TEXT_LENGTH = 300;

function ownStepOf({ job, plan }: StepContext): PlannedOwnStep {
  const name = currentStep(job);
  const step = plan.ownSteps?.find(({ id }) => ownStepName(id) === name);
  if (step === undefined) throw new Error(`The plan of job ${job.id} has no step ${name}.`);
  return step;
}

const factsOf = (context: StepContext, { id, hook }: PlannedOwnStep) => {
  const { job, plan } = context;
  return {
    target: targetOfJob(job),
    payload: {
      team: { id: teamIdOf(job), displayName: plan.name },
      step: { id },
      hook: { id: hook.id, displayName: hook.displayName },
      template: { id: plan.template.id, name: plan.template.displayName },
      provisioning: { id: job.id },
    },
  };
};

const partOf = (state: Intent): StepPart => ({ continues: true, part: { done: 0, count: 1, state } });

/**
 * Checks that this node has a free call slot, before the intent is recorded and the time limit begins. Reuses the
 * reason of an earlier wait, so that repeated waits add no log lines.
 * @throws CharterError ServiceUnavailable with a time to wait
 */
function assertFreeCallSlot(
  { hooks, tenantId, job: { wait } }: StepContext,
  { hook }: PlannedOwnStep,
  earlier: Intent | undefined,
): void {
  const milliseconds = hooks?.waitFor(tenantId, hook.id ?? hook.displayName);
  if (milliseconds === undefined) return;
  const reason =
    earlier !== undefined && wait !== null
      ? messageOf(wait)
      : say(
          'provisioning.stepNoPlace',
          "Other calls have not been answered yet. The webhook '{hook}' is called when a slot is free.",
          { hook: hook.displayName },
        );
  throw new CharterError('ServiceUnavailable', reason, { retryAfterSeconds: milliseconds / 1000 });
}

/** Returns the intent of the next call. Recording the intent checks that this run still holds the job. */
function intendCall(context: StepContext, step: PlannedOwnStep, earlier: Intent | undefined): StepPart {
  const { job, clock } = context;
  const { attempt: run, operationId } = job;
  const limit = millisecondsOf(step.timeout) ?? 0;
  const begun = earlier !== undefined && earlier.calls > 0 ? earlier.until : undefined;
  const until = begun ?? new Date(clock.now().getTime() + limit).toISOString();
  return {
    ...partOf({ run, calls: (earlier?.calls ?? 0) + 1, until, operationId }),
    ...(earlier === undefined && {
      events: [provisioningStepStarted.happened(factsOf(context, step))],
      message: say(
        'provisioning.stepStarted',
        "Calls the webhook '{hook}' for the step '{id}', until {until, date, utc} UTC at the latest.",
        {
          hook: step.hook.displayName,
          id: step.id,
          until: new Date(until).getTime(),
        },
      ),
    }),
  };
}

/**
 * Returns the webhook of the plan. Its registration may have been replaced by another registration of the same name.
 * @throws CharterError NotFound when there is none any more
 */
async function findHook(context: StepContext, { id, hook }: PlannedOwnStep): Promise<SubscribedHook> {
  const references = [...(hook.id === null ? [] : [hook.id]), hook.displayName];
  const hooksOf = await findNamedHooks(context, context.tenantId, references);
  const found = references.map(hooksOf).find((hooks) => hooks.length > 0) ?? [];
  if (found.length === 1) return found[0] as SubscribedHook;
  throw new CharterError(
    'NotFound',
    say(
      'provisioning.stepHookGone',
      "The webhook '{hook}' of the step '{id}' was deleted, or may not receive the events of the whole organisation any more. Register a webhook of this name, then retry the job.",
      { hook: hook.displayName, id },
    ),
  );
}

/** Returns `error.message` of a response as one bounded line; undefined if there is none. */
function errorTextOf(response: string | null): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(response ?? '');
  } catch {
    return undefined;
  }
  const error = isJsonObject(body) ? body.error : undefined;
  const text = isJsonObject(error) ? error.message : undefined;
  if (typeof text !== 'string') return undefined;
  // Control and format characters could hide or reorder the text around it.
  const line = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const letters = [...line];
  return (letters.length > TEXT_LENGTH ? `${letters.slice(0, TEXT_LENGTH).join('')}…` : line) || undefined;
}

/** The verdict on a response: the step is done, has failed, or is called again. */
type Verdict = 'done' | { failed: Message } | { later: Message; retryAfter?: string | undefined };

/** Interprets a response. Only a complete 200 is done. */
function judgeResponse(hook: string, { status, response, error, retryAfter }: HookResponse): Verdict {
  if (status === 200 && error === null) return 'done';
  if (status === 202)
    return {
      later: say('provisioning.stepNotYet', "The webhook '{hook}' is not done yet.", { hook }),
      retryAfter,
    };
  // The network may have truncated a 200 with an incomplete body.
  if (status === null || status === 200) {
    const reason = verbatim(error ?? '');
    return {
      later: say('provisioning.stepUnanswered', "The webhook '{hook}' gave no answer: {reason}", {
        hook,
        reason,
      }),
    };
  }
  const text = errorTextOf(response);
  const answered =
    text === undefined
      ? say('provisioning.stepStatus', "The webhook '{hook}' answered {status}.", {
          hook,
          status: String(status),
        })
      : say('provisioning.stepError', "The webhook '{hook}' answered “{text}”.", { hook, text });
  if (status >= 500 || LATER.has(status)) return { later: answered, retryAfter };
  if (status >= 400) return { failed: answered };
  return {
    failed: say(
      'provisioning.stepProtocol',
      "The webhook '{hook}' answered {status}. A step is done with 200, and not yet done with 202.",
      { hook, status: String(status) },
    ),
  };
}

/** Calls the webhook and interprets its response. Returns undefined, without a call, when no call slot was free. */
async function callHook(context: StepContext, step: PlannedOwnStep): Promise<Verdict | undefined> {
  const { hooks, tenantId, job, plan } = context;
  if (hooks === undefined) throw new Error('This node sends no webhooks.');
  const hook = await findHook(context, step);
  if (!hook.active) {
    return {
      later: say('provisioning.stepOff', "The webhook '{hook}' is switched off.", { hook: hook.name }),
    };
  }
  const id = callIdOf(job.id, step.id);
  const body = callBodyOf(tenantId, job, plan, step);
  const answer = await hooks.call(tenantId, { id, hook, event: STEP_EVENT, body });
  return answer && judgeResponse(hook.name, answer);
}

/** Returns the verdict. After a transient failure of the suite or the database, the step is called again. */
const tryCall = (context: StepContext, step: PlannedOwnStep): Promise<Verdict | undefined> =>
  callHook(context, step).catch((thrown: unknown) => {
    const error = toStepError(thrown);
    if (!isTransient(error)) throw thrown;
    return { later: messageOf(error) };
  });

/** Returns the milliseconds until the next call: the receiver's Retry-After, or the next delay. */
function pauseOf({ job, clock }: StepContext, { calls }: Intent, retryAfter: string | undefined): number {
  const asked = readRetryAfter(retryAfter, clock.now());
  if (asked === undefined) return backoff(PAUSES, calls, chanceFromId(job.id));
  return Math.min(ASKED.most, Math.max(ASKED.least, asked));
}

/**
 * Calls the step once, after this run has recorded the intent. While the step waits, its job is delayed: it occupies no
 * slot, and the wait does not count as a failed attempt.
 */
export const callOwnStep: Step = async (context): Promise<StepOutcome | StepPart> => {
  const { job, clock } = context;
  const step = ownStepOf(context);
  const recorded = job.part?.state as Intent | undefined;
  // A retry of the job restarts the time limit.
  const intent = recorded?.operationId === job.operationId ? recorded : undefined;
  if (intent?.run !== job.attempt) {
    assertFreeCallSlot(context, step, intent);
    return intendCall(context, step, intent);
  }
  const verdict = await tryCall(context, step);
  // Another job took the call slot while the intent was recorded.
  if (verdict === undefined) return partOf({ ...intent, run: null, calls: intent.calls - 1 });
  if (verdict === 'done') {
    return {
      message: say('provisioning.stepDone', "The webhook '{hook}' is done with the step '{id}'.", {
        hook: step.hook.displayName,
        id: step.id,
      }),
      events: [provisioningStepCompleted.happened(factsOf(context, step))],
    };
  }
  if ('failed' in verdict) throw new CharterError('StepFailed', verdict.failed);
  const left = Date.parse(intent.until) - clock.now().getTime();
  if (left > 0) {
    const pause = Math.min(left, pauseOf(context, intent, verdict.retryAfter));
    throw new CharterError('ServiceUnavailable', verdict.later, {
      retryAfterSeconds: pause / 1000,
      isReserved: true,
    });
  }
  const message = say('provisioning.stepTimedOut', '{reason} The time limit of {timeout} is over.', {
    reason: verdict.later,
    timeout: step.timeout,
  });
  throw new CharterError('StepFailed', message);
};
