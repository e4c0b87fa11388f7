/** Handles people of a plan who left the directory before a step added them. */
import { REJECTED_PEOPLE_CODE, rejectedPeopleMessage } from '../../../domain/directory/suite-rules.ts';
import type { JobRecord } from '../../../engine/jobs/model.ts';
import { CharterError, isCharterError, messageOf } from '../../../kernel/errors.ts';
import { type Message, say } from '../../../kernel/messages.ts';
import type { ProvisioningPlan } from '../plan.ts';

/** Returns the ids of unknown people in the error; none for another error. */
function unknownIn(error: unknown): string[] {
  if (!isCharterError(error) || error.code !== 'NotFound') return [];
  const isAboutPeople = error.details.every(({ code }) => code === 'UnknownUser');
  return isAboutPeople ? error.details.map(({ target }) => target) : [];
}

const hasOwner = ({ requester, owners, permanentOwners }: ProvisioningPlan): boolean =>
  requester !== null || owners.length + permanentOwners.length > 0;

/** Returns the people whom nobody can correct any more: those of the template, and those of an approved request. */
const lastingIn = (plan: ProvisioningPlan, job: Pick<JobRecord, 'holdId'>) => ({
  permanentOwners: plan.permanentOwners,
  permanentMembers: plan.permanentMembers,
  ...(job.holdId !== null && { owners: plan.owners, members: plan.members }),
});

/**
 * Returns the plan without the people whom the error reports as missing, and their names. Undefined when one of them is
 * required, or no owner would be left.
 */
function withoutGone(
  { plan, job }: { plan: ProvisioningPlan; job: Pick<JobRecord, 'holdId'> },
  error: unknown,
): { plan: ProvisioningPlan; names: string[] } | undefined {
  const gone = new Set(unknownIn(error));
  const stays = ({ id }: { id: string }): boolean => !gone.has(id);
  const groups = Object.entries(lastingIn(plan, job));
  const left = groups.flatMap(([, people]) => people.filter((person) => !stays(person)));
  const areAllLasting = new Set(left.map(({ id }) => id)).size === gone.size;
  const present = {
    ...plan,
    ...Object.fromEntries(groups.map(([group, people]) => [group, people.filter(stays)])),
  };
  if (gone.size === 0 || !areAllLasting || !hasOwner(present)) return undefined;
  return { plan: present, names: left.map(({ displayName }) => displayName) };
}

/**
 * Runs a call with the people of the plan. If some of them have left the directory, runs it again without those who are
 * permanent people or in a request that waited for its approval, because the requester can't correct them. Fails if
 * anybody else has left.
 * @returns the result, and a message that names the people who were left out
 */
export async function runWithoutDeparted<Result>(
  { plan, job }: { plan: ProvisioningPlan; job: Pick<JobRecord, 'holdId'> },
  run: (plan: ProvisioningPlan) => Promise<Result>,
): Promise<{ result: Result; leftOut: Message[] }> {
  const names = new Set<string>();
  for (let present = plan; ; ) {
    try {
      const result = await run(present);
      return { result, leftOut: names.size === 0 ? [] : [leftOutMessage([...names])] };
    } catch (error) {
      // A suite may report one missing person per call.
      const rest = withoutGone({ plan: present, job }, error);
      if (rest === undefined) throw error;
      present = rest.plan;
      for (const name of rest.names) names.add(name);
    }
  }
}

const leftOutMessage = (names: readonly string[]): Message =>
  say('provisioning.departedLeftOut', 'Left out people who are no longer in the directory: {names}.', {
    names: names.join(', '),
  });

/**
 * Returns the error with names from the plan, because the suite knows only the ids of people who left the directory,
 * or who may not be added.
 */
export function withPersonNames(error: unknown, plan: ProvisioningPlan): unknown {
  if (!isCharterError(error)) return error;
  const { requester, owners, members, permanentOwners, permanentMembers } = plan;
  const people = [requester ?? [], owners, members, permanentOwners, permanentMembers].flat();
  const message = messageWith(error, (personId) => people.find(({ id }) => id === personId)?.displayName);
  if (message === undefined) return error;
  return new CharterError(error.code, message, { details: error.details, cause: error, log: error.log });
}

/**
 * Returns the message of an error about people, with their names. Returns undefined for any other error, and when the
 * plan lacks one of the people in the error.
 */
function messageWith(error: CharterError, nameOf: (id: string) => string | undefined): Message | undefined {
  const unknown = unknownIn(error);
  if (unknown.length > 0) {
    return say(
      'provisioning.departed',
      'No longer in the directory: {names}. Request the team again without them.',
      { names: unknown.map((id) => nameOf(id) ?? id).join(', ') },
    );
  }
  if (error.messageCode !== REJECTED_PEOPLE_CODE) return undefined;
  const [first] = error.details;
  const names = error.details.map(({ target }) => nameOf(target));
  return first && names.every((name) => name !== undefined)
    ? rejectedPeopleMessage(messageOf(first), names)
    : undefined;
}
