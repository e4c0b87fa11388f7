/** Calls for the files of channels. "driveItem resource type" and the pages of its methods describe them. */
import type { DriveItem as GraphDriveItem } from '@microsoft/microsoft-graph-types';
import { at } from '../client/request.ts';
import type { GraphCall } from '../client/transport.ts';
import { type ChannelIds, channelPath } from './channels.ts';

/** An item, with the instance attribute that Microsoft's types lack. */
export type DriveItem = GraphDriveItem & { '@microsoft.graph.downloadUrl'?: string };

/** The address of an item. Each channel's folder is in the drive of the site of its team, or of its own site. */
export interface ItemIds {
  driveId: string;
  itemId: string;
}

/** Largest file that is sent in one call. Older documentation of "Upload small files" permits no more. */
export const MAX_IN_ONE_CALL = 4 * 1024 * 1024;

/**
 * Bytes of a range of an upload session: a multiple of 320 KiB; the documentation recommends 5 to 10 MiB
 * ("driveItem: createUploadSession").
 */
export const RANGE_BYTES = 32 * 320 * 1024;

const pathOfItem = ({ driveId, itemId }: ItemIds): string => at`/drives/${driveId}/items/${itemId}`;

/** The path in an address is not an OData literal, so quotes are not doubled. */
const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** "Get filesFolder". Responds with 404 until SharePoint has created the folder. */
export const filesFolderCall = ({
  teamId,
  channelId,
}: Pick<ChannelIds, 'teamId' | 'channelId'>): GraphCall => ({
  method: 'GET',
  path: `${channelPath({ teamId, channelId })}/filesFolder`,
  budget: 'readTeams',
  teamId,
});

/** @param path path below the item; empty for the item itself */
export const itemCall = (ids: ItemIds, path = '', query = ''): GraphCall => ({
  method: 'GET',
  path: `${pathOfItem(ids)}${path === '' ? '' : `:/${encodePath(path)}`}${query}`,
  budget: 'files',
});

export const childrenCall = (ids: ItemIds, query = ''): GraphCall => ({
  method: 'GET',
  path: `${pathOfItem(ids)}/children${query}`,
  budget: 'files',
  units: 2,
});

export const deleteItemCall = (ids: ItemIds): GraphCall => ({
  method: 'DELETE',
  path: pathOfItem(ids),
  budget: 'files',
  units: 2,
});

const CONFLICT = '@microsoft.graph.conflictBehavior';

/** "Create a new folder in a drive". Responds with 409 when the name is taken. */
export const createFolderCall = (parent: ItemIds, name: string): GraphCall => ({
  method: 'POST',
  path: `${pathOfItem(parent)}/children`,
  budget: 'files',
  units: 2,
  body: { name, folder: {}, [CONFLICT]: 'fail' },
});

/** "Upload or replace the contents of a driveItem". Responds with 409 when the name is taken. */
export const putContentCall = (parent: ItemIds, name: string, bytes: ArrayBuffer): GraphCall => ({
  method: 'PUT',
  path: `${pathOfItem(parent)}:/${encodeURIComponent(name)}:/content?${CONFLICT}=fail`,
  budget: 'files',
  units: 2,
  // The documentation requires this type for every file.
  headers: { 'Content-Type': 'text/plain' },
  body: bytes,
});

/** "driveItem: createUploadSession". */
export const openSessionCall = (parent: ItemIds, name: string): GraphCall => ({
  method: 'POST',
  path: `${pathOfItem(parent)}:/${encodeURIComponent(name)}:/createUploadSession`,
  budget: 'files',
  units: 2,
  body: { item: { [CONFLICT]: 'fail', name } },
});

/** "driveItem: copy". Responds with 202 and the address of a monitor, or with 409 when the name is taken. */
export const copyCall = (source: ItemIds, parent: ItemIds, name: string): GraphCall => ({
  method: 'POST',
  path: `${pathOfItem(source)}/copy`,
  budget: 'files',
  units: 2,
  body: { parentReference: { driveId: parent.driveId, id: parent.itemId }, name },
});

/** "uploadSession resource type". */
export interface UploadSession {
  uploadUrl?: string;
  nextExpectedRanges?: string[];
}

/** Returns the first byte that the session lacks; undefined when the response does not say it. */
export function nextByteOf(session: UploadSession | undefined): number | undefined {
  const starts = (session?.nextExpectedRanges ?? []).map((range) => Number.parseInt(range, 10));
  return starts.length === 0 ? undefined : Math.min(...starts);
}

/** "asyncJobStatus resource type". */
export interface CopyStatus {
  status?: string;
  resourceId?: string;
  error?: { code?: string; message?: string };
}
