import type { NewChannel, NewTab } from '../../../domain/channels/suite.ts';
import { resultOf } from '../../../engine/jobs/define-job.ts';
import { hasCode } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import type { PlannedChannel, PlannedTab } from '../plan.ts';
import { type Step, type StepContext, teamIdOf } from './step.ts';

/** The step's result in the ledger: channel ids in the order of the plan. */
interface ChannelsResult {
  channelIds: string[];
}

export const channelIdsOf = ({ job, plan }: Pick<StepContext, 'job' | 'plan'>): string[] =>
  plan.channels.length === 0 ? [] : resultOf<ChannelsResult>(job, 'createChannels').channelIds;

/** Adds the owners of private and shared channels to the team again, in case others have removed them. */
async function addChannelOwners({ suite, tenantId, job, plan }: StepContext): Promise<void> {
  const ownerIds = new Set(plan.channels.flatMap(({ ownerId }) => ownerId ?? []));
  const owners = [...ownerIds].map((userId) => ({ userId, role: 'owner' as const }));
  await suite.teams.addMembers(tenantId, teamIdOf(job), owners);
}

const toNewChannel = ({ ownerId, tabs: _, ...channel }: PlannedChannel): NewChannel => ({
  ...channel,
  members: ownerId === null ? [] : [{ userId: ownerId, role: 'owner' as const }],
});

export const createChannels: Step = async (context) => {
  const { suite, tenantId, job, plan } = context;
  const create = () => suite.channels.create(tenantId, teamIdOf(job), plan.channels.map(toNewChannel));
  // The team was created with this owner. If the suite rejects the channel, the owner may have left the team since.
  const channels = await create().catch(async (error: unknown) => {
    if (!hasCode(error, 'InvalidRequest') || plan.channels.every(({ ownerId }) => ownerId === null))
      throw error;
    await addChannelOwners(context);
    return create();
  });
  const result: ChannelsResult = { channelIds: channels.map(({ id }) => id) };
  const message = say(
    'provisioning.channelsCreated',
    'Created {count, plural, one {# channel} other {# channels}}.',
    { count: channels.length },
  );
  return { message, result: { ...result } };
};

/** A tab in which `sortOrderIndex` is null instead of absent. */
type UnorderedTab = Omit<NewTab, 'sortOrderIndex'> & Pick<PlannedTab, 'sortOrderIndex'>;

export const toNewTab = ({ sortOrderIndex, ...tab }: UnorderedTab): NewTab => ({
  ...tab,
  ...(sortOrderIndex !== null && { sortOrderIndex }),
});

export const tabsCreated = (count: number) =>
  say('provisioning.tabsCreated', 'Created {count, plural, one {# tab} other {# tabs}}.', { count });

export const createTabs: Step = async (context) => {
  const { suite, tenantId, job, plan } = context;
  const teamId = teamIdOf(job);
  const channelIds = channelIdsOf(context);
  const places = plan.channels
    .map(({ tabs }, index) => ({ channelId: channelIds[index] as string, tabs: tabs.map(toNewTab) }))
    .filter(({ tabs }) => tabs.length > 0);
  if (plan.primaryChannelTabs.length > 0) {
    const { id } = await suite.channels.primary(tenantId, teamId);
    places.unshift({ channelId: id, tabs: plan.primaryChannelTabs.map(toNewTab) });
  }
  const created = await suite.channels.createTabsInChannels(tenantId, teamId, places);
  return { message: tabsCreated(created.flat().length) };
};

export const postWelcomeMessage: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.welcomeMessage === null) {
    return {
      status: 'skipped',
      message: say('provisioning.noWelcomeMessage', 'No welcome message is planned.'),
    };
  }
  const message = { marker: `${plan.marker}:welcome`, text: plan.welcomeMessage };
  await suite.channels.postMessage(tenantId, teamIdOf(job), null, message);
  return { message: say('provisioning.welcomeMessagePosted', 'Posted the welcome message.') };
};
