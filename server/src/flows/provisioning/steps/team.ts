/**
 * Creates the team, its channels and tabs, sets its label, settings, apps and picture, and posts the welcome message.
 */
import type { NewChannel, NewTab } from '../../../domain/channels/suite.ts';
import { teamCreated } from '../../../domain/teams/events.ts';
import type { Metadata } from '../../../domain/teams/metadata.ts';
import type { SuiteTeam } from '../../../domain/teams/model.ts';
import { type NewMember, withRole } from '../../../domain/teams/suite.ts';
import { resultOf, type StepOutcome } from '../../../engine/jobs/define-job.ts';
import { CharterError, hasCode, isCharterError, messageOf } from '../../../kernel/errors.ts';
import { say, sentences } from '../../../kernel/messages.ts';
import {
  type PlannedChannel,
  type PlannedTab,
  type ProvisioningPlan,
  type Step,
  type StepContext,
  teamIdOf,
} from '../plan.ts';
import { runWithoutDeparted } from './departed-people.ts';

/** Returns all people of the plan. Adding them at the creation saves calls, and some suites need an owner at once. */
const firstMembersOf = (plan: ProvisioningPlan): NewMember[] => {
  const { requester, owners, permanentOwners, members, permanentMembers } = plan;
  return [
    ...withRole('owner', [...(requester === null ? [] : [requester]), ...owners, ...permanentOwners]),
    ...withRole('member', [...members, ...permanentMembers]),
  ];
};

/** Creates the team under the first free alias. A retry finds the team by its marker, whatever its alias. */
async function createUnderFreeAlias({ suite, tenantId, plan }: StepContext): Promise<SuiteTeam> {
  for (const mailNickname of [plan.mailNickname, ...plan.otherMailNicknames]) {
    try {
      return await suite.teams.create(tenantId, {
        marker: plan.marker,
        displayName: plan.name,
        description: plan.description,
        visibility: plan.visibility,
        mailNickname,
        classification: plan.classification,
        settings: plan.settings,
        members: firstMembersOf(plan),
      });
    } catch (error) {
      if (!isCharterError(error) || error.code !== 'NameAlreadyExists') throw error;
    }
  }
  throw new CharterError(
    'NameAlreadyExists',
    say('provisioning.aliasesTaken', 'Every mail alias for this team is taken. Choose another name.'),
  );
}

const SETTINGS_APPLIED = { message: say('provisioning.settingsApplied', 'Applied the settings.') };

export const createTeam: Step = async (context) => {
  const { result, leftOut } = await runWithoutDeparted(context, (plan) =>
    createUnderFreeAlias({ ...context, plan }),
  );
  const { team, mailNickname } = result;
  const created: StepOutcome = {
    message: sentences([
      say('provisioning.teamCreated', "Created the team '{team}' with the mail alias '{alias}'.", {
        team: team.displayName,
        alias: mailNickname,
      }),
      ...leftOut,
    ]),
    subjectId: team.id,
    events: [
      teamCreated.happened({
        target: { type: 'team', id: team.id, displayName: team.displayName },
        payload: { team: { id: team.id } },
        originId: context.plan.template.id,
        subjectData: {
          templateVersion: context.plan.template.version,
          metadata: (context.job.request.metadata ?? {}) as Metadata,
        },
      }),
    ],
  };
  // Skips the next step: the team was created with its settings, and setting them again could undo later changes to an
  // adopted team.
  const isNext = context.job.steps[context.job.ledger.length + 1] === 'applySettings';
  return isNext ? [created, SETTINGS_APPLIED] : created;
};

export const setSensitivityLabel: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.sensitivityLabelId === null) {
    return { status: 'skipped', message: say('provisioning.noLabel', 'No sensitivity label is planned.') };
  }
  await suite.teams.setSensitivityLabel(tenantId, teamIdOf(job), plan.sensitivityLabelId);
  return { message: say('provisioning.labelSet', 'Set the sensitivity label.') };
};

export const applySettings: Step = async ({ suite, tenantId, job, plan }) => {
  await suite.teams.update(tenantId, teamIdOf(job), plan.settings);
  return SETTINGS_APPLIED;
};

export const installApps: Step = async ({ suite, tenantId, job, plan }) => {
  await suite.teams.installApps(tenantId, teamIdOf(job), plan.apps);
  return {
    message: say('provisioning.appsInstalled', 'Installed {count, plural, one {# app} other {# apps}}.', {
      count: plan.apps.length,
    }),
  };
};

/** Sets the picture. Skips one that the suite rejects, because the team is usable without it. */
export const setPicture: Step = async ({ suite, tenantId, job, plan }) => {
  if (plan.picture === null) {
    return { status: 'skipped', message: say('provisioning.noPicture', 'No picture is planned.') };
  }
  const { contentType, base64 } = plan.picture;
  try {
    const bytes = Buffer.from(base64, 'base64');
    await suite.teams.setPicture(tenantId, teamIdOf(job), { contentType, bytes });
    return { message: say('provisioning.pictureSet', 'Set the picture.') };
  } catch (error) {
    if (!isCharterError(error) || error.code !== 'InvalidRequest') throw error;
    const message = say('provisioning.pictureLeftOut', 'Left the picture out: {reason}', {
      reason: messageOf(error),
    });
    return { status: 'skipped', message };
  }
};

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
