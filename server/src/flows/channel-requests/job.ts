/** The job that creates a requested channel: the steps of its plan, and the event at its end. */
import { teamChannelCreated } from '../../domain/channels/events.ts';
import type { NewChannel } from '../../domain/channels/suite.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import { notificationsTo } from '../../domain/notifications/kinds.ts';
import { rejectionOf } from '../../domain/policies/rejection.ts';
import { teamMemberAdded } from '../../domain/teams/events.ts';
import { roleOf } from '../../domain/teams/model.ts';
import { withRole } from '../../domain/teams/suite.ts';
import type { Deps } from '../../engine/deps.ts';
import {
  causeOfJob,
  defineJob,
  failureFields,
  type JobCleanup,
  type Step as JobStep,
  type StepContext as JobStepContext,
  resultOf,
  type StepOutcome,
} from '../../engine/jobs/define-job.ts';
import type { BuiltObject, JobError, JobRecord } from '../../engine/jobs/model.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { CharterError, hasCode } from '../../kernel/errors.ts';
import { type Message, say, sentences } from '../../kernel/messages.ts';

import { judgeChannel } from '../channels/admit-channel.ts';

import {
  channelProvisioningCancelled,
  channelProvisioningCleanedUp,
  channelProvisioningCompleted,
  channelProvisioningRetried,
} from './events.ts';
import type { ChannelPlan, ChannelStep } from './plan.ts';

interface StepContext extends JobStepContext<ChannelPlan> {
  plan: ChannelPlan;
}

function planOf(job: JobRecord<ChannelPlan>): ChannelPlan {
  if (job.plan === null) throw new Error(`Job ${job.id} has no plan.`);
  return job.plan;
}

const withPlan =
  (step: (context: StepContext) => Promise<StepOutcome>): JobStep<ChannelPlan> =>
  (context) =>
    step({ ...context, plan: planOf(context.job) });

interface People {
  owners: Person[];
  members: Person[];
  /** Names the people who are left out; none when everybody can join. */
  leftOut: Message[];
}

/**
 * Returns the planned people who can be in the channel now. Others may have left the team or the directory since the
 * plan, and nobody can correct the request any more.
 */
async function findPresent({ suite, tenantId, plan }: StepContext): Promise<People> {
  const { owners, members, team, channel } = plan;
  const planned = [...owners, ...members];
  const present = new Set<string>();
  if (channel.membershipType === 'private') {
    for (const { userId } of await suite.teams.listMembers(tenantId, team.id)) present.add(userId);
  } else {
    const users = await suite.users.resolve(
      tenantId,
      planned.map(({ id }) => id),
    );
    for (const user of users) if (user?.accountEnabled && user.userType !== 'Guest') present.add(user.id);
  }
  const isPresent = ({ id }: Person): boolean => present.has(id);
  const gone = planned.filter((person) => !isPresent(person));
  return {
    owners: owners.filter(isPresent),
    members: members.filter(isPresent),
    leftOut:
      gone.length === 0
        ? []
        : [
            say('channelRequests.leftOut', 'Left out {names}, who cannot be in the channel any more.', {
              names: { names: gone.map(({ displayName }) => displayName), type: 'conjunction' },
            }),
          ],
  };
}

/**
 * Adds people of the template to the team. A repeated run publishes events for all of them, because the run that was
 * interrupted recorded none.
 */
const addToTeam = withPlan(async ({ suite, tenantId, plan }) => {
  const { team, joining } = plan;
  const members = withRole('member', joining);
  const added = await suite.teams.addMembers(tenantId, team.id, members);
  return {
    message: say('channelRequests.addedToTeam', 'Added {names} to the team.', {
      names: { names: joining.map(({ displayName }) => displayName), type: 'conjunction' },
    }),
    events: added.map(({ userId, displayName, email, roles }) =>
      teamMemberAdded.happened({
        target: { type: 'member', id: userId, displayName },
        payload: { team, member: { id: userId, displayName, mail: email, role: roleOf(roles) } },
      }),
    ),
  };
});

/** The step's result in the ledger. */
interface CreatedChannel {
  channelId: string;
}

const toNewChannel = ({ marker, channel }: ChannelPlan, owners: readonly Person[]): NewChannel => ({
  marker: `${marker}:channel`,
  ...channel,
  members: owners.slice(0, 1).map(({ id }) => ({ userId: id, role: 'owner' as const })),
});

/** Creates the channel with its first owner, or adopts the one that an earlier run created. */
const createChannel = withPlan(async (context) => {
  const { suite, tenantId, plan } = context;
  const { team, channel, template } = plan;
  const isStandard = channel.membershipType === 'standard';
  const { owners } = isStandard ? { owners: [] } : await findPresent(context);
  if (!isStandard && owners.length === 0) {
    throw new CharterError(
      'Conflict',
      say(
        'channelRequests.noOwnerLeft',
        'None of the planned owners can own the channel any more. Send a new request with another owner.',
      ),
    );
  }
  const [created] = await suite.channels.create(tenantId, team.id, [toNewChannel(plan, owners)]);
  if (created === undefined) throw new Error(`The suite did not say which channel it created in ${team.id}.`);
  const { id, displayName, membershipType } = created;
  const result: CreatedChannel = { channelId: id };
  return {
    message: say('channelRequests.created', "Created the channel '{channel}'.", { channel: displayName }),
    result: { ...result },
    events: [
      teamChannelCreated.happened({
        target: { type: 'channel', id, displayName },
        payload: { team, channel: { id, displayName, membershipType } },
        originId: template.id,
      }),
    ],
  };
});

const addChannelMembers = withPlan(async (context) => {
  const { suite, tenantId, job, plan } = context;
  const { channelId } = resultOf<CreatedChannel>(job, 'createChannel');
  const { owners, members, leftOut } = await findPresent(context);
  await suite.channels.addMembers(tenantId, plan.team.id, channelId, [
    ...withRole('owner', owners),
    ...withRole('member', members),
  ]);
  return {
    message: sentences([
      say(
        'channelRequests.peopleAdded',
        'The channel has {owners, plural, one {# owner} other {# owners}} and {members, plural, one {# member} other {# members}}.',
        { owners: owners.length, members: members.length },
      ),
      ...leftOut,
    ]),
  };
});

const STEPS: Record<ChannelStep, JobStep<ChannelPlan>> = { addToTeam, createChannel, addChannelMembers };

const channelIdOf = ({ ledger }: Pick<JobRecord, 'ledger'>): string | undefined =>
  (ledger.find(({ step }) => step === 'createChannel')?.result as CreatedChannel | undefined)?.channelId;

function builtBy(job: JobRecord<ChannelPlan>): BuiltObject[] {
  const id = channelIdOf(job);
  return id === undefined ? [] : [{ type: 'channel', id, displayName: planOf(job).channel.displayName }];
}

/**
 * Returns the id of the channel that the job has created. A run may have created the channel without recording it, so
 * this function creates it again: the suite then returns the channel of the earlier run, or fails if the team has a
 * different channel with this name.
 */
async function findCreated(
  { suite, tenantId, job }: JobStepContext<ChannelPlan>,
  plan: ChannelPlan,
): Promise<string | undefined> {
  const recorded = channelIdOf(job);
  if (recorded !== undefined) return recorded;
  const { displayName } = plan.channel;
  const channels = await suite.channels.list(tenantId, plan.team.id);
  const isNamed = channels.some((one) => one.displayName.toLowerCase() === displayName.toLowerCase());
  if (!isNamed) return undefined;
  try {
    const [adopted] = await suite.channels.create(tenantId, plan.team.id, [toNewChannel(plan, plan.owners)]);
    return adopted?.id;
  } catch (error) {
    if (hasCode(error, 'NameAlreadyExists')) return undefined;
    throw error;
  }
}

/** Deletes the channel of a cancelled job. */
const removeChannel: JobCleanup<ChannelPlan> = async (context) => {
  const { suite, tenantId, job } = context;
  const plan = planOf(job);
  const nothing = { message: say('provisioning.nothingBuilt', 'Nothing was built.') };
  try {
    const channelId = await findCreated(context, plan);
    if (channelId === undefined) return nothing;
    await suite.channels.delete(tenantId, plan.team.id, channelId);
  } catch (error) {
    // The channel or its team was deleted meanwhile.
    if (hasCode(error, 'NotFound')) return nothing;
    throw error;
  }
  return {
    message: say('channelRequests.deleted', "Deleted the channel '{channel}'.", {
      channel: plan.channel.displayName,
    }),
  };
};

const factsOf = (job: JobRecord<ChannelPlan>, { team, channel, template }: ChannelPlan) => ({
  builtBy: job.id,
  teamId: team.id,
  teamName: team.displayName,
  channelName: channel.displayName,
  templateName: template.displayName,
});

/**
 * Builds `channel_provisioning_completed`, for success and failure, for the requester and the owners of the channel.
 */
function completed(job: JobRecord<ChannelPlan>, error: JobError | undefined) {
  const { team, channel, template, owners } = planOf(job);
  const { id, displayName } = job.requester;
  const { displayName: channelName, membershipType } = channel;
  return channelProvisioningCompleted.happened({
    target: { type: 'job', id: job.id, displayName: channelName },
    payload: {
      team,
      channel: { id: channelIdOf(job) ?? null, displayName: channelName, membershipType },
      requester: { id, displayName },
      template: { id: template.id, name: template.displayName },
      metadata: job.request.metadata ?? {},
      provisioning: { id: job.id, status: error === undefined ? 'completed' : 'failed' },
    },
    originId: template.id,
    audience: [...new Set([id, ...owners.map((owner) => owner.id)])],
    unpublished: error && failureFields(error),
  });
}

/** Notifies the requester that the channel exists. */
async function notifyRequester(unit: UnitOfWork, job: JobRecord<ChannelPlan>, at: Date): Promise<void> {
  const facts = factsOf(job, planOf(job));
  await unit.notifications.add(notificationsTo([job.requester.id], { kind: 'channel_ready', facts }), at);
}

/**
 * Checks that a failed job can continue: the policy must permit one more channel.
 * @throws PolicyViolation; the returned function throws the same
 */
async function reclaim(
  deps: Pick<Deps, 'store' | 'suite' | 'clock'>,
  tenantId: string,
  job: JobRecord<ChannelPlan>,
): Promise<(unit: UnitOfWork) => Promise<void>> {
  const { team, channel } = planOf(job);
  const suiteTeam = await deps.suite.teams.find(tenantId, team.id);
  if (suiteTeam === undefined || channelIdOf(job) !== undefined) return async () => undefined;
  const cause = causeOfJob(job);
  const { fault, hold } = await judgeChannel(deps, tenantId, cause, suiteTeam, channel, 'template');
  const rejection = fault && rejectionOf([{ policy: 'channels', outcome: 'violated', ...fault }]);
  if (rejection) throw rejection;
  return async (unit) => hold?.(unit, job.id);
}

export interface ChannelJobData {
  channelPlan?: ChannelPlan;
  approval?: { id: string };
  team?: { id: string };
  channel?: { id: string };
}

export const channelJob = defineJob<ChannelPlan, ChannelJobData>({
  type: 'ChannelProvisioning',
  steps: STEPS,
  names: {
    addToTeam: say('steps.addToTeam', 'Add people of the template to the team'),
    createChannel: say('steps.createChannel', 'Create the channel'),
    addChannelMembers: say('steps.addChannelMembers', 'Add the owners and members of the channel'),
  },
  end: (job, error) => ({
    events: [completed(job, error)],
    records: [],
    ...(error === undefined &&
      job.requester.kind === 'user' && { write: (unit, at) => notifyRequester(unit, job, at) }),
  }),
  built: builtBy,
  remove: removeChannel,
  cancelled: (job, cause, remove) => channelProvisioningCancelled.record(withItsPlan(job), cause, { remove }),
  cleanedUp: (job, cause, removed) =>
    channelProvisioningCleanedUp.record(withItsPlan(job), cause, { removed }),
  retried: (job, cause) =>
    channelProvisioningRetried.record(withItsPlan(job), cause, { errorStep: job.error?.step }),
  reclaim,
  describe: (job) => ({
    ...(job.plan && { channelPlan: job.plan }),
    ...(job.holdId !== null && { approval: { id: job.holdId } }),
    ...(job.subjectId !== null && { team: { id: job.subjectId } }),
    ...(channelIdOf(job) !== undefined && { channel: { id: channelIdOf(job) as string } }),
  }),
});

function withItsPlan(job: JobRecord<ChannelPlan>) {
  return { id: job.id, requester: job.requester, plan: planOf(job) };
}
