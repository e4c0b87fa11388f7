/** Creates the contents of the team and the tabs that show them. */
import type { ContentTarget, ContentUnit } from '../../../domain/catalog/content-kind.ts';
import type { NewTab, NewTabs } from '../../../domain/channels/suite.ts';
import { hasCode } from '../../../kernel/errors.ts';
import { say, sentences } from '../../../kernel/messages.ts';
import { type Step, type StepContext, teamIdOf } from '../plan.ts';
import { countContents, type PlannedContents, type PlannedCopy, unitsOf } from '../plan-contents.ts';
import { channelIdsOf, tabsCreated, toNewTab } from './team.ts';

/** A unit of work. Returns also whether the item to copy no longer exists. */
type CopyOrCreate = (
  ...target: Parameters<ContentUnit>
) => Promise<Awaited<ReturnType<ContentUnit>> & { isMissing?: boolean }>;

/** A unit of work, and the channel for which it is done. */
interface ContentWork {
  contents: PlannedContents;
  create: CopyOrCreate;
}

/** Whether the item to copy exists. Its team and its channel may also have been deleted. */
async function exists({ suite, tenantId }: ContentTarget, { path, ...channel }: PlannedCopy['source']) {
  try {
    return (await suite.contents.find(tenantId, channel, path)) !== undefined;
  } catch (error) {
    if (hasCode(error, 'NotFound')) return false;
    throw error;
  }
}

/** Copies the item. Leaves out an item that was deleted after the plan was made, which can be days before the copy. */
const copyItem =
  ({ marker, source, path }: PlannedCopy): CopyOrCreate =>
  async (target) => {
    const { suite, tenantId, channel } = target;
    try {
      await suite.contents.copy(tenantId, channel, { marker, source, path });
    } catch (error) {
      if (!hasCode(error, 'NotFound') || (await exists(target, source))) throw error;
      return { isComplete: true, isMissing: true };
    }
    return { isComplete: true };
  };

/** Lists the units of work for the contents, in order: the copies of a channel, then its items by kind. */
const worksOf = (planned: readonly PlannedContents[]): ContentWork[] =>
  planned.flatMap((contents) =>
    [...(contents.copies ?? []).map(copyItem), ...unitsOf(contents)].map((create) => ({ contents, create })),
  );

/**
 * Says how much was created.
 * @param missing number of items of the team to copy that no longer exist
 */
function createdOf(planned: readonly PlannedContents[], missing: number) {
  const counted = countContents(planned);
  const of = (wanted: string) => counted.find(({ key }) => key === wanted)?.count ?? 0;
  const copies = planned.reduce((sum, contents) => sum + (contents.copies?.length ?? 0), 0);
  const made = say(
    'provisioning.contentsCreated',
    'Created {folders, plural, one {# folder} other {# folders}}, {files, plural, one {# file} other {# files}} and {plans, plural, one {# plan} other {# plans}}.',
    { folders: of('folders'), files: of('files') + copies - missing, plans: of('plans') },
  );
  const others = counted.flatMap(({ creation, count }) => (count > 0 && creation.created?.(count)) || []);
  const left =
    missing === 0
      ? []
      : [
          say(
            'provisioning.sourceItemsGone',
            '{count, plural, one {# file or folder of the team to copy no longer exists} other {# files and folders of the team to copy no longer exist}}.',
            { count: missing },
          ),
        ];
  return { message: sentences([made, ...others, ...left]) };
}

/** @param index index among the channels of the plan; null for the primary channel */
async function channelIdOf(context: StepContext, index: PlannedContents['channel']): Promise<string> {
  if (index !== null) return channelIdsOf(context)[index] as string;
  return (await context.suite.channels.primary(context.tenantId, teamIdOf(context.job))).id;
}

/** Data for the next part. */
interface ContentsState {
  /** The id of the primary channel, stored because reading it again needs another call. */
  primaryId?: string;
  /** Number of items of the team to copy that no longer exist. */
  missing?: number;
}

/**
 * Creates the next piece of the team's contents: folders, a piece of a file, or a part of a plan. The suite finds its
 * own progress by the marker, so the job records only the number of completed units.
 */
export const createContents: Step = async (context) => {
  const { suite, tenantId, job, plan, store } = context;
  const works = worksOf(plan.contents ?? []);
  const { done = 0, state = {} } = job.part ?? {};
  const work = works[done];
  const { primaryId, missing = 0 } = state as ContentsState;
  if (work === undefined) return createdOf(plan.contents ?? [], missing);
  const teamId = teamIdOf(job);
  const { channel } = work.contents;
  const known = channel === null ? primaryId : undefined;
  const channelId = known ?? (await channelIdOf(context, channel));
  const { isComplete, isMissing } = await work.create({
    suite,
    tenantId,
    channel: { teamId, channelId },
    blobs: store.in(tenantId).blobs,
    bornAt: new Date(job.ledger[0]?.completedDateTime ?? job.createdAt),
  });
  const next = isComplete ? done + 1 : done;
  const missed = missing + (isMissing ? 1 : 0);
  if (next === works.length) return createdOf(plan.contents ?? [], missed);
  const kept = {
    ...(channel === null ? { primaryId: channelId } : state),
    ...(missed > 0 && { missing: missed }),
  };
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
