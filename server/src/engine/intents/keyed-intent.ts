import { hash } from 'node:crypto';
import { idFromDigest, newId } from '../../kernel/ids.ts';
import type { Deps } from '../deps.ts';
import { leaseFor } from '../leases/lease.ts';
import { charterPrincipal } from '../principal.ts';
import type { TenantStores } from '../store.ts';
import { type AnyOperation, INTENT_LEASE_MILLISECONDS } from './perform.ts';
import type { Intent } from './ports.ts';

/** Returns the id of the intent of an operation on these objects. */
export const keyedIntentId = ({ name }: Pick<AnyOperation, 'name'>, objectIds: readonly string[]): string =>
  idFromDigest(hash('sha256', [name, ...objectIds].join('\0')));

/**
 * Records an intent of Charter itself. Its id is derived from the operation and the ids of its objects, so there is at
 * most one such intent. If an unfinished one exists, takes it over and returns it.
 */
export function recordKeyedIntent(
  { clock, intents }: Pick<Deps, 'clock'> & Pick<TenantStores, 'intents'>,
  tenantId: string,
  operation: Pick<AnyOperation, 'name'>,
  objectIds: readonly string[],
  input: object,
): Promise<Intent> {
  const { now, leaseUntil } = leaseFor({ clock }, INTENT_LEASE_MILLISECONDS);
  const id = keyedIntentId(operation, objectIds);
  const intent = {
    id,
    operation: operation.name,
    input: { ...input },
    principal: charterPrincipal(tenantId),
    context: { requestId: newId(), operationId: id },
  };
  return intents.add(intent, leaseUntil, now);
}
