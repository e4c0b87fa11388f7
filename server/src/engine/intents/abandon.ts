import { isCharterError } from '../../kernel/errors.ts';
import type { NewAuditRecord } from '../audit/model.ts';
import type { Deps } from '../deps.ts';
import { type Actor, actorOf } from '../principal.ts';
import type { Intent } from './ports.ts';

/** What the engine knows of an abandoned intent. Its operation writes the audit record from it. */
export interface Abandonment extends Pick<NewAuditRecord, 'target' | 'requestId'> {
  actor: Actor;
  outcome: 'failure';
  fields: { operation: string; errorCode: string; errorMessage: string };
}

function abandonmentOf({ id, operation, principal, context }: Intent, error: unknown): Abandonment {
  return {
    actor: actorOf(principal),
    target: { type: 'operation', id, displayName: operation },
    requestId: context.requestId,
    outcome: 'failure',
    fields: {
      operation,
      errorCode: isCharterError(error) ? error.code : 'InternalError',
      errorMessage: isCharterError(error) ? error.message : 'Something went wrong inside the service.',
    },
  };
}

/**
 * Ends an intent whose outcome is unknown: an earlier try may have changed the suite, and ended before that was
 * recorded. The audit record says so.
 */
export async function abandon(
  deps: Pick<Deps, 'store' | 'clock'>,
  operation: { abandoned(input: object, abandonment: Abandonment): NewAuditRecord },
  intent: Intent,
  error: unknown,
): Promise<void> {
  await deps.store.transaction(intent.principal.tenantId, async (unit) => {
    if (!(await unit.intents.remove(intent.id, intent.attempt))) return;
    const record = operation.abandoned(intent.input, abandonmentOf(intent, error));
    await unit.audit.append([record], deps.clock.now());
  });
}
