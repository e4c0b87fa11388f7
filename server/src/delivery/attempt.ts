/** Attempts a delivery: signs the message, sends it, and decides from the response whether to retry. */
import type { StoredAttempt } from '../domain/webhooks/model.ts';
import type { HookCaller, LeasedDelivery } from '../domain/webhooks/ports.ts';
import { nextStep } from '../domain/webhooks/schedule.ts';
import type { Deps } from '../engine/deps.ts';
import { counter } from '../kernel/metrics.ts';
import { inSpan, traceHeaders } from '../kernel/tracing.ts';
import type { CallSlots } from './call-slots.ts';
import type { Messages, SendableMessage } from './message.ts';
import type { AttemptOutcome, DeliveryLog } from './outcomes.ts';
import type { ReceiverResponse, Sender } from './sender.ts';

export interface AttemptDeps extends Pick<Deps, 'clock'> {
  messages: Messages;
  sender: Sender;
  log: DeliveryLog;
  /** Returns a number from 0 to 1, for the jitter. */
  random?: () => number;
}

/** Attempts a leased delivery once. Never rejects: an error is a failed attempt. */
export const attemptDelivery = (
  deps: AttemptDeps,
  tenantId: string,
  delivery: LeasedDelivery,
): Promise<AttemptOutcome> =>
  inSpan(
    `deliver ${delivery.event}`,
    {
      kind: 'client',
      parent: delivery.traceparent,
      attributes: {
        'charter.tenant.id': tenantId,
        'charter.hook.id': delivery.hook.id,
        'charter.delivery.id': delivery.id,
        'charter.delivery.try': delivery.tries + 1,
      },
    },
    async (span) => {
      const outcome = await attempt(deps, tenantId, delivery);
      const { status } = outcome.attempt;
      if (status !== null) span?.set({ 'http.response.status_code': status });
      if (outcome.status !== 'delivered') span?.fail(status === null ? 'no response' : String(status));
      return outcome;
    },
  );

async function attempt(
  deps: AttemptDeps,
  tenantId: string,
  delivery: LeasedDelivery,
): Promise<AttemptOutcome> {
  const { clock, random = Math.random } = deps;
  const { id, hook, run, leaseUntil, tries } = delivery;
  const begun = clock.now();
  const { succeeded, retryAfter, ...response } = await sendMessage(deps, tenantId, delivery, begun);
  const endedAt = clock.now();
  const facts = { succeeded, status: response.status, retryAfter, triesBefore: tries, endedAt };
  return {
    id,
    hookId: hook.id,
    hook,
    run,
    leaseUntil,
    ...nextStep({ ...facts, random: random() }),
    endedAt,
    attempt: { time: begun.toISOString(), ...response },
  };
}

/** Maximum number of bytes returned of the response to the call of a template's own step. An error message fits. */
const CALL_BYTES = 16 * 1024;

const CALLS = counter(
  'charter_step_calls_total',
  'Calls of webhooks for own steps. answered: the receiver sent a status; postponed: no call was made, because the receivers of the tenant or of the webhook occupy their share of the node',
  ['outcome'],
);

export interface HookCallerDeps extends AttemptDeps {
  slots: CallSlots;
}

/** Creates the caller of webhooks for own steps. It sends a message once; the step interprets the response. */
export const createHookCaller = ({ slots, ...deps }: HookCallerDeps): HookCaller => ({
  waitFor(tenantId, hookId) {
    const wait = slots.waitFor(tenantId, hookId);
    if (wait !== undefined) CALLS.inc({ outcome: 'postponed' });
    return wait;
  },
  call: (tenantId, call) =>
    slots.run(tenantId, call.hook.id, () =>
      inSpan(
        `call ${call.event}`,
        {
          kind: 'client',
          attributes: {
            'charter.tenant.id': tenantId,
            'charter.hook.id': call.hook.id,
            'charter.delivery.id': call.id,
          },
        },
        async (span) => {
          const answer = await sendMessage(deps, tenantId, call, deps.clock.now(), CALL_BYTES);
          CALLS.inc({ outcome: answer.status === null ? 'unanswered' : 'answered' });
          if (answer.status !== null) span?.set({ 'http.response.status_code': answer.status });
          else span?.fail('no response');
          return answer;
        },
      ),
    ),
});

/** @param storedBytes maximum number of bytes returned of the response's body; the sender's default when absent */
async function sendMessage(
  deps: Pick<AttemptDeps, 'messages' | 'sender' | 'log'>,
  tenantId: string,
  delivery: SendableMessage,
  at: Date,
  storedBytes?: number,
): Promise<Omit<ReceiverResponse, 'isSent'> & Pick<StoredAttempt, 'sent'>> {
  try {
    const message = deps.messages.messageOf(tenantId, delivery, at);
    const headers = { ...message.headers, ...traceHeaders() };
    const { isSent, ...reply } = await deps.sender.send({ ...message, headers, storedBytes });
    return { ...reply, sent: isSent ? message.parts : null };
  } catch (error) {
    deps.log.error({ err: error, hookId: delivery.hook.id }, 'A webhook could not be signed.');
    const response = { status: null, retryAfter: undefined, response: null, durationMilliseconds: 0 };
    return {
      ...response,
      sent: null,
      succeeded: false,
      error: 'The message could not be signed by the service.',
    };
  }
}
