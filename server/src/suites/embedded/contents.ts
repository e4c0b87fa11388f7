/**
 * Folders and files of channels.
 *
 * - The bytes of a file are stored in chunks, each in its own transaction. The row of the file counts them, so that a
 *   repeated call continues where the last one stopped. Readers find a file when it is complete.
 * - Locks on the team and the channel prevent their concurrent archiving or deletion.
 */

import { noChannel } from '../../domain/channels/suite-rules.ts';
import type { ChannelFile } from '../../domain/contents/model.ts';
import { extensionOf, nameOf, parentOf, parentsOf, pathKey } from '../../domain/contents/path.ts';
import type {
  ChannelReference,
  ContentProgress,
  ContentTab,
  NewFile,
  ShowingTab,
  ShownContents,
  SuiteContents,
  TeamUsage,
} from '../../domain/contents/suite.ts';
import {
  assertPath,
  assertStoredPath,
  createItemOf,
  itemNotFound,
  pathAlreadyExists,
  rejectItem,
  TAB_APPS,
  viewerOf,
} from '../../domain/contents/suite-rules.ts';
import { boolean, columns, dateTime, json, number, text } from '../../kernel/columns.ts';
import { newId } from '../../kernel/ids.ts';
import { type Sql, sql, table } from '../../kernel/sql.ts';
import { type ChannelRun, inChannelOf, whileHeld } from './in-channel.ts';
import { createItems, createPlanReads } from './items.ts';
import type { SuiteParts } from './parts.ts';

const PIECE_BYTES = 512 * 1024;

/** Media types by extension. Any other file is a stream of bytes. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['gif', 'image/gif'],
  ['htm', 'text/html'],
  ['html', 'text/html'],
  ['jpeg', 'image/jpeg'],
  ['jpg', 'image/jpeg'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['pdf', 'application/pdf'],
  ['png', 'image/png'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['txt', 'text/plain'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['zip', 'application/zip'],
]);

interface StoredItem {
  id: string;
  path: string;
  isFolder: boolean;
  sha256: string | null;
  size: number;
  stored: number;
  isComplete: boolean;
  createdDateTime: string;
}

const ITEM = columns<StoredItem>({
  id: text('f.file_id'),
  path: text('f.path'),
  isFolder: boolean('f.is_folder'),
  sha256: text('f.sha256'),
  size: number(sql`f.size::double precision`),
  stored: number(sql`f.stored::double precision`),
  isComplete: boolean('f.is_complete'),
  createdDateTime: dateTime('f.created_at'),
});

/** An item. For a folder, with the size of everything below it and the number of items directly in it. */
const LISTED = columns<StoredItem & { inFolder: number; childCount: number }>({
  ...ITEM.members,
  inFolder: number(sql`coalesce(i.size, 0)::double precision`),
  childCount: number(sql`coalesce(i.children, 0)::integer`),
});

/**
 * The items below a folder `f`, as `i`. `0` is the character after `/`, so `path/` to `path0` is the range of its
 * paths.
 */
const inFolder = (of: (alias: string) => Sql): Sql => sql`
  left join lateral (
    select sum(x.size) as size, count(*) filter (where x.parent_key = f.path_key) as children
      from embedded_suite.files x
     where ${of('x')} and x.channel_id = f.channel_id and f.is_folder and x.is_complete
       and x.path_key > f.path_key || '/' and x.path_key < f.path_key || '0') i on true`;

const LISTED_FOLDER = columns({
  hasChannel: boolean(sql`exists (select from channel)`),
  hasFolder: boolean('fact.has_folder'),
});

const USAGE = columns<TeamUsage>({
  teamId: text('t.team_id'),
  bytes: number(sql`coalesce(f.bytes, 0)::double precision`),
  isEmpty: boolean(sql`
    f.team_id is null and not exists (
      select from embedded_suite.plans p where p.tenant_id = t.tenant_id and p.team_id = t.team_id)`),
});

const toFile = (item: StoredItem & { inFolder: number; childCount: number }): ChannelFile => ({
  id: item.id,
  name: nameOf(item.path),
  path: item.path,
  size: item.isFolder ? item.inFolder : item.size,
  folder: item.isFolder ? { childCount: item.childCount } : null,
  file: item.isFolder
    ? null
    : { mimeType: MEDIA_TYPES.get(extensionOf(item.path)) ?? 'application/octet-stream' },
  createdDateTime: item.createdDateTime,
  lastModifiedDateTime: item.createdDateTime,
  webUrl: null,
});

/** An item to add. `sha256` is null for a folder. */
type NewItem = Pick<StoredItem, 'path' | 'size' | 'sha256'>;

const rowOf = (item: NewItem) => ({
  ...item,
  pathKey: pathKey(item.path),
  parentKey: pathKey(parentOf(item.path)),
  fileId: newId(),
});

const NEW_ITEM = {
  ...{ path: 'text', pathKey: 'text', parentKey: 'text', fileId: 'text' },
  ...{ sha256: 'text', size: 'bigint' },
} as const;

const isSame = (item: StoredItem, { sha256, size }: NewItem): boolean =>
  !item.isFolder && item.sha256 === sha256 && item.size === size;

export function createContents(parts: SuiteParts): SuiteContents {
  const { database, clock } = parts;
  const plans = createPlanReads(parts);
  const runIn = (tenantId: string, channel: ChannelReference) => inChannelOf(database, tenantId, channel);
  const held = <T>(tenantId: string, channel: ChannelReference, work: (run: ChannelRun) => Promise<T>) =>
    whileHeld(database, tenantId, channel, work);

  /** Adds the items that are missing. Returns the items at the paths, by the keys of the paths. */
  async function addItems(run: ChannelRun, items: readonly NewItem[]): Promise<Map<string, StoredItem>> {
    if (items.length === 0) return new Map();
    const rows = table('i', items.map(rowOf), NEW_ITEM);
    await run.write`
      insert into embedded_suite.files
        (tenant_id, team_id, channel_id, path_key, parent_key, file_id, path, is_folder, sha256, size, is_complete,
         created_at)
      select ${run.tenant}, ${run.team}, ${run.channel}, i."pathKey", i."parentKey", i."fileId", i.path,
             i.sha256 is null, i.sha256, i.size, i.size = 0, ${clock.now()}
        from ${rows} order by i."pathKey"
      on conflict do nothing`;
    const found = await run.all(ITEM)`
      select ${ITEM} from embedded_suite.files f
       where ${run.inChannel('f')} and f.path_key = any (${items.map(({ path }) => pathKey(path))}::text[])`;
    return new Map(found.map((item) => [pathKey(item.path), item]));
  }

  /** Adds the folders that are missing. @throws NameAlreadyExists when a file has the path of one */
  async function addFolders(run: ChannelRun, paths: readonly string[]): Promise<void> {
    const items = await addItems(
      run,
      paths.map((path) => ({ path, size: 0, sha256: null })),
    );
    const file = [...items.values()].find(({ isFolder }) => !isFolder);
    if (file !== undefined) throw pathAlreadyExists(file.path);
  }

  /** Adds the files that are missing. Returns the items at their paths, in order. @throws NameAlreadyExists */
  async function addFiles(run: ChannelRun, files: readonly NewItem[]): Promise<StoredItem[]> {
    await addFolders(run, [...new Set(files.flatMap(({ path }) => parentsOf(path)))]);
    const items = await addItems(run, files);
    return files.map((file) => {
      const item = items.get(pathKey(file.path));
      if (item === undefined || !isSame(item, file)) throw pathAlreadyExists(file.path);
      return item;
    });
  }

  /** Adds bytes, unless another call has added them. Returns the number of stored bytes. */
  async function addPiece(
    run: ChannelRun,
    { path }: NewFile,
    start: number,
    bytes: Uint8Array,
  ): Promise<number> {
    await run.write`
      with grown as (
        update embedded_suite.files f
           set stored = f.stored + ${bytes.length}, is_complete = f.stored + ${bytes.length} = f.size
         where ${run.inChannel('f')} and f.path_key = ${pathKey(path)} and f.stored = ${start} and not f.is_complete
        returning f.file_id)
      insert into embedded_suite.file_chunks (tenant_id, team_id, file_id, start, bytes)
      select ${run.tenant}, ${run.team}, grown.file_id, ${start}, ${Buffer.from(bytes)}::bytea from grown`;
    const item = await run.first(ITEM)`
      select ${ITEM} from embedded_suite.files f where ${run.inChannel('f')} and f.path_key = ${pathKey(path)}`;
    if (item === undefined) throw itemNotFound(path);
    return item.stored;
  }

  async function putFile(
    tenantId: string,
    channel: ChannelReference,
    file: NewFile,
    read: Parameters<SuiteContents['putFile']>[3],
  ): Promise<ContentProgress> {
    assertPath(file.path);
    const begun = (await held(tenantId, channel, (run) => addFiles(run, [file])))[0]!;
    const { size } = file;
    if (begun.isComplete) return { isComplete: true, done: size };
    const start = begun.stored;
    const bytes = await read(start, Math.min(size, start + PIECE_BYTES));
    const piece = bytes.subarray(0, Math.min(bytes.length, size - start));
    const stored = await held(tenantId, channel, (run) => addPiece(run, file, start, piece));
    return { isComplete: stored === size, done: stored };
  }

  async function find(tenantId: string, channel: ChannelReference, path: string) {
    const { first, inChannel, of } = runIn(tenantId, channel);
    return first(LISTED)`
      select ${LISTED} from embedded_suite.files f ${inFolder(of)}
       where ${inChannel('f')} and f.path_key = ${pathKey(path)} and f.is_complete`;
  }

  /** @throws NotFound for a missing team or channel, and for a missing folder or a file at its path */
  async function assertFolder(tenantId: string, channel: ChannelReference, path: string): Promise<void> {
    const { first, inChannel } = runIn(tenantId, channel);
    const fact = (await first(LISTED_FOLDER)`
      with channel as (select from embedded_suite.channels c where ${inChannel('c')})
      select ${LISTED_FOLDER} from (
        select exists (select from embedded_suite.files f
                        where ${inChannel('f')} and f.path_key = ${pathKey(path)} and f.is_folder) as has_folder) fact`)!;
    if (!fact.hasChannel) throw noChannel(channel.channelId);
    if (path !== '' && !fact.hasFolder) throw itemNotFound(path);
  }

  /** Yields the chunks in order. */
  async function* chunksOf(tenantId: string, channel: ChannelReference, item: StoredItem) {
    const { first, tenant, team } = runIn(tenantId, channel);
    for (let start = 0; start < item.size; ) {
      const bytes = await first(json<Buffer>())`
        select bytes from embedded_suite.file_chunks
         where tenant_id = ${tenant} and team_id = ${team} and file_id = ${item.id} and start = ${start}`;
      if (bytes === undefined) throw itemNotFound(item.path);
      yield bytes;
      start += bytes.length;
    }
  }

  /** Copies the files with their chunks, unless the copies exist. */
  async function copyFiles(
    run: ChannelRun,
    teamId: string,
    sources: readonly StoredItem[],
    target: (source: StoredItem) => string,
  ): Promise<void> {
    const files = await addFiles(
      run,
      sources.map((source) => ({ ...source, path: target(source) })),
    );
    const copies = files.flatMap(({ id, isComplete }, index) =>
      isComplete ? [] : [{ id, sourceId: (sources[index] as StoredItem).id }],
    );
    if (copies.length === 0) return;
    const rows = table('i', copies, { id: 'text', sourceId: 'text' });
    await run.write`
      insert into embedded_suite.file_chunks (tenant_id, team_id, file_id, start, bytes)
      select ${run.tenant}, ${run.team}, i.id, c.start, c.bytes
        from ${rows} join embedded_suite.file_chunks c
          on c.tenant_id = ${run.tenant} and c.team_id = ${teamId} and c.file_id = i."sourceId"
      on conflict do nothing`;
    await run.write`
      update embedded_suite.files f set stored = f.size, is_complete = true
       where ${run.inChannel('f')} and f.file_id = any (${copies.map(({ id }) => id)}::text[])`;
  }

  return {
    async usage(tenantId, teamIds) {
      if (teamIds.length === 0) return [];
      const { tenant, all } = database.in(tenantId);
      const teams = sql.val(teamIds);
      return all(USAGE)`
        select ${USAGE} from directory.teams t
          left join (
            select x.team_id, sum(x.size) as bytes from embedded_suite.files x
             where x.tenant_id = ${tenant} and x.team_id = any (${teams}::text[]) and x.is_complete and not x.is_folder
             group by x.team_id) f on f.team_id = t.team_id
         where t.tenant_id = ${tenant} and t.team_id = any (${teams}::text[])`;
    },

    async list(tenantId, channel, { path, top, after }) {
      await assertFolder(tenantId, channel, path);
      const { all, inChannel, of } = runIn(tenantId, channel);
      // A position is `0` for a folder or `1` for a file, followed by the key of the path.
      const [isFile = '', key = ''] = after === undefined ? [] : [after.slice(0, 1), after.slice(1)];
      const rest =
        after === undefined ? sql`` : sql`and (not f.is_folder, f.path_key) > (${isFile === '1'}, ${key})`;
      const rows = await all(LISTED)`
        select ${LISTED} from embedded_suite.files f ${inFolder(of)}
         where ${inChannel('f')} and f.parent_key = ${pathKey(path)} and f.is_complete ${rest}
         order by not f.is_folder, f.path_key limit ${top + 1}`;
      const items = rows.slice(0, top);
      const last = items.at(-1);
      return {
        items: items.map(toFile),
        ...(rows.length > top && last && { next: `${last.isFolder ? 0 : 1}${pathKey(last.path)}` }),
      };
    },

    async find(tenantId, channel, path) {
      const item = await find(tenantId, channel, path);
      if (item === undefined) await assertFolder(tenantId, channel, '');
      return item && toFile(item);
    },

    async open(tenantId, channel, path) {
      const item = await find(tenantId, channel, path);
      if (item === undefined) await assertFolder(tenantId, channel, '');
      if (item === undefined || item.isFolder) throw itemNotFound(path);
      return { file: toFile(item), bytes: chunksOf(tenantId, channel, item) };
    },

    async createFolders(tenantId, channel, paths) {
      paths.forEach(assertPath);
      const all = [...new Set(paths.flatMap((path) => [...parentsOf(path), path]))];
      await held(tenantId, channel, (run) => addFolders(run, all));
    },

    putFile,

    async copy(tenantId, channel, { source, path }) {
      assertStoredPath(path);
      await held(tenantId, channel, async (run) => {
        const key = pathKey(source.path);
        const from = runIn(tenantId, source);
        const items = await run.all(ITEM)`
          select ${ITEM} from embedded_suite.files f
           where ${from.inChannel('f')} and f.is_complete
             and (f.path_key = ${key} or (f.path_key > ${`${key}/`} and f.path_key < ${`${key}0`}))
           order by f.path_key`;
        if (items.length === 0) throw itemNotFound(source.path);
        const target = (item: StoredItem) => path + item.path.slice(source.path.length);
        const folders = items.filter(({ isFolder }) => isFolder).map(target);
        await addFolders(run, [...parentsOf(path), ...folders]);
        const files = items.filter(({ isFolder }) => !isFolder);
        await copyFiles(run, source.teamId, files, target);
      });
    },

    createItem: createItemOf(createItems(parts)),
    listPlans: plans.listPlans,

    async describeTab(tenantId, channel, contents): Promise<ContentTab> {
      if ('plan' in contents) return plans.describePlanTab(tenantId, channel, contents.plan);
      if ('list' in contents || 'page' in contents) return rejectItem();
      const path = 'file' in contents ? contents.file : contents.folder;
      const item = await find(tenantId, channel, path);
      if (item === undefined || item.isFolder !== 'folder' in contents) throw itemNotFound(path);
      return item.isFolder
        ? {
            teamsAppId: TAB_APPS.library,
            configuration: { entityId: `folder:${item.path}` },
          }
        : {
            teamsAppId: viewerOf(item.path) ?? TAB_APPS.website,
            configuration: { entityId: `file:${item.path}` },
          };
    },

    async findShownContents(tenantId, channel, tabs) {
      const showsPlan = tabs.some(({ teamsApp }) => teamsApp.id === TAB_APPS.planner);
      const listed = showsPlan ? await plans.listPlans(tenantId, channel) : [];
      const titles = new Map(listed.map(({ id, title }) => [id, title]));
      const findShown = async ({ teamsApp, configuration }: ShowingTab): Promise<ShownContents | null> => {
        const [, kind, id = ''] = /^(plan|folder|file):(.*)$/s.exec(configuration.entityId ?? '') ?? [];
        if (kind === 'plan' && teamsApp.id === TAB_APPS.planner) {
          const title = titles.get(id);
          return title === undefined ? 'other' : { plan: title };
        }
        const isFolder = kind === 'folder' && teamsApp.id === TAB_APPS.library;
        const isFile = kind === 'file' && teamsApp.id === (viewerOf(id) ?? TAB_APPS.website);
        if (!isFolder && !isFile) return null;
        const item = await find(tenantId, channel, id);
        if (item?.isFolder !== isFolder) return 'other';
        return isFolder ? { folder: item.path } : { file: item.path };
      };
      return Promise.all(tabs.map(findShown));
    },
  };
}
