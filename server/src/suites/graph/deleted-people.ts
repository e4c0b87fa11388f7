/**
 * People who were deleted from the directory after they were named. Graph answers a call that names one of them as if
 * the team or group were missing, which also happens for new ones. The person counts as deleted only when Graph lists
 * them among the deleted items, because a single 404 can come from an outdated replica.
 */
import { CharterError } from '../../kernel/errors.ts';
import { GraphFailure } from './failure.ts';
import type { GraphParts } from './parts.ts';
import { at } from './transport.ts';

/** @throws NotFound that names the deleted people */
export async function assertNobodyDeleted(
  parts: GraphParts,
  tenantId: string,
  ids: readonly string[],
): Promise<void> {
  const answers = await parts.graphOf(tenantId).batch(
    ids.map((id) => ({
      method: 'GET',
      path: at`/directory/deletedItems/${id}?$select=id`,
      budget: 'readDirectory',
    })),
  );
  const deleted = ids.filter((_, index) => !(answers[index] instanceof GraphFailure));
  if (deleted.length === 0) return;
  const known = await parts.users.resolve(tenantId, deleted);
  const names = deleted.map((id, index) => known[index]?.displayName ?? id);
  throw new CharterError('NotFound', `Deleted from the directory: ${names.join(', ')}.`, {
    details: deleted.map((id, index) => ({
      target: id,
      code: 'UnknownUser',
      message: `${names[index]} was deleted from the directory.`,
    })),
  });
}
