/** Names the people of a plan who left the directory before a step needed them. */
import { CharterError, isCharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import type { ProvisioningPlan } from '../plan.ts';

/** Returns the error with names from the plan: the suite knows only the ids of people who left the directory. */
export function withNames(error: unknown, plan: ProvisioningPlan): unknown {
  if (!isCharterError(error) || error.code !== 'NotFound') return error;
  const { details } = error;
  if (details.length === 0 || details.some(({ code }) => code !== 'UnknownUser')) return error;
  const { requester, owners, members, permanentOwners, permanentMembers } = plan;
  const people = [requester ?? [], owners, members, permanentOwners, permanentMembers].flat();
  const names = details.map(({ target }) => people.find(({ id }) => id === target)?.displayName ?? target);
  const message = say(
    'provisioning.departed',
    'No longer in the directory: {names}. Request the team again without them.',
    { names: names.join(', ') },
  );
  return new CharterError('NotFound', message, { details, cause: error, log: error.log });
}
