/**
 * Operations that change the suite on a caller's behalf. The suite is outside the database, so one
 * transaction can't hold both; instead the intent is recorded first, then the suite is changed under the
 * intent's id as marker, then the outcome (a domain event) is recorded in the transaction that removes the
 * intent. When a node dies in between, recover.ts does the operation again under the same marker, which
 * adopts what is there: every change is made once and recorded once.
 */

import type { Clock } from '../../kernel/clock.ts';
import { hasCode, isCharterError } from '../../kernel/errors.ts';
import { type DomainEvent, type Happening, recordOf } from '../events/model.ts';
import { leaseFor } from '../leases/lease.ts';
import type { Performer, RequestContext } from '../principal.ts';
import type { Store, UnitOfWork } from '../store.ts';
import type { Suite } from '../suite.ts';
import { abandon } from './abandon.ts';
import type { Intent } from './ports.ts';

/** How long a node may take for one operation before another takes it over. */
export const LEASE_MILLISECONDS = 60_000;

/** One try of an operation. */
export interface Try {
  tenantId: string;
  /** The same in every try; what the suite makes is known by it. */
  marker: string;
  /** An earlier try may have changed the suite, and died before that was recorded. */
  isRepeat: boolean;
}

export interface SuiteOperation<Input, Result> {
  /** Name kept with the intent; never renamed. */
  name: string;
  /** Changes the suite. Repeatable: in a later try it adopts what an earlier one did. */
  execute(suite: Suite, input: Input, attempt: Try): Promise<Result>;
  /**
   * What has happened, for the record; undefined when nothing changed. The event's id is the intent's, unless
   * the operation is repeated under one intent's id.
   */
  event(input: Input, result: Result): Happening | undefined;
  /**
   * For a change that bears no mark of who made it: since when another call may have made the same, and recorded
   * it. Undefined when none may have. What an operation makes is known by its marker and needs none of this.
   */
  sameChangeSince?(input: Input, attempt: Pick<Try, 'isRepeat'>): Date | undefined;
}

export interface PerformDeps {
  store: Store;
  suite: Suite;
  clock: Clock;
}

/** Refusals of the suite are final, unless they say that a later try may succeed. */
export const isFinal = (error: unknown): boolean =>
  isCharterError(error) && !hasCode(error, 'SuiteError', 'ServiceUnavailable');

/** A refused first try has changed nothing; of an earlier one nobody knows. */
const end = async (deps: PerformDeps, intent: Intent, error: unknown): Promise<void> => {
  if (intent.attempt > 1) return abandon(deps, intent, error);
  await deps.store.in(intent.principal.tenantId).intents.remove(intent.id, intent.attempt);
};

/** Does a recorded intent, and records what came of it. Used by perform and by recovery. */
export async function executeIntent<Input extends object, Result>(
  deps: PerformDeps,
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
    if (isFinal(error)) await end(deps, intent, error);
    throw error;
  }
  const event = operation.event(input, result);
  const since = operation.sameChangeSince?.(input, { isRepeat: intent.attempt > 1 });
  await deps.store.transaction(tenantId, async (unit) => {
    // Otherwise another node took over and records the same outcome.
    if (!(await unit.intents.remove(intent.id, intent.attempt)) || event === undefined) return;
    const recorded = eventOf(intent, event);
    if (since !== undefined && (await isRecordedOtherwise(unit, recorded, since))) return;
    await unit.events.append([recorded], deps.clock.now());
  });
  return result;
}

/** Whether another call has recorded the same change. Names may have changed meanwhile; what they name is the same. */
function isRecordedOtherwise(
  unit: Pick<UnitOfWork, 'audit'>,
  event: DomainEvent & { id: string },
  since: Date,
): Promise<boolean> {
  const { trail, type, target, fields } = recordOf(event);
  const facts = Object.entries(fields).filter(([field]) => !field.endsWith('Name'));
  return unit.audit.isRecorded({
    trail,
    type,
    targetId: target.id,
    fields: Object.fromEntries(facts),
    since,
  });
}

/** Unless it has one of its own, the event has the intent's id, so that a call repeated with its key can't be recorded twice. */
function eventOf(intent: Intent, event: Happening): DomainEvent & { id: string } {
  const { id, kind, displayName } = intent.principal;
  return {
    ...event,
    id: event.id ?? intent.id,
    actor: { id, kind, displayName },
    requestId: intent.context.requestId,
  };
}

/**
 * Records the intent, changes the suite, records the outcome. Authorise before.
 * @param hold what the change needs from the moment that its intent is recorded: in the same transaction, which
 * its error ends
 */
export async function perform<Input extends object, Result>(
  deps: PerformDeps,
  principal: Performer,
  context: RequestContext,
  operation: SuiteOperation<Input, Result>,
  input: Input,
  hold?: (unit: UnitOfWork, intentId: string) => Promise<void>,
): Promise<Result> {
  const { now, leaseUntil } = leaseFor(deps, LEASE_MILLISECONDS);
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
