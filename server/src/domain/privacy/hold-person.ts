/** Legal holds: while one is placed, the person can't be erased. */
import type { Deps } from '../../engine/deps.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { conflict, notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { assertGlobalAdmin } from '../identity/access.ts';
import { assertKnown } from './erase-person.ts';
import type { LegalHold } from './ports.ts';
import { holdPlaced, holdRemoved } from './privacy-records.ts';

/**
 * Places a legal hold, or replaces its reason.
 * @throws Forbidden, NotFound, Conflict when the person is erased or being erased
 */
export async function placeHold(
  deps: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  { personId, reason }: { personId: string; reason: string },
): Promise<LegalHold> {
  assertGlobalAdmin(principal);
  await assertKnown(deps, principal.tenantId, personId);
  const at = deps.clock.now();
  const hold = { personId, reason, placedBy: principal.id, placedAt: at };
  return deps.store.transaction(principal.tenantId, async (unit) => {
    await unit.privacy.lockPerson(personId);
    if ((await unit.privacy.findErasure(personId)) !== undefined)
      throw conflict(
        say('privacy.erasedAlready', 'The erasure of this person has begun. It cannot be stopped.'),
      );
    await unit.privacy.placeHold(hold);
    await unit.audit.append([holdPlaced.record({ personId }, causeOf(principal, context), { reason })], at);
    return hold;
  });
}

/**
 * Removes a legal hold.
 * @throws Forbidden, NotFound
 */
export async function removeHold(
  deps: Pick<Deps, 'store' | 'clock'>,
  principal: Principal,
  context: RequestContext,
  personId: string,
): Promise<void> {
  assertGlobalAdmin(principal);
  await deps.store.transaction(principal.tenantId, async (unit) => {
    if (!(await unit.privacy.removeHold(personId))) throw notFound('hold', personId);
    const record = holdRemoved.record({ personId }, causeOf(principal, context));
    await unit.audit.append([record], deps.clock.now());
  });
}
