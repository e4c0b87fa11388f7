import type { Clock } from '../../kernel/clock.ts';
import { isCharterError } from '../../kernel/errors.ts';
import type { NewAuditRecord } from '../audit/model.ts';
import { actorOf } from '../principal.ts';
import type { Store } from '../store.ts';
import type { Intent } from './ports.ts';

/**
 * Ends an intent of which nobody knows what the suite made of it: an earlier try may have changed it, and died
 * before that was recorded. The trail says so, and that it is not tried again.
 */
export async function abandon(
  deps: { store: Store; clock: Clock },
  intent: Intent,
  error: unknown,
): Promise<void> {
  const { id, operation, attempt, principal, context } = intent;
  const { team, teamId } = intent.input as { team?: { id: string }; teamId?: string };
  await deps.store.transaction(principal.tenantId, async (unit) => {
    if (!(await unit.intents.remove(id, attempt))) return;
    const record: NewAuditRecord = {
      trail: 'teams',
      type: 'team_operation_abandoned',
      actor: actorOf(principal),
      target: { type: 'operation', id, displayName: operation },
      requestId: context.requestId,
      outcome: 'failure',
      fields: {
        operation,
        teamId: teamId ?? team?.id,
        errorCode: isCharterError(error) ? error.code : 'InternalError',
        errorMessage: isCharterError(error) ? error.message : 'Something went wrong inside the service.',
      },
    };
    await unit.audit.append([record], deps.clock.now());
  });
}
