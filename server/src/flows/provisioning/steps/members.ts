/**
 * Member steps. They follow one another, so all that are due run in one call. Adding promotes members and never
 * demotes them.
 */

import type { NewMember } from '../../../domain/teams/suite.ts';
import type { Person } from '../../../domain/users/find-people.ts';
import type { ProvisioningPlan } from '../plan.ts';
import { channelIdsOf } from './channels.ts';
import { count, type Step, type StepContext, teamIdOf } from './step.ts';

interface MemberStepPart {
  people(plan: ProvisioningPlan): NewMember[];
  message(plan: ProvisioningPlan): string;
}

const as = (role: NewMember['role'], people: readonly Person[]): NewMember[] =>
  people.map(({ id }) => ({ userId: id, role }));

const PARTS = {
  addRequester: {
    people: ({ requester }) => as('owner', requester === null ? [] : [requester]),
    message: ({ requester }) => `Added ${requester?.displayName}, who asked for the team, as owner.`,
  },
  addRequestedMembers: {
    people: ({ owners, members }) => [...as('owner', owners), ...as('member', members)],
    message: ({ owners, members }) =>
      `Added ${count(owners.length, 'requested owner')} and ${count(members.length, 'requested member')}.`,
  },
  addPermanentMembers: {
    people: (plan) => [...as('owner', plan.permanentOwners), ...as('member', plan.permanentMembers)],
    message: (plan) =>
      `Added ${count(plan.permanentOwners.length, 'permanent owner')} and ${count(plan.permanentMembers.length, 'permanent member')}.`,
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

/** Adds permanent people to the private and shared channels too. Shared channels take no guests. */
async function addToChannels(context: StepContext): Promise<void> {
  const { suite, tenantId, job, plan } = context;
  const channelIds = channelIdsOf(context);
  const permanent = PARTS.addPermanentMembers.people(plan);
  for (const [index, { membershipType }] of plan.channels.entries()) {
    if (membershipType === 'standard') continue;
    const people = membershipType === 'shared' ? await withoutGuests(context, permanent) : permanent;
    if (people.length === 0) continue;
    await suite.channels.addMembers(tenantId, teamIdOf(job), channelIds[index] as string, people);
  }
}

/** Runs all member steps that are due, and returns their outcomes in order. */
export const addMembers: Step = async (context) => {
  const { suite, tenantId, job, plan } = context;
  const steps = job.steps.slice(job.ledger.length).filter(isMemberStep);
  const people = steps.flatMap((step) => PARTS[step].people(plan));
  await suite.teams.addMembers(tenantId, teamIdOf(job), people);
  if (steps.includes('addPermanentMembers')) await addToChannels(context);
  return steps.map((step) => ({ message: PARTS[step].message(plan) }));
};
