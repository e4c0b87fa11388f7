/**
 * Member steps. One call adds the people of all due steps up to the next step of another kind. Adding a person can
 * promote a member to an owner, but never demotes an owner.
 */

import { type NewMember, withRole } from '../../../domain/teams/suite.ts';
import { isTransient, toStepError } from '../../../engine/jobs/retry.ts';
import { type Message, say, sentences } from '../../../kernel/messages.ts';
import { type ProvisioningPlan, type Step, type StepContext, teamIdOf } from '../plan.ts';
import { runWithoutDeparted } from './departed-people.ts';
import { channelIdsOf } from './team.ts';

interface MemberStepPart {
  people(plan: ProvisioningPlan): NewMember[];
  message(plan: ProvisioningPlan): Message;
}

const PARTS = {
  addRequester: {
    people: ({ requester }) => withRole('owner', requester === null ? [] : [requester]),
    message: ({ requester }) =>
      say('provisioning.requesterAdded', 'Added {name}, who asked for the team, as owner.', {
        name: requester?.displayName ?? '',
      }),
  },
  addRequestedMembers: {
    people: ({ owners, members }) => [...withRole('owner', owners), ...withRole('member', members)],
    message: ({ owners, members }) =>
      say(
        'provisioning.requestedAdded',
        'Added {owners, plural, one {# requested owner} other {# requested owners}} and {members, plural, one {# requested member} other {# requested members}}.',
        { owners: owners.length, members: members.length },
      ),
  },
  addPermanentMembers: {
    people: (plan) => [
      ...withRole('owner', plan.permanentOwners),
      ...withRole('member', plan.permanentMembers),
    ],
    message: (plan) =>
      say(
        'provisioning.permanentAdded',
        'Added {owners, plural, one {# permanent owner} other {# permanent owners}} and {members, plural, one {# permanent member} other {# permanent members}}.',
        { owners: plan.permanentOwners.length, members: plan.permanentMembers.length },
      ),
  },
} satisfies Record<string, MemberStepPart>;

type MemberStep = keyof typeof PARTS;

const isMemberStep = (step: string): step is MemberStep => Object.hasOwn(PARTS, step);

async function withoutGuests(
  { suite, tenantId }: StepContext,
  people: readonly NewMember[],
): Promise<NewMember[]> {
  const users = await suite.users.resolve(
    tenantId,
    people.map(({ userId }) => userId),
  );
  return people.filter((_, index) => users[index]?.userType !== 'Guest');
}

const hasOwnMembers = ({ membershipType }: ProvisioningPlan['channels'][number]): boolean =>
  membershipType !== 'standard';

/** Adds permanent people to the private and shared channels too. Shared channels accept no guests. */
async function addToChannels(context: StepContext): Promise<void> {
  const { suite, tenantId, job, plan } = context;
  const channelIds = channelIdsOf(context);
  const permanent = PARTS.addPermanentMembers.people(plan);
  for (const [index, channel] of plan.channels.entries()) {
    if (!hasOwnMembers(channel)) continue;
    const people = channel.membershipType === 'shared' ? await withoutGuests(context, permanent) : permanent;
    if (people.length === 0) continue;
    await suite.channels.addMembers(tenantId, teamIdOf(job), channelIds[index] as string, people);
  }
}

/**
 * Adds the people of all steps, and returns the steps. If the suite rejects the call, adds those of the first step
 * only: the suite rejects either this step now, or a later step when it runs.
 */
async function addPeople(
  { suite, tenantId, job, plan }: StepContext,
  steps: readonly MemberStep[],
): Promise<readonly MemberStep[]> {
  const add = (some: readonly MemberStep[]) =>
    suite.teams.addMembers(
      tenantId,
      teamIdOf(job),
      some.flatMap((step) => PARTS[step].people(plan)),
    );
  try {
    await add(steps);
    return steps;
  } catch (error) {
    if (steps.length === 1 || isTransient(toStepError(error))) throw error;
    const first = steps.slice(0, 1);
    await add(first);
    return first;
  }
}

/** Returns the member steps that are due. One of the template's own steps may come between two of them. */
function dueSteps({ steps, ledger }: StepContext['job']): MemberStep[] {
  const left = steps.slice(ledger.length);
  const other = left.findIndex((step) => !isMemberStep(step));
  return left.slice(0, other === -1 ? left.length : other).filter(isMemberStep);
}

/** Runs the member steps that are due, and returns the messages of the completed ones. */
async function runDue(context: StepContext): Promise<Message[]> {
  const { job, plan } = context;
  const due = dueSteps(job);
  // Adds people to channels last and in a step of its own, so that a failure is reported under that step.
  const isPartial = due.length > 1 && plan.channels.some(hasOwnMembers);
  const steps = isPartial ? due.filter((step) => step !== 'addPermanentMembers') : due;
  const done = await addPeople(context, steps);
  if (done.includes('addPermanentMembers')) await addToChannels(context);
  return done.map((step) => PARTS[step].message(plan));
}

/** Returns the outcomes of the completed steps in order. */
export const addMembers: Step = async (context) => {
  const { result, leftOut } = await runWithoutDeparted(context, (plan) => runDue({ ...context, plan }));
  return result.map((message, place) => ({
    message: place === result.length - 1 ? sentences([message, ...leftOut]) : message,
  }));
};
