/**
 * Operations that change the suite for a caller. No transaction spans the database and the suite. So perform
 * records the intent, changes the suite under the intent's id as marker, and then records the event in the
 * transaction that removes the intent. When a node dies in between, recover.ts repeats the operation under the same
 * marker, and the suite adopts the earlier effect: every change is made once and recorded once.
 */
import { hasCode, isCharterError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { NewAuditRecord } from '../audit/model.ts';
import type { Deps } from '../deps.ts';
import { type DomainEvent, type NewEvent, recordOf } from '../events/model.ts';
import { leaseFor } from '../leases/lease.ts';
import { type ActingPrincipal, type Cause, causeOf, type RequestContext } from '../principal.ts';
import type { UnitOfWork } from '../store.ts';
import type { Suite } from '../suite.ts';
import type { Intent } from './ports.ts';

/** Lease of an operation. After it, another node may take the operation over. */
export const INTENT_LEASE_MILLISECONDS = 60_000;

export interface OperationAttempt {
  tenantId: string;
  /** Id of the change, the same in every attempt. The suite uses it to find the effect of an earlier one. */
  marker: string;
  /** Whether an earlier attempt may have changed the suite without recording it. */
  isRepeat: boolean;
}

/** Facts about an abandoned intent. The intent's operation makes the audit record from them. */
export interface Abandonment extends Pick<NewAuditRecord, 'target'> {
  cause: Cause;
  fields: { operation: string; errorCode: string; errorMessage: string };
}

export interface SuiteOperation<Input, Result> {
  /** Stable name, which is stored with the intent: it is never changed. */
  name: string;
  /** Changes the suite. Idempotent: a later attempt adopts the effect of an earlier one. */
  execute(suite: Suite, input: Input, attempt: OperationAttempt): Promise<Result>;
  /** Returns the event to record; undefined when nothing changed. Its id defaults to the intent's. */
  event(input: Input, result: Result): NewEvent | undefined;
  /** Returns further events to record, for an operation that makes several changes. */
  events?(input: Input, result: Result): readonly NewEvent[];
  /** Returns the audit record of an operation whose outcome is unknown. */
  abandoned(input: Input, abandonment: Abandonment): NewAuditRecord;
  /**
   * Returns the start of the window in which another call may have recorded the same change; undefined when none
   * may have. Only operations whose changes carry no marker define it.
   */
  sameChangeSince?(input: Input, attempt: Pick<OperationAttempt, 'isRepeat'>): Date | undefined;
}

export type AnyOperation = SuiteOperation<object, unknown>;

/** Returns true when the suite's rejection is permanent. */
export const isFinalRejection = (error: unknown): boolean =>
  isCharterError(error) && (error.isFinal || !hasCode(error, 'SuiteError', 'ServiceUnavailable'));

function abandonmentOf({ id, operation, principal, context }: Intent, error: unknown): Abandonment {
  return {
    cause: causeOf(principal, context),
    target: { type: 'operation', id, displayName: operation },
    fields: {
      operation,
      errorCode: isCharterError(error) ? error.code : 'InternalError',
      errorMessage: isCharterError(error) ? error.message : 'Something went wrong inside the service.',
    },
  };
}

/**
 * Ends an intent whose outcome is unknown: an earlier attempt may have changed the suite without recording it. The
 * audit record says so.
 */
export async function abandon(
  deps: Pick<Deps, 'store' | 'clock'>,
  operation: Pick<AnyOperation, 'abandoned'>,
  intent: Intent,
  error: unknown,
): Promise<void> {
  await deps.store.transaction(intent.principal.tenantId, async (unit) => {
    if (!(await unit.intents.remove(intent.id, intent.attempt))) return;
    const record = operation.abandoned(intent.input, abandonmentOf(intent, error));
    await unit.audit.append([record], deps.clock.now());
  });
}

/** Ends a rejected intent. A rejected first attempt changed nothing; after earlier attempts, the outcome is unknown. */
const end = async (deps: Deps, operation: AnyOperation, intent: Intent, error: unknown): Promise<void> => {
  if (intent.attempt > 1) return abandon(deps, operation, intent, error);
  await deps.store.in(intent.principal.tenantId).intents.remove(intent.id, intent.attempt);
};

/** Executes a recorded intent and records its outcome, for perform and for recovery. */
export async function executeIntent<Input extends object, Result>(
  deps: Deps,
  operation: SuiteOperation<Input, Result>,
  intent: Intent,
): Promise<Result> {
  const { tenantId } = intent.principal;
  const input = intent.input as Input;
  let result: Result;
  try {
    const attempt = { tenantId, marker: intent.id, isRepeat: intent.attempt > 1 };
    result = await operation.execute(deps.suite, input, attempt);
  } catch (error) {
    if (isFinalRejection(error)) await end(deps, operation as AnyOperation, intent, error);
    throw error;
  }
  const event = operation.event(input, result);
  const events = operation.events?.(input, result) ?? [];
  const changes = [
    ...(event === undefined ? [] : [eventOf(intent, event, intent.id)]),
    ...events.map((each) => eventOf(intent, each, newId())),
  ];
  const since = operation.sameChangeSince?.(input, { isRepeat: intent.attempt > 1 });
  await deps.store.transaction(tenantId, async (unit) => {
    // When the intent can't be removed, another node has taken it over and records the same outcome.
    if (!(await unit.intents.remove(intent.id, intent.attempt))) return;
    await recordChanges(unit, changes, since, deps.clock.now());
  });
  return result;
}

/**
 * Records the events of changes, except those that another call has recorded since `since`. Of these, it records what
 * they report beyond the change.
 */
export async function recordChanges(
  unit: Pick<UnitOfWork, 'audit' | 'events'>,
  events: readonly (DomainEvent & { id: string })[],
  since: Date | undefined,
  at: Date,
): Promise<void> {
  const own: (DomainEvent & { id: string })[] = [];
  for (const event of events) {
    if (since === undefined || !(await isRecordedOtherwise(unit, event, since))) own.push(event);
    else if (event.beyond !== undefined) {
      const { id, actor, requestId } = event;
      own.push({ ...event.beyond.instead, id, actor, requestId });
    }
  }
  if (own.length > 0) await unit.events.append(own, at);
}

/** Whether another call has recorded the same change. Ignores names, which may have changed since. */
function isRecordedOtherwise(
  unit: Pick<UnitOfWork, 'audit'>,
  event: DomainEvent & { id: string },
  since: Date,
): Promise<boolean> {
  const { trail, type, target, ...record } = recordOf(event);
  const beyond = new Set(event.beyond?.fields);
  const facts = Object.entries(record.fields).filter(
    ([field]) => !field.endsWith('Name') && !beyond.has(field),
  );
  const fields = Object.fromEntries(facts);
  return unit.audit.isRecorded({ trail, type, targetId: target.id, fields, since });
}

/** Completes the event. A repeated call has the same intent id, so its event is recorded once. */
const eventOf = (
  { principal, context }: Intent,
  event: NewEvent,
  id: string,
): DomainEvent & { id: string } => ({
  ...event,
  ...causeOf(principal, context),
  id: event.id ?? id,
});

/**
 * Records the intent, changes the suite and records the outcome. The caller must have authorised the change.
 * @param hold reserves what the change needs, in the transaction that records the intent
 */
export async function perform<Input extends object, Result>(
  deps: Deps,
  principal: ActingPrincipal,
  context: RequestContext,
  operation: SuiteOperation<Input, Result>,
  input: Input,
  hold?: (unit: UnitOfWork, intentId: string) => Promise<void>,
): Promise<Result> {
  const { now, leaseUntil } = leaseFor(deps, INTENT_LEASE_MILLISECONDS);
  const { tenantId } = principal;
  const id = context.operationId;
  const asked = {
    id,
    operation: operation.name,
    input: input as Record<string, unknown>,
    principal,
    context,
  };
  const intent =
    hold === undefined
      ? await deps.store.in(tenantId).intents.add(asked, leaseUntil, now)
      : await deps.store.transaction(tenantId, async (unit) => {
          await hold(unit, id);
          return unit.intents.add(asked, leaseUntil, now);
        });
  return executeIntent(deps, operation, intent);
}
