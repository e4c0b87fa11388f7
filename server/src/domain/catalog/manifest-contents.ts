/**
 * `initialization.contents` of a manifest: folders, files, plans and announcements of new teams (docs/templates.md,
 * "Contents").
 */
import { createHash } from 'node:crypto';
import Type, { type Static } from 'typebox';
import { say } from '../../kernel/messages.ts';
import { OneOf } from '../../kernel/schema.ts';
import { findPathFault, parentsOf, pathKey } from '../contents/path.ts';
import { nameKey } from '../names/key.ts';
import { isJsonObject } from './document.ts';
import { TEMPLATE_LIMITS } from './limits.ts';
import { Custom, Fields, readList, readText, type ValuePath } from './manifest-reader.ts';
import { hasRule } from './manifest-values.ts';

export const CONTENT_LIMITS = {
  folders: 200,
  files: 500,
  plans: 20,
  /** Announcements of a channel. */
  announcements: 5,
  announcement: 2048,
  buckets: 50,
  /** Tasks of a plan. */
  tasks: 500,
  checklist: 20,
  labels: 25,
  title: 255,
  notes: 8000,
  dueDays: 3650,
  /** Length of a path's source, which may contain a rule. `findPathFault` limits the resulting path. */
  path: 2048,
  /** Size of a file with rules, in bytes. */
  renderedBytes: 16_384,
} as const;

/** The people of the team to whom a task is assigned. */
export const ASSIGNEES = ['requester', 'owners', 'members'] as const;

const Text = (maxLength: number, options: object = {}) =>
  Type.Unsafe<string | null>({ type: 'string', nullable: true, maxLength, ...options });

/** Checks a path, unless it contains a rule. */
function checkPath(path: string, place: ValuePath): void {
  const fault = hasRule(path) ? undefined : findPathFault(path);
  if (fault !== undefined) place.error(fault);
}

const Path = () => Type.String({ maxLength: CONTENT_LIMITS.path, check: checkPath });

const BASE64 = /^[A-Za-z0-9+/\s]*={0,2}$/;

const DATA_URI = /^data:([^,]*),(.*)$/s;

/** Returns the bytes of a `data:` URI (RFC 2397); undefined for any other text. */
export function bytesOfDataUri(source: string): Buffer | undefined {
  const [, kind, data] = DATA_URI.exec(source) ?? [];
  if (kind === undefined || data === undefined) return undefined;
  if (/;\s*base64\s*$/i.test(kind)) {
    // Without trailing spaces, no two parts of the expression match the same character, so it does not backtrack far.
    return BASE64.test(data.trimEnd()) ? Buffer.from(data, 'base64') : undefined;
  }
  try {
    return Buffer.from(decodeURIComponent(data));
  } catch {
    return undefined;
  }
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const BLOB = /^blob:([0-9a-f]{64})$/i;

/** Returns the hash of a `blob:` source; undefined for any other. */
export const hashOfBlob = (source: string): string | undefined => BLOB.exec(source)?.[1]?.toLowerCase();

/** Reads the source of a file. The size of a blob is 0 until the store is asked (check-contents.ts). */
function readSource(source: string, place: ValuePath): { sha256: string; size: number } {
  const sha256 = hashOfBlob(source);
  if (sha256 !== undefined) return { sha256, size: 0 };
  const bytes = bytesOfDataUri(source);
  if (bytes !== undefined) return { sha256: sha256Of(bytes), size: bytes.length };
  if (source !== '')
    place.error(
      source.startsWith('data:')
        ? say('manifest.dataUri', 'Must be data:<type>;base64,<content> or data:<type>,<escaped content>.')
        : say(
            'manifest.contentMissing',
            "The file '{file}' was not sent. Apply the manifest with the command line, or upload the file and write blob:<SHA-256>.",
            { file: source.slice(0, 200) },
          ),
    );
  return { sha256: '', size: 0 };
}

const FileFields = Fields(
  {
    path: Path(),
    source: Type.String({ maxLength: TEMPLATE_LIMITS.manifestBytes }),
    rendered: Type.Boolean({ default: false }),
  },
  { settle: (file, place) => ({ ...file, ...readSource(file.source, place.at('source')) }) },
);

/** A file of a template. `source` is a `data:` URI or `blob:<sha256>`. */
export type TemplateFile = Static<typeof FileFields>;

const Task = Fields({
  title: Type.String({ maxLength: CONTENT_LIMITS.title }),
  notes: Text(CONTENT_LIMITS.notes),
  checklist: Type.Array(Type.String({ maxLength: 100 }), { maxItems: CONTENT_LIMITS.checklist }),
  labels: Type.Array(Type.String({ maxLength: 100 }), { maxItems: CONTENT_LIMITS.labels }),
  dueDays: Type.Optional(Type.Integer({ minimum: 0, maximum: CONTENT_LIMITS.dueDays })),
  assignee: Type.Optional(OneOf(ASSIGNEES)),
});

const Bucket = Fields({
  name: Type.String({ maxLength: CONTENT_LIMITS.title }),
  tasks: Type.Array(Task, { maxItems: CONTENT_LIMITS.tasks }),
});

const Plan = Fields(
  {
    name: Type.String({ maxLength: CONTENT_LIMITS.title }),
    buckets: Type.Array(Bucket, { maxItems: CONTENT_LIMITS.buckets }),
  },
  {
    settle(plan, place) {
      const tasks = plan.buckets.flatMap((bucket) => bucket.tasks);
      const labels = new Set(tasks.flatMap((task) => task.labels));
      if (tasks.length > CONTENT_LIMITS.tasks)
        place.error(
          say('manifest.tasks', 'Has {count} tasks; {most} are allowed. Remove some.', {
            count: tasks.length,
            most: CONTENT_LIMITS.tasks,
          }),
        );
      if (labels.size > CONTENT_LIMITS.labels)
        place.error(
          say('manifest.planLabels', 'Has {count} labels; a plan has at most {most}. Use fewer.', {
            count: labels.size,
            most: CONTENT_LIMITS.labels,
          }),
        );
      return plan;
    },
  },
);

/** A plan of a template. */
export type TemplatePlan = Static<typeof Plan>;

/** Reports duplicate paths, and files whose path is the folder of another item. */
export function findPathConflicts<Item extends { path: string }>(
  folders: readonly Item[],
  files: readonly Item[],
): Item[] {
  const fileKeys = new Set<string>();
  const folderKeys = new Set([
    ...folders.map(({ path }) => pathKey(path)),
    ...[...folders, ...files].flatMap(({ path }) => parentsOf(path).map(pathKey)),
  ]);
  return files.filter(({ path }) => {
    const key = pathKey(path);
    if (fileKeys.has(key) || folderKeys.has(key)) return true;
    fileKeys.add(key);
    return false;
  });
}

/** Reads a list of named objects, which no suite creates yet. */
const Names = () =>
  Custom<string[]>((value, place) =>
    readList(value, place, { maxItems: 50 }, (item, at) =>
      readText(isJsonObject(item) ? item.name : item, isJsonObject(item) ? at.at('name') : at, {
        maxLength: CONTENT_LIMITS.title,
      }),
    ).filter((name) => name !== null),
  );

const ChannelContents = Fields(
  {
    channel: Type.String({ maxLength: TEMPLATE_LIMITS.name, default: 'General' }),
    folders: Type.Array(Fields({ path: Path() }), { maxItems: CONTENT_LIMITS.folders }),
    files: Type.Array(FileFields, { maxItems: CONTENT_LIMITS.files }),
    plans: Type.Array(Plan, { maxItems: CONTENT_LIMITS.plans }),
    announcements: Type.Array(Type.String({ maxLength: CONTENT_LIMITS.announcement }), {
      maxItems: CONTENT_LIMITS.announcements,
    }),
  },
  {
    settle(contents, place) {
      const isPlain = ({ path }: { path: string }) => path !== '' && !hasRule(path);
      const conflicts = findPathConflicts(contents.folders.filter(isPlain), contents.files.filter(isPlain));
      for (const file of conflicts)
        place
          .at('files')
          .at(contents.files.indexOf(file as TemplateFile))
          .at('path')
          .error(
            say('manifest.pathTwice', 'Another file or folder of the channel has this path. Change one.'),
          );
      const names = contents.plans.map(({ name }) => nameKey(name));
      for (const [index, name] of names.entries())
        if (names.indexOf(name) < index)
          place
            .at('plans')
            .at(index)
            .at('name')
            .error(say('manifest.planTwice', 'Another plan of the channel has this name. Change one.'));
      return contents;
    },
  },
);

/** The contents of one channel. */
export type TemplateChannelContents = Static<typeof ChannelContents>;

export interface TemplateContents {
  channels: TemplateChannelContents[];
  /** Names of lists of the site. */
  lists: string[];
  /** Names of pages of the site. */
  pages: string[];
  /** Names of notebooks. */
  notebooks: string[];
  /** Names or texts of messages. */
  pinnedMessages: string[];
}

const countOf = (channels: readonly TemplateChannelContents[], key: 'folders' | 'files' | 'plans') =>
  channels.reduce((sum, channel) => sum + channel[key].length, 0);

/** Undefined in a manifest without contents. */
export const Contents = Fields(
  {
    channels: Type.Array(ChannelContents, { maxItems: TEMPLATE_LIMITS.channels + 1 }),
    lists: Names(),
    pages: Names(),
    notebooks: Names(),
    pinnedMessages: Names(),
  },
  {
    settle(contents, place): TemplateContents | undefined {
      const { channels, lists, pages, notebooks, pinnedMessages } = contents;
      const names = channels.map(({ channel }) => nameKey(channel));
      for (const [index, name] of names.entries())
        if (names.indexOf(name) < index)
          place
            .at('channels')
            .at(index)
            .at('channel')
            .error(say('manifest.contentsTwice', 'Is listed twice. Write the contents of a channel once.'));
      for (const key of ['folders', 'files', 'plans'] as const) {
        const count = countOf(channels, key);
        if (count > CONTENT_LIMITS[key])
          place.at('channels').error(
            say('manifest.contentCount', 'Has {count} {key}; {most} are allowed. Remove some.', {
              count,
              key,
              most: CONTENT_LIMITS[key],
            }),
          );
      }
      const isEmpty = [channels, lists, pages, notebooks, pinnedMessages].every(({ length }) => length === 0);
      return isEmpty ? undefined : contents;
    },
  },
);

/** The contents that a tab shows instead of an address: a file or folder of the channel by its path, or a plan by name. */
export type TabReference = { file: string } | { folder: string } | { plan: string };

/** A tab that shows contents of its channel. */
export interface ReferringTab {
  displayName: string;
  sortOrderIndex: string | null;
  contents: TabReference;
}

/** The contents of new teams, with the tabs that show them. */
export interface TeamContents extends Omit<TemplateContents, 'channels'> {
  channels: (TemplateChannelContents & { tabs: ReferringTab[] })[];
}

/** Reads `contents` of a tab. */
export function readTabReference(value: unknown, place: ValuePath): TabReference | undefined {
  if (value === undefined) return undefined;
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const [[kind, name] = []] = entries;
  if (entries.length === 1 && ['file', 'folder', 'plan'].includes(kind ?? '') && typeof name === 'string')
    return { [kind as 'file']: name.trim() };
  place.error(
    say(
      'manifest.tabContents',
      'Must have one of file, folder and plan: the path of a file or folder, or the name of a plan.',
    ),
  );
  return undefined;
}

/** Whether the channel's contents include the item that a tab shows. */
export function includesTabItem(contents: TemplateChannelContents | undefined, tab: TabReference): boolean {
  if (contents === undefined) return false;
  const { folders, files, plans } = contents;
  if ('plan' in tab) return plans.some(({ name }) => nameKey(name) === nameKey(tab.plan));
  const isAt =
    (path: string) =>
    ({ path: other }: { path: string }) =>
      pathKey(other) === pathKey(path);
  if ('file' in tab) return files.some(isAt(tab.file));
  return (
    folders.some(isAt(tab.folder)) ||
    [...folders, ...files].some(({ path }) => parentsOf(path).some((one) => isAt(tab.folder)({ path: one })))
  );
}

type Mapping = (text: string, path: string) => string;

/** Returns the contents, with each text that may contain rules replaced. `path` is the text's path in the manifest. */
export const mapTexts = (contents: TeamContents, to: Mapping): TeamContents => ({
  ...contents,
  channels: contents.channels.map((channel, channelIndex) => {
    const at = `initialization.contents.channels[${channelIndex}]`;
    const mapAll = (texts: readonly string[], path: string) =>
      texts.map((text, index) => to(text, `${path}[${index}]`));
    return {
      ...channel,
      folders: channel.folders.map(({ path }, index) => ({ path: to(path, `${at}.folders[${index}].path`) })),
      files: channel.files.map((file, index) => ({
        ...file,
        path: to(file.path, `${at}.files[${index}].path`),
      })),
      plans: channel.plans.map((plan, index) => ({
        name: to(plan.name, `${at}.plans[${index}].name`),
        buckets: plan.buckets.map((bucket, bucketIndex) => {
          const inPlan = `${at}.plans[${index}].buckets[${bucketIndex}]`;
          return {
            name: to(bucket.name, `${inPlan}.name`),
            tasks: bucket.tasks.map((task, taskIndex) => {
              const inBucket = `${inPlan}.tasks[${taskIndex}]`;
              return {
                ...task,
                title: to(task.title, `${inBucket}.title`),
                notes: task.notes === null ? null : to(task.notes, `${inBucket}.notes`),
                checklist: mapAll(task.checklist, `${inBucket}.checklist`),
                labels: mapAll(task.labels, `${inBucket}.labels`),
              };
            }),
          };
        }),
      })),
      announcements: mapAll(channel.announcements, `${at}.announcements`),
      tabs: channel.tabs.map((tab, index) => {
        const [[kind, name] = ['file', '']] = Object.entries(tab.contents);
        const shown = { [kind]: to(name, `${at}.tabs[${index}].contents`) } as TabReference;
        return { ...tab, contents: shown };
      }),
    };
  }),
});
