/**
 * Folders, files and plans in the channels of the suite. See `engine/suite.ts` for the rules of every call.
 *
 * Paths are relative to the channel's folder: names separated by `/`, without a slash at either end; `''` is the
 * channel's folder itself. Names are compared without case, as SharePoint does. `domain/contents/path.ts` has the rules
 * for names; callers check paths before they call.
 *
 * Each call does a bounded piece of work, so that a job can record its progress and yield to other jobs between two
 * calls. The suite finds its own progress by the marker: the caller passes nothing back. A killed worker loses at most
 * the piece in progress.
 *
 * Besides the errors of every call: NotFound for a missing team, channel or item; TeamArchived for a change in an
 * archived team; ServiceUnavailable with retryAfterSeconds while the suite prepares the folder of a new channel, or
 * works on a copy.
 */
import type { TeamChannelTab, TeamChannelTabConfiguration } from '../channels/model.ts';
import type { ChannelFile, ChannelTaskPlan } from './model.ts';

export interface ChannelReference {
  teamId: string;
  channelId: string;
}

export interface FileQuery {
  /** Path of the folder to list. */
  path: string;
  top: number;
  /** `next` of the previous page. */
  after?: string;
}

/** Folders come before files, and both are sorted by name, if the suite can sort them. */
export interface FilePage {
  items: ChannelFile[];
  next?: string;
}

/**
 * Reads bytes of the source of a file, from `start` to before `end`: at least one, and possibly fewer than requested.
 * Can be called again for the same bytes. Never call it inside a database transaction.
 */
export type ReadBytes = (start: number, end: number) => Promise<Uint8Array>;

/**
 * A file to store. Its identity is its path with its content: a file with the same content at the path is adopted, as
 * is one that an earlier call with this marker has stored. SharePoint changes the bytes of Office documents, so the
 * suite must recognise its own file by the record of the effect and not by its hash.
 */
export interface NewFile {
  marker: string;
  /** A missing folder is created. */
  path: string;
  /** Bytes; may be 0. */
  size: number;
  /** SHA-256 of the content, hexadecimal in lower case. */
  sha256: string;
}

/** The result of a piece of work. */
export interface ContentProgress {
  isComplete: boolean;
  /** Completed amount: bytes of a file, or buckets and tasks of a plan. At the end it equals the whole. */
  done: number;
}

/** A file, or a folder with everything in it, to copy from another team. */
export interface NewCopy {
  marker: string;
  source: ChannelReference & { path: string };
  /** Path of the copy. A missing parent folder is created. */
  path: string;
}

/**
 * Each item has its own marker. If the suite can't store a marker with an item, it records the effect before it creates
 * the item.
 */
export interface NewPlanTask {
  marker: string;
  title: string;
  /** Plain text; null without notes. */
  notes: string | null;
  checklist: readonly string[];
  /** Names among the `labels` of the plan. */
  labels: readonly string[];
  /** RFC 3339 UTC. */
  dueDateTime: string | null;
  /** Members of the team. */
  assigneeIds: readonly string[];
}

export interface NewPlanBucket {
  marker: string;
  name: string;
  tasks: readonly NewPlanTask[];
}

/** A plan to create. Buckets, tasks and checklist entries are shown in the given order. */
export interface NewPlan {
  marker: string;
  name: string;
  /** At most 25, as in Microsoft Planner. */
  labels: readonly string[];
  buckets: readonly NewPlanBucket[];
}

/** The contents that a tab shows: a file or a folder by its path, or an item by the marker with which it was created. */
export type TabContents =
  | { file: string }
  | { folder: string }
  | { plan: string }
  | { list: string }
  | { page: string };

/**
 * The contents that a tab shows: a file or folder of the tab's channel by its path (`''` for the channel's folder), a
 * plan by its title, or other contents of the team, such as those of another channel or a deleted file.
 */
export type ShownContents = { file: string } | { folder: string } | { plan: string } | 'other';

/** The parts of a tab that say what it shows. */
export type ShowingTab = Pick<TeamChannelTab, 'teamsApp' | 'configuration'>;

/** The app and the configuration of a tab, as NewTab has them. */
export interface ContentTab {
  teamsAppId: string;
  configuration: Partial<TeamChannelTabConfiguration>;
}

/** The storage that a team uses. */
export interface TeamUsage {
  teamId: string;
  bytes: number;
  /** Whether the team has neither files nor plans. */
  isEmpty: boolean;
}

/** The items that `createItem` creates, by kind (domain/catalog/content-kinds.ts). */
export interface ContentItems {
  plans: NewPlan;
}

export interface SuiteContents {
  /** Returns the usage of the teams, in any order. Leaves out teams for which the suite would need a call each. */
  usage(tenantId: string, teamIds: readonly string[]): Promise<TeamUsage[]>;
  /** Lists a page of a folder. @throws NotFound for a missing folder, and for a file */
  list(tenantId: string, channel: ChannelReference, query: FileQuery): Promise<FilePage>;
  /** Returns the file or folder at the path; undefined for a missing one. @throws NotFound for a missing channel */
  find(tenantId: string, channel: ChannelReference, path: string): Promise<ChannelFile | undefined>;
  /**
   * Opens a file. The bytes are read while the caller iterates, at the caller's pace. The iteration can fail after a
   * part of the file.
   * @throws NotFound for a missing file, and for a folder
   */
  open(
    tenantId: string,
    channel: ChannelReference,
    path: string,
  ): Promise<{ file: ChannelFile; bytes: AsyncIterable<Uint8Array> }>;
  /**
   * Creates the folders in order, with their parents. A folder that exists is adopted: its path is its identity. Callers
   * pass at most 20.
   * @throws NameAlreadyExists when a file has the path
   */
  createFolders(tenantId: string, channel: ChannelReference, paths: readonly string[]): Promise<void>;
  /**
   * Stores the next piece of the file, of a size that the suite chooses (at most 10 MiB). The caller repeats the call
   * until the file is complete. No reader sees the file before that. An upload restarts only if the suite has lost the
   * earlier pieces, for example with an expired upload session. A complete file is stored once: a further call changes
   * nothing.
   * @throws NameAlreadyExists when another file or a folder has the path
   */
  putFile(
    tenantId: string,
    channel: ChannelReference,
    file: NewFile,
    read: ReadBytes,
  ): Promise<ContentProgress>;
  /**
   * Copies inside the suite. If the suite has lost the state of a copy, a complete copy at the path is adopted;
   * otherwise the copy starts again. Items that are added to a source folder during the copy may be missing.
   * @returns when the copy is complete
   * @throws ServiceUnavailable while the copy runs; NotFound for a missing source; NameAlreadyExists when the path has
   * an item that is not a copy of the source
   */
  copy(tenantId: string, channel: ChannelReference, copy: NewCopy): Promise<void>;
  /**
   * Creates the next part of the item, such as the plan itself, one of its buckets, or some of its tasks. Like a piece
   * of a file, the part has a limited size. The caller repeats the call until the item is complete.
   * @param channel the channel of the item; for an item of the team's site, the primary channel
   * @throws InvalidRequest for a kind that the suite does not create, and for assignees who are not in the team
   */
  createItem<Kind extends keyof ContentItems>(
    tenantId: string,
    channel: ChannelReference,
    kind: Kind,
    item: ContentItems[Kind],
  ): Promise<ContentProgress>;
  /**
   * Lists the plans that were created for the channel, oldest first. A suite whose plans belong to the team lists
   * plans that were created for no channel with the primary channel. Notes and checklists of tasks may be left out.
   */
  listPlans(tenantId: string, channel: ChannelReference): Promise<ChannelTaskPlan[]>;
  /**
   * Returns the app and the configuration of a tab that shows the contents.
   * @throws NotFound for a missing file, folder or item
   */
  describeTab(tenantId: string, channel: ChannelReference, contents: TabContents): Promise<ContentTab>;
  /**
   * Returns, for each of the channel's tabs, the contents of the team that the tab shows. Returns null for a tab that
   * shows none, and when the suite can't tell.
   */
  findShownContents(
    tenantId: string,
    channel: ChannelReference,
    tabs: readonly ShowingTab[],
  ): Promise<(ShownContents | null)[]>;
}

declare module '../../engine/suite.ts' {
  /** Support for each kind of items that `createItem` creates. An absent one is not supported. */
  interface SuiteCapabilities extends Partial<Record<keyof ContentItems, boolean>> {
    /** Support for folders and files: every call of `contents` except those about plans. */
    files: boolean;
    /** Whether lists of plans have the notes and checklists of tasks. */
    planNotes: boolean;
    /** Whether `usage` returns every team, so the lifecycle knows teams without contents. */
    contentUsage: boolean;
  }
  interface Suite {
    contents: SuiteContents;
  }
}
