/** Files of channels: drives, their items, uploads and copies. */
import { badRequest, GraphError, notFound } from './errors.ts';
import { collectionResponse, type Entity, entityResponse, type QueryRules } from './odata.ts';
import { type Call, created, ok, type Route } from './route.ts';
import { anything, type Body, checkBody, type Fields, name, record, text } from './shapes.ts';
import type { Monitor } from './storage.ts';
import { findChannel } from './team-entity.ts';
import type { StoredChannel, StoredDrive, StoredItem, StoredTeam, Tenant } from './tenant.ts';

const READ = ['Files.Read.All', 'Files.ReadWrite.All', 'Sites.Read.All', 'Sites.ReadWrite.All'];
const GET_ITEM = [...READ, 'Group.Read.All', 'Group.ReadWrite.All'];
const WRITE = ['Files.ReadWrite.All', 'Sites.ReadWrite.All'];
/** "driveItem: createUploadSession" lists only this permission for applications. */
const UPLOAD = ['Sites.ReadWrite.All'];

/** "Upload or replace the contents of a driveItem". */
const MAX_PUT = 250 * 1024 * 1024;

/** "Restrictions and limitations in OneDrive and SharePoint". */
const FORBIDDEN = /["*:<>?/\\|]/;

const RULES: QueryRules = {
  type: 'driveItem',
  properties: [
    'createdBy',
    'createdDateTime',
    'cTag',
    'eTag',
    'file',
    'fileSystemInfo',
    'folder',
    'id',
    'lastModifiedDateTime',
    'name',
    'parentReference',
    'sharepointIds',
    'size',
    'webUrl',
  ],
  defaults: [
    'createdBy',
    'createdDateTime',
    'cTag',
    'eTag',
    'file',
    'fileSystemInfo',
    'folder',
    'id',
    'lastModifiedDateTime',
    'name',
    'parentReference',
    'size',
    'webUrl',
  ],
  options: ['$select', '$expand', '$top', '$orderby'],
  pages: { most: 5000, usual: 200, hasSkip: true },
};

const itemNotFound = (): GraphError =>
  new GraphError(404, 'itemNotFound', 'The resource could not be found.');

const nameAlreadyExists = (): GraphError =>
  new GraphError(409, 'nameAlreadyExists', 'An item with the same name already exists under the parent.');

/** Returns the name of the team's site, which has its drive, lists and pages. */
export function siteNameOf(tenant: Tenant, team: StoredTeam): string {
  team.siteName ??= tenant.newId('site', team.team.id ?? '');
  return team.siteName;
}

function addDrive(tenant: Tenant, siteName: string, at: number): StoredDrive {
  const id = `b!${tenant.newId('drive', siteName).replaceAll('-', '')}`;
  const rootId = `01ROOT${tenant.newId('root', id).replaceAll('-', '').toUpperCase()}`;
  const siteUrl = `https://${tenant.initialDomain.split('.')[0]}.sharepoint.com/sites/${siteName}`;
  const drive: StoredDrive = { id, siteUrl, rootId, items: new Map() };
  drive.items.set(rootId, {
    ...{ id: rootId, name: 'root', parentId: undefined, bytes: undefined },
    ...{ uniqueId: tenant.newId('list item', rootId), clientId: '', version: 1 },
    ...{ createdAt: at, modifiedAt: at, visibleAt: at },
  });
  tenant.drives.set(id, drive);
  return drive;
}

interface NewItem {
  parentId: string;
  name: string;
  bytes?: Buffer | undefined;
  clientId: string;
  at: number;
  visibleAt?: number;
}

function addItem(tenant: Tenant, drive: StoredDrive, { bytes, at, visibleAt = at, ...item }: NewItem) {
  const id = `01${tenant.newId('item', drive.id, item.parentId, item.name).replaceAll('-', '').toUpperCase()}`;
  const times = { createdAt: at, modifiedAt: at, visibleAt };
  const uniqueId = tenant.newId('list item', id);
  const stored: StoredItem = { ...item, id, uniqueId, version: 1, bytes, ...times };
  drive.items.set(id, stored);
  return stored;
}

const childrenOf = (drive: StoredDrive, parentId: string): StoredItem[] =>
  [...drive.items.values()].filter((item) => item.parentId === parentId);

/** SharePoint compares names without case. */
const findChild = (drive: StoredDrive, parentId: string, childName: string): StoredItem | undefined =>
  childrenOf(drive, parentId).find((item) => item.name.toLowerCase() === childName.toLowerCase());

const sizeOf = (drive: StoredDrive, item: StoredItem): number =>
  item.bytes?.length ?? childrenOf(drive, item.id).reduce((sum, child) => sum + sizeOf(drive, child), 0);

function pathOf(drive: StoredDrive, { name: own, parentId }: StoredItem): string {
  const parent = drive.items.get(parentId ?? '');
  return parent === undefined ? '' : `${pathOf(drive, parent)}/${encodeURIComponent(own)}`;
}

const isOffice = (fileName: string): boolean =>
  /\.(do[ct][mx]|xls[bmx]|xlt[mx]|p(pt|ot|ps)[mx])$/i.test(fileName);

const webUrlOf = (drive: StoredDrive, item: StoredItem): string =>
  isOffice(item.name)
    ? `${drive.siteUrl}/_layouts/15/Doc.aspx?sourcedoc=%7B${item.uniqueId.toUpperCase()}%7D&file=${encodeURIComponent(item.name)}&action=default`
    : `${drive.siteUrl}/Shared%20Documents${pathOf(drive, item)}`;

function itemEntity(call: Call, drive: StoredDrive, item: StoredItem): Entity {
  const seen = (child: StoredItem): boolean => child.visibleAt <= call.now.getTime();
  const [createdDateTime, lastModifiedDateTime] = [item.createdAt, item.modifiedAt].map((at) =>
    new Date(at).toISOString(),
  );
  return {
    createdBy: { application: { id: item.clientId, displayName: 'Charter' } },
    createdDateTime,
    eTag: `"{${item.uniqueId.toUpperCase()}},${item.version}"`,
    fileSystemInfo: { createdDateTime, lastModifiedDateTime },
    id: item.id,
    lastModifiedDateTime,
    name: item.name,
    parentReference: { driveType: 'documentLibrary', driveId: drive.id, id: item.parentId },
    sharepointIds: { listItemUniqueId: item.uniqueId },
    size: sizeOf(drive, item),
    webUrl: webUrlOf(drive, item),
    ...(item.bytes === undefined
      ? { folder: { childCount: childrenOf(drive, item.id).filter(seen).length } }
      : {
          cTag: `"c:{${item.uniqueId.toUpperCase()}},${item.version}"`,
          file: { mimeType: 'application/octet-stream' },
          '@microsoft.graph.downloadUrl': call.storage.download(item.bytes, call.now),
        }),
  };
}

/** Returns the channel's folder in the drive of its site. The team's site is shared by its standard channels. */
function folderOf(
  call: Call,
  team: StoredTeam,
  channel: StoredChannel,
): { drive: StoredDrive; item: StoredItem } {
  const at = call.now.getTime();
  const isOwn = channel.channel.membershipType !== 'standard';
  const owner: StoredTeam | StoredChannel = isOwn ? channel : team;
  owner.drive ??= addDrive(
    call.tenant,
    isOwn ? call.tenant.newId('site', channel.id) : siteNameOf(call.tenant, team),
    at,
  );
  const { drive } = owner;
  const known = drive.items.get(channel.folderId ?? '');
  if (known !== undefined) return { drive, item: known };
  const displayName = channel.channel.displayName ?? '';
  const item = addItem(call.tenant, drive, { parentId: drive.rootId, name: displayName, clientId: '', at });
  channel.folderId = item.id;
  return { drive, item };
}

/** Returns the drive and the item of the path. @throws 404 */
function findItem(call: Call): { drive: StoredDrive; item: StoredItem } {
  const { parameters } = call;
  const drive = call.tenant.drives.get(parameters.drive!);
  const seen = (found: StoredItem | undefined): found is StoredItem =>
    found !== undefined && found.visibleAt <= call.now.getTime();
  let item = drive?.items.get(parameters.item!);
  if (drive === undefined || !seen(item)) throw itemNotFound();
  for (const part of parameters.path === undefined ? [] : parameters.path.split('/')) {
    const child = findChild(drive, item.id, part);
    if (!seen(child)) throw itemNotFound();
    item = child;
  }
  return { drive, item };
}

type Behavior = 'fail' | 'replace' | 'rename';

function behaviorOf(given: unknown, usual: Behavior): Behavior {
  if (given === null || given === undefined) return usual;
  if (!['fail', 'replace', 'rename'].includes(String(given))) {
    throw badRequest(`Invalid value for @microsoft.graph.conflictBehavior: '${String(given)}'.`);
  }
  return given as Behavior;
}

function checkName(given: string): void {
  if (given === '' || FORBIDDEN.test(given) || given !== given.trim() || /^~|\.$/.test(given)) {
    throw new GraphError(400, 'invalidRequest', 'The provided name cannot contain reserved characters.');
  }
}

/** Returns a name that is free: `plan 1.txt` for `plan.txt`. */
function freeName(drive: StoredDrive, parentId: string, wanted: string): string {
  const [, stem = wanted, extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(wanted) ?? [];
  for (let number = 1; ; number += 1) {
    const candidate = `${stem} ${number}${extension}`;
    if (findChild(drive, parentId, candidate) === undefined) return candidate;
  }
}

interface WrittenFile {
  parentId: string;
  name: string;
  bytes: Buffer;
  clientId: string;
  behavior: Behavior;
  at: number;
  visibleAt: number;
}

/** Stores the file. @throws 409 */
function writeFile(tenant: Tenant, drive: StoredDrive, { behavior, ...given }: WrittenFile) {
  const isChanged = tenant.changesDocuments && isOffice(given.name);
  const file = isChanged
    ? { ...given, bytes: Buffer.concat([given.bytes, Buffer.from('properties')]) }
    : given;
  const present = findChild(drive, file.parentId, file.name);
  if (present === undefined) return { status: 201 as const, item: addItem(tenant, drive, file) };
  if (behavior === 'rename') {
    const free = freeName(drive, file.parentId, file.name);
    return { status: 201 as const, item: addItem(tenant, drive, { ...file, name: free }) };
  }
  if (behavior === 'fail' || present.bytes === undefined) throw nameAlreadyExists();
  present.bytes = file.bytes;
  present.version += 1;
  present.modifiedAt = file.at;
  return { status: 200 as const, item: present };
}

/** Returns the folder of the path, and the name after it: `items/{parent}:/{filename}:`. */
function targetOf(call: Call): { drive: StoredDrive; parent: StoredItem; fileName: string } {
  const { path = '', ...parameters } = call.parameters;
  // The documented form has the name only.
  if (path.includes('/')) throw itemNotFound();
  const { drive, item: parent } = findItem({ ...call, parameters });
  if (parent.bytes !== undefined) throw new GraphError(400, 'invalidRequest', 'The parent is no folder.');
  checkName(path);
  return { drive, parent, fileName: path };
}

const CONFLICT = '@microsoft.graph.conflictBehavior';

function putContent(call: Call) {
  const { drive, parent, fileName } = targetOf(call);
  const { headers, bytes } = call;
  if (headers['content-type'] === undefined) throw badRequest('A Content-Type header is required.');
  if (bytes.length > MAX_PUT) throw new GraphError(413, 'requestEntityTooLarge', 'The file is too large.');
  const behavior = behaviorOf(call.query.parameters.get(CONFLICT), 'replace');
  const { clientId } = call.registration;
  const at = call.now.getTime();
  const written = writeFile(call.tenant, drive, {
    ...{ parentId: parent.id, name: fileName, bytes, clientId, behavior, at },
    visibleAt: call.visibleAt('item'),
  });
  const body = itemEntity(call, drive, written.item);
  return written.status === 201 ? created(body) : ok(body);
}

interface UploadRequest {
  item?: object;
  deferCommit?: boolean;
}

const UPLOAD_BODY: Fields<UploadRequest> = {
  item: record<Record<string, unknown>>('driveItemUploadableProperties', {
    '@odata.type': text(),
    [CONFLICT]: text(),
    description: text(),
    fileSize: anything,
    fileSystemInfo: anything,
    name: name(400),
  } as Fields<Record<string, unknown>>),
  deferCommit: anything,
};

function openSession(call: Call) {
  const { drive, parent, fileName } = targetOf(call);
  const body: Body =
    call.body === undefined ? {} : checkBody<UploadRequest>(call.body, 'upload', UPLOAD_BODY);
  const item = (body.item ?? {}) as Body;
  if (item.name !== undefined && item.name !== fileName) {
    throw badRequest('The path must contain the name of the item.');
  }
  const behavior = behaviorOf(item[CONFLICT], 'fail');
  if (behavior === 'fail' && findChild(drive, parent.id, fileName) !== undefined) throw nameAlreadyExists();
  const { tenant } = call;
  const { clientId } = call.registration;
  const target = `${drive.id}/${parent.id}/${fileName}`;
  const hidden = call.visibleAt('item') - call.now.getTime();
  const session = call.storage.openSession(
    {
      tenantId: tenant.id,
      target,
      commit(bytes, at) {
        const file = { parentId: parent.id, name: fileName, bytes, clientId, behavior, at };
        const written = writeFile(tenant, drive, { ...file, visibleAt: at + hidden });
        const { id, name: stored } = written.item;
        return { status: written.status, body: { id, name: stored, size: bytes.length, file: {} } };
      },
    },
    call.now,
  );
  return ok({ '@odata.context': `${call.url}/$metadata#microsoft.graph.uploadSession`, ...session });
}

interface NewFolder {
  name: string;
  folder: object;
}

const FOLDER_BODY = {
  name: name(400),
  folder: anything,
  [CONFLICT]: text(),
} as Fields<NewFolder>;

function createFolder(call: Call) {
  const { drive, item: parent } = findItem(call);
  const body = checkBody<NewFolder>(call.body, 'driveItem', FOLDER_BODY, ['name', 'folder']);
  if (parent.bytes !== undefined) throw new GraphError(400, 'invalidRequest', 'The parent is no folder.');
  const folderName = body.name as string;
  checkName(folderName);
  const behavior = behaviorOf(body[CONFLICT], 'fail');
  const present = findChild(drive, parent.id, folderName);
  const { clientId } = call.registration;
  const folder = { parentId: parent.id, clientId, at: call.now.getTime(), visibleAt: call.visibleAt('item') };
  if (present === undefined) {
    const added = addItem(call.tenant, drive, { ...folder, name: folderName });
    return created(itemEntity(call, drive, added));
  }
  if (behavior === 'fail') throw nameAlreadyExists();
  if (behavior === 'replace') return ok(itemEntity(call, drive, present));
  const free = freeName(drive, parent.id, folderName);
  return created(itemEntity(call, drive, addItem(call.tenant, drive, { ...folder, name: free })));
}

interface CopyRequest {
  parentReference?: object;
  name?: string;
}

const COPY_BODY: Fields<CopyRequest> = {
  parentReference: record<Record<string, unknown>>('itemReference', {
    '@odata.type': text(),
    driveId: text(),
    id: text(),
  } as Fields<Record<string, unknown>>),
  name: name(400),
};

/** Copies an item. The copy is visible from `visibleAt`, its children only when the copy is complete (`doneAt`). */
function copyItem(
  tenant: Tenant,
  from: { drive: StoredDrive; item: StoredItem },
  to: NewItem & { drive: StoredDrive; doneAt: number },
): StoredItem {
  const { drive, doneAt, ...place } = to;
  const copy = addItem(tenant, drive, { ...place, bytes: from.item.bytes });
  for (const child of childrenOf(from.drive, from.item.id)) {
    const below = { ...to, parentId: copy.id, name: child.name, visibleAt: doneAt };
    copyItem(tenant, { drive: from.drive, item: child }, below);
  }
  return copy;
}

/** Returns the response with the address of a monitor, which is forgotten ten minutes after the end of the copy. */
function accepted(call: Call, outcome: Pick<Monitor, 'doneAt' | 'resourceId' | 'failure'>) {
  const forgottenAt = outcome.doneAt + 600_000;
  const location = call.storage.monitor({ tenantId: call.tenant.id, forgottenAt, ...outcome });
  return { status: 202, headers: { location } };
}

function copy(call: Call) {
  const source = findItem(call);
  const body = checkBody<CopyRequest>(call.body, 'copy', COPY_BODY);
  const { driveId, id: parentId } = (body.parentReference ?? {}) as { driveId?: string; id?: string };
  const drive = call.tenant.drives.get(driveId ?? source.drive.id);
  const parent = drive?.items.get(parentId ?? source.item.parentId ?? '');
  if (drive === undefined || parent === undefined) throw itemNotFound();
  const wanted = (body.name as string | undefined) ?? source.item.name;
  checkName(wanted);
  const behavior = behaviorOf(call.query.parameters.get(CONFLICT), 'fail');
  const present = findChild(drive, parent.id, wanted);
  if (present !== undefined && behavior === 'fail') {
    if (present.visibleAt <= call.now.getTime()) throw nameAlreadyExists();
    // Another copy is still creating an item with this name. The request is accepted, and the monitor reports the
    // conflict.
    return accepted(call, { doneAt: call.now.getTime(), resourceId: '', failure: 'nameAlreadyExists' });
  }
  if (present !== undefined && behavior === 'replace') drive.items.delete(present.id);
  const copyName =
    present !== undefined && behavior === 'rename' ? freeName(drive, parent.id, wanted) : wanted;
  const at = call.now.getTime();
  const doneAt = at + call.operationTakes();
  const { clientId } = call.registration;
  // A file becomes visible when it is complete.
  const visibleAt = source.item.bytes === undefined ? at : doneAt;
  const place = { drive, parentId: parent.id, name: copyName, clientId, at, visibleAt, doneAt };
  const { id } = copyItem(call.tenant, source, place);
  return accepted(call, { doneAt, resourceId: id });
}

function deleteItem(call: Call) {
  const { drive, item } = findItem(call);
  if (item.parentId === undefined) throw new GraphError(400, 'invalidRequest', 'The root cannot be deleted.');
  const remove = (one: StoredItem): void => {
    for (const child of childrenOf(drive, one.id)) remove(child);
    drive.items.delete(one.id);
  };
  remove(item);
  return { status: 204 };
}

function readItem(call: Call) {
  const { drive, item } = findItem(call);
  const context = `${call.url}/$metadata#drives('${drive.id}')/items/$entity`;
  return ok(entityResponse(itemEntity(call, drive, item), call.query, RULES, context));
}

function listChildren(call: Call) {
  const { drive, item } = findItem(call);
  const seen = childrenOf(drive, item.id).filter(({ visibleAt }) => visibleAt <= call.now.getTime());
  const context = `${call.url}/$metadata#drives('${drive.id}')/items('${item.id}')/children`;
  const entities = seen.map((child) => itemEntity(call, drive, child));
  return ok(collectionResponse(entities, call.query, RULES, context));
}

const ITEM = '/drives/{drive}/items/{item}';
/** `items/{item}:/{path}:` (path.ts). */
const BY_PATH = `${ITEM}/:path/{path}`;

export const driveRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/teams/{team}/channels/{channel}/filesFolder',
    permissions: [...GET_ITEM, 'File.Read.Group'],
    budgets: ['teamsGet', 'oneTeam'],
    handle(call) {
      const { team, channel } = findChannel(call);
      channel.filesReadyAt ??= call.visibleAt('folder');
      if (channel.filesReadyAt > call.now.getTime()) throw notFound('The folder of the channel');
      const { drive, item } = folderOf(call, team, channel);
      const context = `${call.url}/$metadata#teams('${call.parameters.team}')/channels('${call.parameters.channel}')/filesFolder/$entity`;
      return ok(
        entityResponse(itemEntity(call, drive, item), call.query, { ...RULES, options: [] }, context),
      );
    },
  },
  ...[ITEM, BY_PATH].flatMap((path): Route[] => [
    { method: 'GET', path, permissions: GET_ITEM, budgets: ['sharePoint'], handle: readItem },
    {
      method: 'GET',
      path: `${path}/children`,
      permissions: READ,
      budgets: ['sharePoint'],
      handle: listChildren,
    },
  ]),
  { method: 'DELETE', path: ITEM, permissions: WRITE, budgets: ['sharePoint'], handle: deleteItem },
  {
    method: 'POST',
    path: `${ITEM}/children`,
    permissions: WRITE,
    budgets: ['sharePoint'],
    handle: createFolder,
  },
  {
    method: 'PUT',
    path: `${BY_PATH}/content`,
    permissions: WRITE,
    budgets: ['sharePoint'],
    handle: putContent,
  },
  {
    method: 'POST',
    path: `${BY_PATH}/createUploadSession`,
    permissions: UPLOAD,
    budgets: ['sharePoint'],
    handle: openSession,
  },
  { method: 'POST', path: `${ITEM}/copy`, permissions: WRITE, budgets: ['sharePoint'], handle: copy },
];

/** Returns the files below the channel's folder by their path, and the paths of folders with `undefined`. */
export function treeOf(tenant: Tenant, teamId: string, channelId: string): Map<string, Buffer | undefined> {
  const team = tenant.groups.get(teamId)?.team;
  const channel = team?.channels.get(channelId);
  const tree = new Map<string, Buffer | undefined>();
  const drive = channel?.channel.membershipType === 'standard' ? team?.drive : channel?.drive;
  const folder = drive?.items.get(channel?.folderId ?? '');
  if (drive === undefined || folder === undefined) return tree;
  const walk = (item: StoredItem, prefix: string): void => {
    for (const child of childrenOf(drive, item.id)) {
      tree.set(`${prefix}${child.name}`, child.bytes);
      walk(child, `${prefix}${child.name}/`);
    }
  };
  walk(folder, '');
  return tree;
}

/** Puts a file into the channel's folder, as a person does. */
export function addFile(
  call: Pick<Call, 'tenant' | 'now'>,
  teamId: string,
  channelId: string,
  path: string,
  bytes: Buffer,
): void {
  const team = call.tenant.groups.get(teamId)?.team;
  const channel = team?.channels.get(channelId);
  if (team === undefined || channel === undefined) throw new Error('There is no such channel.');
  const { drive, item } = folderOf(call as Call, team, channel);
  const names = path.split('/');
  const at = call.now.getTime();
  let parent = item;
  for (const folderName of names.slice(0, -1)) {
    parent =
      findChild(drive, parent.id, folderName) ??
      addItem(call.tenant, drive, { parentId: parent.id, name: folderName, clientId: '', at });
  }
  addItem(call.tenant, drive, { parentId: parent.id, name: names.at(-1) ?? '', bytes, clientId: '', at });
}
