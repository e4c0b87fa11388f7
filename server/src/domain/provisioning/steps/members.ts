/** People: adding promotes those who are there with a lower role, and never demotes. */
import { channelIdsOf } from './channels.ts';
import { asMembers, asOwners, count, type Step, teamIdOf } from './step.ts';

export const addRequester: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.requester === null)
    return { status: 'skipped', message: 'The requester does not become an owner.' };
  await suite.teams.addMembers(tenantId, teamIdOf(job), asOwners([plan.requester]));
  return { message: `Added ${plan.requester.displayName}, who asked for the team, as owner.` };
};

export const addRequestedMembers: Step = async ({ suite, tenantId, job, plan }) => {
  const people = [...asOwners(plan.owners), ...asMembers(plan.members)];
  await suite.teams.addMembers(tenantId, teamIdOf(job), people);
  return {
    message: `Added ${count(plan.owners.length, 'requested owner')} and ${count(plan.members.length, 'requested member')}.`,
  };
};

/** Into the team, and into its private and shared channels. */
export const addPermanentMembers: Step = async (context) => {
  const { suite, tenantId, job, plan } = context;
  const teamId = teamIdOf(job);
  const people = [...asOwners(plan.permanentOwners), ...asMembers(plan.permanentMembers)];
  await suite.teams.addMembers(tenantId, teamId, people);
  const channelIds = channelIdsOf(context);
  for (const [index, { membershipType }] of plan.channels.entries()) {
    if (membershipType === 'standard') continue;
    await suite.channels.addMembers(tenantId, teamId, channelIds[index] as string, people);
  }
  return {
    message: `Added ${count(plan.permanentOwners.length, 'permanent owner')} and ${count(plan.permanentMembers.length, 'permanent member')}.`,
  };
};
