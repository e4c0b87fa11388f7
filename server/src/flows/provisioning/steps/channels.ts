import type { NewChannel, NewTab, NewTabs } from '../../../domain/channels/suite.ts';
import { resultOf } from '../../../engine/jobs/define-job.ts';
import { hasCode } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { countContents, worksOf } from '../contents.ts';
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

const toNewTab = ({ sortOrderIndex, ...tab }: PlannedTab): NewTab => ({
  ...tab,
  ...(sortOrderIndex !== null && { sortOrderIndex }),
});

const tabsCreated = (count: number) =>
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

/** The id of the primary channel, and where the next part begins. */
interface ContentsState {
  primaryId?: string;
}

/**
 * Creates the next piece of the team's contents: folders, a piece of a file, or a part of a plan. The suite finds what it
 * has of each by the marker, so the job records only how many are complete.
 */
export const createContents: Step = async (context) => {
  const { suite, tenantId, job, plan, store } = context;
  const works = worksOf(plan.contents ?? []);
  const { done = 0, state = {} } = job.part ?? {};
  const created = () => ({
    message: say(
      'provisioning.contentsCreated',
      'Created {folders, plural, one {# folder} other {# folders}}, {files, plural, one {# file} other {# files}} and {plans, plural, one {# plan} other {# plans}}.',
      countContents(plan.contents ?? []),
    ),
  });
  const work = works[done];
  if (work === undefined) return created();
  const teamId = teamIdOf(job);
  const { channel } = work.contents;
  let { primaryId } = state as ContentsState;
  if (channel === null) primaryId ??= (await suite.channels.primary(tenantId, teamId)).id;
  const { isComplete } = await work.create({
    suite,
    tenantId,
    channel: {
      teamId,
      channelId: channel === null ? (primaryId as string) : (channelIdsOf(context)[channel] as string),
    },
    blobs: store.in(tenantId).blobs,
    bornAt: new Date(job.ledger[0]?.completedDateTime ?? job.createdAt),
  });
  const next = isComplete ? done + 1 : done;
  if (next === works.length) return created();
  const kept: ContentsState = primaryId === undefined ? {} : { primaryId };
  return { continues: true, part: { done: next, count: works.length, state: { ...kept } } };
};

/** Creates the tabs that show contents. Skips a tab whose contents somebody has removed since. */
export const createContentTabs: Step = async (context) => {
  const { suite, tenantId, job, plan } = context;
  const teamId = teamIdOf(job);
  const channelIds = channelIdsOf(context);
  const places: NewTabs[] = [];
  for (const { channel, tabs } of (plan.contents ?? []).filter((contents) => contents.tabs.length > 0)) {
    const channelId =
      channel === null
        ? (await suite.channels.primary(tenantId, teamId)).id
        : (channelIds[channel] as string);
    const made: NewTab[] = [];
    for (const { contents, sortOrderIndex, ...tab } of tabs) {
      const shown = await suite.contents
        .describeTab(tenantId, { teamId, channelId }, contents)
        .catch((error: unknown) => {
          if (hasCode(error, 'NotFound')) return undefined;
          throw error;
        });
      if (shown !== undefined)
        made.push({ ...tab, ...shown, ...(sortOrderIndex !== null && { sortOrderIndex }) });
    }
    if (made.length > 0) places.push({ channelId, tabs: made });
  }
  const created =
    places.length === 0 ? [] : await suite.channels.createTabsInChannels(tenantId, teamId, places);
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
