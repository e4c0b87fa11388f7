/** Reads the files of channels. */
import type { ChannelFile } from '../../../domain/contents/model.ts';
import { parentOf } from '../../../domain/contents/path.ts';
import type { ChannelReference, SuiteContents } from '../../../domain/contents/suite.ts';
import { assertStoredPath, itemNotFound } from '../../../domain/contents/suite-rules.ts';
import { teamNotFound } from '../../../domain/teams/suite-rules.ts';
import { CharterError, invalidField } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { childrenCall, type DriveItem, filesFolderCall, type ItemIds, itemCall } from '../calls/files.ts';
import { toDateTime } from '../calls/teams.ts';
import { hasStatus, retryLater } from '../client/failure.ts';
import { callAboutChannel, isHostedChannel } from './channels.ts';
import type { MirrorParts } from './parts.ts';
import { isDeleted } from './teams.ts';

/** Seconds after which Charter asks again for the folder of a channel. SharePoint creates it within minutes. */
const FOLDER_SECONDS = 30;

const MAX_OF_A_PAGE = 200;

/**
 * Runs work on the files of a channel.
 * @throws NotFound for a missing team or channel; ServiceUnavailable after an unexpected 404 or 409: the next attempt
 *   asks for all folders again
 */
export async function inChannel<Result>(
  parts: MirrorParts,
  tenantId: string,
  channel: ChannelReference,
  work: () => Promise<Result>,
): Promise<Result> {
  const { teamId, channelId } = channel;
  const indexed = await parts.groups.find(tenantId, teamId);
  if (await isDeleted(parts, tenantId, teamId, indexed)) throw teamNotFound(teamId);
  return callAboutChannel(parts, tenantId, teamId, channelId, async () => {
    try {
      return await work();
    } catch (error) {
      if (hasStatus(error, 404, 409)) parts.folders.forget(tenantId, channel);
      throw error;
    }
  });
}

const idsOf = ({ id, parentReference }: DriveItem): ItemIds => ({
  driveId: parentReference?.driveId ?? '',
  itemId: id ?? '',
});

/** Returns the folder of the channel. @throws ServiceUnavailable until SharePoint has created it */
export async function channelFolder(
  parts: MirrorParts,
  tenantId: string,
  channel: ChannelReference,
): Promise<ItemIds> {
  const known = parts.folders.get(tenantId, channel, '');
  if (known !== undefined) return known;
  const { path, ...charge } = filesFolderCall(channel);
  try {
    const folder = await parts.graphOf(tenantId).get<DriveItem>(path, charge);
    return parts.folders.set(tenantId, channel, '', idsOf(folder));
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    if (!(await isHostedChannel(parts, tenantId, channel.teamId, channel.channelId))) throw error;
    throw retryLater(
      say('graph.folderNotReady', 'Microsoft 365 is still preparing the folder of the channel.'),
      FOLDER_SECONDS,
      error,
    );
  }
}

/** Returns the item at the path below the channel's folder; undefined for a missing one. */
export async function findItem(
  parts: MirrorParts,
  tenantId: string,
  channel: ChannelReference,
  path: string,
  query = '',
): Promise<DriveItem | undefined> {
  const folder = await channelFolder(parts, tenantId, channel);
  const { path: address, ...charge } = itemCall(folder, path, query);
  try {
    return await parts.graphOf(tenantId).get<DriveItem>(address, charge);
  } catch (error) {
    if (path !== '' && hasStatus(error, 404)) return undefined;
    throw error;
  }
}

/** Returns the ids of the folder at the path. @throws NotFound for a missing folder, and for a file */
async function folderAt(
  parts: MirrorParts,
  tenantId: string,
  channel: ChannelReference,
  path: string,
): Promise<ItemIds> {
  const known = parts.folders.get(tenantId, channel, path);
  if (known !== undefined) return known;
  if (path === '') return channelFolder(parts, tenantId, channel);
  const item = await findItem(parts, tenantId, channel, path);
  if (item?.folder == null) throw itemNotFound(path);
  return parts.folders.set(
    tenantId,
    channel,
    path,
    idsOfItem(item, await channelFolder(parts, tenantId, channel)),
  );
}

/** Returns the ids of an item in the drive of the folder. */
export const idsOfItem = ({ id }: DriveItem, { driveId }: ItemIds): ItemIds => ({
  driveId,
  itemId: id ?? '',
});

const EPOCH = new Date(0);

/** @param folder path of the folder that contains the item; undefined for the channel's folder */
const toChannelFile = (item: DriveItem, folder: string | undefined): ChannelFile => ({
  id: item.id ?? '',
  name: item.name ?? '',
  path: folder === undefined ? '' : `${folder}${folder === '' ? '' : '/'}${item.name ?? ''}`,
  size: item.size ?? 0,
  folder: item.folder == null ? null : { childCount: item.folder.childCount ?? 0 },
  file: item.folder == null ? { mimeType: item.file?.mimeType ?? 'application/octet-stream' } : null,
  createdDateTime: toDateTime(item.createdDateTime, EPOCH),
  lastModifiedDateTime: toDateTime(item.lastModifiedDateTime, EPOCH),
  webUrl: item.webUrl ?? null,
});

interface ItemPage {
  value: DriveItem[];
  '@odata.nextLink'?: string;
}

/** The parameters with which a link can name the next page ("Paging Microsoft Graph data in your app"). */
const SKIP = /^\$skip(?:token)?$/i;

/**
 * Returns the token of the link to the next page. The parameter's name keeps Graph's spelling.
 * @throws SuiteError for another link, because the other items would be missing without a trace
 */
function tokenOf(link: string | undefined): string | undefined {
  if (link === undefined) return undefined;
  const [name, value] = [...(URL.parse(link)?.searchParams ?? [])].find(([key]) => SKIP.test(key)) ?? [];
  if (name !== undefined) return `${name}=${value}`;
  throw new CharterError(
    'SuiteError',
    say('graph.badAnswer', 'Microsoft Graph does not answer as it should.'),
  );
}

/** Returns the query for the page after the token. @throws InvalidRequest for a token that `tokenOf` has not made */
function pageQuery(top: number, after: string | undefined): string {
  const size = `?$orderby=name&$top=${Math.min(top, MAX_OF_A_PAGE)}`;
  if (after === undefined) return size;
  const [, name, value] = /^(\$skip(?:token)?)=(.+)$/is.exec(after) ?? [];
  if (name === undefined || value === undefined) {
    throw invalidField(
      'after',
      say('graph.foreignPage', 'This link to a page does not belong to the folder.'),
    );
  }
  return `${size}&${name}=${encodeURIComponent(value)}`;
}

export const createFileReads = (parts: MirrorParts) =>
  ({
    // Graph v1.0 shows the size of a site only by a call for each site, or in a usage report whose ids may be
    // concealed.
    usage: () => Promise.resolve([]),

    list: (tenantId, channel, { path, top, after }) =>
      inChannel(parts, tenantId, channel, async () => {
        if (path !== '') assertStoredPath(path);
        const folder = await folderAt(parts, tenantId, channel, path);
        const { path: address, ...charge } = childrenCall(folder, pageQuery(top, after));
        const page = await parts.graphOf(tenantId).get<ItemPage>(address, charge);
        const items = page.value
          .map((item) => toChannelFile(item, path))
          .toSorted((one, other) => Number(other.folder !== null) - Number(one.folder !== null));
        const next = tokenOf(page['@odata.nextLink']);
        return next === undefined ? { items } : { items, next };
      }),

    find: (tenantId, channel, path) =>
      inChannel(parts, tenantId, channel, async () => {
        if (path !== '') assertStoredPath(path);
        const item = await findItem(parts, tenantId, channel, path);
        return item && toChannelFile(item, path === '' ? undefined : parentOf(path));
      }),

    open: (tenantId, channel, path) =>
      inChannel(parts, tenantId, channel, async () => {
        assertStoredPath(path);
        const item = await findItem(parts, tenantId, channel, path);
        const address = item?.['@microsoft.graph.downloadUrl'];
        if (item === undefined || item.folder != null || address === undefined) throw itemNotFound(path);
        const bytes = await parts.storageOf(tenantId).open(address);
        return { file: toChannelFile(item, parentOf(path)), bytes };
      }),
  }) satisfies Partial<SuiteContents>;
