/** Plans the folders, files, plans and announcements of a new team: the prepared contents with their markers and people. */
import { bytesOfDataUri, sha256Of, type TemplatePlan } from '../../domain/catalog/manifest-contents.ts';
import type { TabContents } from '../../domain/contents/suite.ts';
import type { Person } from '../../domain/directory/find-people.ts';
import { nameKey } from '../../domain/names/key.ts';
import type { PreparedContents, PreparedFile, SourceItem } from './prepared-contents.ts';

/** A file to create. `base64` is its content; absent for a file that the catalog stores. */
export interface PlannedFile {
  marker: string;
  path: string;
  size: number;
  sha256: string;
  base64?: string;
}

/** A file or folder to copy with everything in it. */
export interface PlannedCopy extends SourceItem {
  marker: string;
  path: string;
}

export interface PlannedTask {
  marker: string;
  title: string;
  notes: string | null;
  checklist: string[];
  labels: string[];
  /** Days from the creation of the team. Absent without a due date. */
  dueDays?: number;
  assigneeIds: string[];
}

export interface PlannedTaskPlan {
  marker: string;
  name: string;
  buckets: { marker: string; name: string; tasks: PlannedTask[] }[];
}

/** A tab that shows contents: a file or folder by its path, or a plan by its marker. */
export interface PlannedContentTab {
  marker: string;
  displayName: string;
  sortOrderIndex: string | null;
  contents: TabContents;
}

/** A message to post. */
export interface PlannedAnnouncement {
  marker: string;
  text: string;
}

export interface PlannedContents {
  /** Index among the channels of the plan; null for the primary channel. */
  channel: number | null;
  displayName: string;
  folders: string[];
  files: PlannedFile[];
  /** Copies from the source team. Absent if the team is not a copy. */
  copies?: PlannedCopy[];
  plans: PlannedTaskPlan[];
  /** Absent without announcements. */
  announcements?: PlannedAnnouncement[];
  tabs: PlannedContentTab[];
}

interface PlannedPeople {
  requester: Person | null;
  owners: readonly Person[];
  members: readonly Person[];
}

function planPlan(marker: string, { name, buckets }: TemplatePlan, people: PlannedPeople): PlannedTaskPlan {
  const idsOf = {
    requester: people.requester ? [people.requester.id] : [],
    owners: people.owners.map(({ id }) => id),
    members: people.members.map(({ id }) => id),
  };
  return {
    marker,
    name,
    buckets: buckets.map((bucket, index) => ({
      marker: `${marker}:bucket:${index}`,
      name: bucket.name,
      tasks: bucket.tasks.map(({ dueDays, assignee, ...task }, place) => ({
        ...task,
        marker: `${marker}:bucket:${index}:task:${place}`,
        ...(dueDays !== undefined && { dueDays }),
        // Microsoft Planner assigns a task to at most 20 people.
        assigneeIds: assignee === undefined ? [] : idsOf[assignee].slice(0, 20),
      })),
    })),
  };
}

function planFile(marker: string, { path, source, sha256, size, text }: PreparedFile): PlannedFile {
  const bytes = text === undefined ? bytesOfDataUri(source) : Buffer.from(text);
  if (bytes === undefined) return { marker, path, size, sha256 };
  const hash = text === undefined ? sha256 : sha256Of(bytes);
  return { marker, path, size: bytes.length, sha256: hash, base64: bytes.toString('base64') };
}

/** Returns the planned contents with their markers; undefined for a team without contents. */
export function planContents(
  jobId: string,
  { channels }: PreparedContents,
  people: PlannedPeople,
): PlannedContents[] | undefined {
  if (channels.length === 0) return undefined;
  return channels.map((channel) => {
    const marker = `${jobId}:${channel.index === null ? 'primary' : `channel:${channel.index}`}`;
    const plans = channel.plans.map((plan, index) => planPlan(`${marker}:plan:${index}`, plan, people));
    const shown = (contents: TabContents): TabContents => {
      if (!('plan' in contents)) return contents;
      const plan = plans.find(({ name }) => nameKey(name) === nameKey(contents.plan));
      return { plan: plan?.marker ?? '' };
    };
    return {
      channel: channel.index,
      displayName: channel.channel,
      folders: channel.folders.map(({ path }) => path),
      files: channel.files.map((file, index) => planFile(`${marker}:file:${index}`, file)),
      ...(channel.copies.length > 0 && {
        copies: channel.copies.map((item, index) => ({
          ...item,
          marker: `${marker}:copy:${index}`,
          path: item.source.path,
        })),
      }),
      plans,
      ...(channel.announcements.length > 0 && {
        announcements: channel.announcements.map((text, index) => ({
          marker: `${marker}:announcement:${index}`,
          text,
        })),
      }),
      tabs: channel.tabs.map(({ contents, ...tab }, index) => ({
        ...tab,
        marker: `${marker}:content-tab:${index}`,
        contents: shown(contents),
      })),
    };
  });
}

/** Returns the hashes of the files that the plan reads from the store of templates' files. */
export const storedFilesOf = (contents: readonly PlannedContents[] = []): string[] =>
  contents.flatMap(({ files }) =>
    files.flatMap(({ base64, sha256 }) => (base64 === undefined ? sha256 : [])),
  );

/** The contents of a plan in API responses, without the bytes of files. */
export const toShownContents = (contents: readonly PlannedContents[]) =>
  contents.map(({ files, ...channel }) => ({
    ...channel,
    files: files.map(({ base64: _, ...file }) => file),
  }));

/** Counts what the plan creates. */
export const countContents = (contents: readonly PlannedContents[]) => ({
  folders: contents.reduce((sum, { folders }) => sum + folders.length, 0),
  files: contents.reduce((sum, { files, copies = [] }) => sum + files.length + copies.length, 0),
  plans: contents.reduce((sum, { plans }) => sum + plans.length, 0),
  announcements: contents.reduce((sum, { announcements = [] }) => sum + announcements.length, 0),
});
