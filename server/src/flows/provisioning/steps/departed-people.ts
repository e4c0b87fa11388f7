/** Names the people of a plan who left the directory before a step needed them. */
import { CharterError, isCharterError } from '../../../kernel/errors.ts';
import { type Message, say } from '../../../kernel/messages.ts';
import type { ProvisioningPlan } from '../plan.ts';

/** Returns the ids that the error names as unknown; none for another error. */
function unknownIn(error: unknown): string[] {
  if (!isCharterError(error) || error.code !== 'NotFound') return [];
  const isAboutPeople = error.details.every(({ code }) => code === 'UnknownUser');
  return isAboutPeople ? error.details.map(({ target }) => target) : [];
}

const hasOwner = ({ requester, owners, permanentOwners }: ProvisioningPlan): boolean =>
  requester !== null || owners.length + permanentOwners.length > 0;

/**
 * Runs a call that names people of the plan. When permanent people have left the directory since, runs it again without
 * them: the requester can't change the template. Anybody else who has left fails the call.
 * @returns the result, and a message that names those who were left out
 */
export async function withoutDeparted<Result>(
  plan: ProvisioningPlan,
  run: (plan: ProvisioningPlan) => Promise<Result>,
): Promise<{ result: Result; leftOut: Message[] }> {
  try {
    return { result: await run(plan), leftOut: [] };
  } catch (error) {
    const gone = new Set(unknownIn(error));
    const stays = ({ id }: { id: string }): boolean => !gone.has(id);
    const permanentOwners = plan.permanentOwners.filter(stays);
    const permanentMembers = plan.permanentMembers.filter(stays);
    const present = { ...plan, permanentOwners, permanentMembers };
    const left = [...plan.permanentOwners, ...plan.permanentMembers].filter((person) => !stays(person));
    const areAllPermanent = new Set(left.map(({ id }) => id)).size === gone.size;
    if (gone.size === 0 || !areAllPermanent || !hasOwner(present)) throw error;
    const names = [...new Set(left.map(({ displayName }) => displayName))].join(', ');
    const message = say(
      'provisioning.departedLeftOut',
      'Left out permanent people who are no longer in the directory: {names}.',
      { names },
    );
    return { result: await run(present), leftOut: [message] };
  }
}

/** Returns the error with names from the plan: the suite knows only the ids of people who left the directory. */
export function withNames(error: unknown, plan: ProvisioningPlan): unknown {
  const unknown = unknownIn(error);
  if (unknown.length === 0 || !isCharterError(error)) return error;
  const { requester, owners, members, permanentOwners, permanentMembers } = plan;
  const people = [requester ?? [], owners, members, permanentOwners, permanentMembers].flat();
  const names = unknown.map((target) => people.find(({ id }) => id === target)?.displayName ?? target);
  const message = say(
    'provisioning.departed',
    'No longer in the directory: {names}. Request the team again without them.',
    { names: names.join(', ') },
  );
  return new CharterError('NotFound', message, { details: error.details, cause: error, log: error.log });
}
