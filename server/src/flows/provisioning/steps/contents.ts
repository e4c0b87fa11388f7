/** Creates the folders, files and plans of the team and the tabs that show them, and posts its announcements. */
import type { NewTab, NewTabs } from '../../../domain/channels/suite.ts';
import type { ChannelReference, ContentProgress } from '../../../domain/contents/suite.ts';
import type { TenantStores } from '../../../engine/store.ts';
import type { Suite } from '../../../engine/suite.ts';
import { DAY_MILLISECONDS } from '../../../kernel/clock.ts';
import { CharterError, hasCode } from '../../../kernel/errors.ts';
import { say, sentences } from '../../../kernel/messages.ts';
import {
  countContents,
  type PlannedAnnouncement,
  type PlannedContents,
  type PlannedCopy,
  type PlannedFile,
  type PlannedTaskPlan,
} from '../plan-contents.ts';
import { type Step, type StepContext, teamIdOf } from './step.ts';
import { channelIdsOf, tabsCreated, toNewTab } from './team.ts';

/** The inputs of a unit of work. */
interface ContentTarget {
  suite: Suite;
  tenantId: string;
  channel: ChannelReference;
  blobs: TenantStores['blobs'];
  /** When the team was created. */
  bornAt: Date;
}

/** One item of the planned contents, and the function that creates it. `create` is called until it is complete. */
interface ContentWork {
  contents: PlannedContents;
  create(target: ContentTarget): Promise<Pick<ContentProgress, 'isComplete'>>;
}

const FOLDERS_OF_A_CALL = 20;

/**
 * Maximum number of bytes of a file that one query reads. The driver of PostgreSQL receives bytes as hexadecimal text,
 * and holds several copies of it for a moment.
 */
const BYTES_OF_A_QUERY = 1024 * 1024;

const createFolders =
  (paths: readonly string[]): ContentWork['create'] =>
  async ({ suite, tenantId, channel }) => {
    await suite.contents.createFolders(tenantId, channel, paths);
    return { isComplete: true };
  };

const copyItem =
  ({ marker, source, path }: PlannedCopy): ContentWork['create'] =>
  async ({ suite, tenantId, channel }) => {
    await suite.contents.copy(tenantId, channel, { marker, source, path });
    return { isComplete: true };
  };

const putFile =
  ({ base64, ...file }: PlannedFile): ContentWork['create'] =>
  ({ suite, tenantId, channel, blobs }) => {
    const inline = base64 === undefined ? undefined : Buffer.from(base64, 'base64');
    return suite.contents.putFile(tenantId, channel, file, async (start, end) => {
      if (inline !== undefined) return inline.subarray(start, end);
      const bytes = await blobs.read(file.sha256, start, Math.min(end, start + BYTES_OF_A_QUERY));
      if (bytes.length > 0) return bytes;
      throw new CharterError(
        'NotFound',
        say(
          'provisioning.fileGone',
          "The content of '{path}' was deleted. Apply the template again, and request the team anew.",
          file,
        ),
      );
    });
  };

const createPlan =
  (plan: PlannedTaskPlan): ContentWork['create'] =>
  async ({ suite, tenantId, channel, bornAt }) => {
    const due = (days: number): string => new Date(bornAt.getTime() + days * DAY_MILLISECONDS).toISOString();
    const create = (isAssignable: (id: string) => boolean) =>
      suite.contents.createPlan(tenantId, channel, {
        ...plan,
        labels: [...new Set(plan.buckets.flatMap(({ tasks }) => tasks.flatMap(({ labels }) => labels)))],
        buckets: plan.buckets.map((bucket) => ({
          ...bucket,
          tasks: bucket.tasks.map(({ dueDays, assigneeIds, ...task }) => ({
            ...task,
            dueDateTime: dueDays === undefined ? null : due(dueDays),
            assigneeIds: assigneeIds.filter(isAssignable),
          })),
        })),
      });
    try {
      return await create(() => true);
    } catch (error) {
      if (!hasCode(error, 'InvalidRequest')) throw error;
      // An assignee has left the team since it was planned.
      const members = await suite.teams.listMembers(tenantId, channel.teamId);
      const ids = new Set(members.map(({ userId }) => userId));
      return create((id) => ids.has(id));
    }
  };

const postAnnouncement =
  (message: PlannedAnnouncement): ContentWork['create'] =>
  async ({ suite, tenantId, channel: { teamId, channelId } }) => {
    await suite.channels.postMessage(tenantId, teamId, channelId, message);
    return { isComplete: true };
  };

/**
 * Lists the units of work for the contents, in order: the copies of a channel, its folders, its files, its plans, its
 * announcements.
 */
const worksOf = (planned: readonly PlannedContents[]): ContentWork[] =>
  planned.flatMap((contents) => {
    const { copies = [], folders, files, plans, announcements = [] } = contents;
    const batches = Array.from({ length: Math.ceil(folders.length / FOLDERS_OF_A_CALL) }, (_, index) =>
      folders.slice(index * FOLDERS_OF_A_CALL, (index + 1) * FOLDERS_OF_A_CALL),
    );
    return [
      ...copies.map(copyItem),
      ...batches.map(createFolders),
      ...files.map(putFile),
      ...plans.map(createPlan),
      ...announcements.map(postAnnouncement),
    ].map((create) => ({
      contents,
      create,
    }));
  });

/** @param index index among the channels of the plan; null for the primary channel */
async function channelIdOf(context: StepContext, index: PlannedContents['channel']): Promise<string> {
  if (index !== null) return channelIdsOf(context)[index] as string;
  return (await context.suite.channels.primary(context.tenantId, teamIdOf(context.job))).id;
}

/** Data for the next part: the id of the primary channel, which would need another call. */
interface ContentsState {
  primaryId?: string;
}

/**
 * Creates the next piece of the team's contents: folders, a piece of a file, or a part of a plan. The suite finds its
 * own progress by the marker, so the job records only the number of completed units.
 */
export const createContents: Step = async (context) => {
  const { suite, tenantId, job, plan, store } = context;
  const works = worksOf(plan.contents ?? []);
  const { done = 0, state = {} } = job.part ?? {};
  const created = () => {
    const { announcements, ...counts } = countContents(plan.contents ?? []);
    const made = say(
      'provisioning.contentsCreated',
      'Created {folders, plural, one {# folder} other {# folders}}, {files, plural, one {# file} other {# files}} and {plans, plural, one {# plan} other {# plans}}.',
      counts,
    );
    if (announcements === 0) return { message: made };
    const posted = say(
      'provisioning.announcementsPosted',
      'Posted {count, plural, one {# announcement} other {# announcements}}.',
      { count: announcements },
    );
    return { message: sentences([made, posted]) };
  };
  const work = works[done];
  if (work === undefined) return created();
  const teamId = teamIdOf(job);
  const { channel } = work.contents;
  const { primaryId } = state as ContentsState;
  const known = channel === null ? primaryId : undefined;
  const channelId = known ?? (await channelIdOf(context, channel));
  const { isComplete } = await work.create({
    suite,
    tenantId,
    channel: { teamId, channelId },
    blobs: store.in(tenantId).blobs,
    bornAt: new Date(job.ledger[0]?.completedDateTime ?? job.createdAt),
  });
  const next = isComplete ? done + 1 : done;
  if (next === works.length) return created();
  const kept = channel === null ? { primaryId: channelId } : state;
  return { continues: true, part: { done: next, count: works.length, state: kept } };
};

/** Creates the tabs that show contents. Skips a tab whose contents were deleted in the meantime. */
export const createContentTabs: Step = async (context) => {
  const { suite, tenantId, job, plan } = context;
  const teamId = teamIdOf(job);
  const places: NewTabs[] = [];
  for (const { channel, tabs } of (plan.contents ?? []).filter((contents) => contents.tabs.length > 0)) {
    const channelId = await channelIdOf(context, channel);
    const made: NewTab[] = [];
    for (const { contents, ...tab } of tabs) {
      const shown = await suite.contents
        .describeTab(tenantId, { teamId, channelId }, contents)
        .catch((error: unknown) => {
          if (hasCode(error, 'NotFound')) return undefined;
          throw error;
        });
      if (shown !== undefined) made.push(toNewTab({ ...tab, ...shown }));
    }
    if (made.length > 0) places.push({ channelId, tabs: made });
  }
  const created =
    places.length === 0 ? [] : await suite.channels.createTabsInChannels(tenantId, teamId, places);
  return { message: tabsCreated(created.flat().length) };
};
