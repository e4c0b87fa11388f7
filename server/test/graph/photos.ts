/** Pictures of groups and teams: one picture at two addresses. */
import { GraphError } from './errors.ts';
import { GROUP_RULES } from './group-entity.ts';
import { findGroup, READ, WRITE } from './groups.ts';
import { checkOptions } from './odata.ts';
import { type Call, ok, type Route } from './route.ts';

const MAX_PHOTO_BYTES = 4 * 1024 * 1024;

function readPhoto(call: Call) {
  const { photo } = findGroup(call, call.parameters.group!);
  checkOptions(call.query, { ...GROUP_RULES, options: [] });
  if (photo === undefined) throw new GraphError(404, 'ImageNotFound', "The photo wasn't found.");
  return ok(photo.bytes, { 'content-type': photo.contentType });
}

function writePhoto(call: Call) {
  const stored = findGroup(call, call.parameters.group!);
  const contentType = call.headers['content-type'] ?? '';
  // "Update profilePhoto" requires this type.
  if (contentType !== 'image/jpeg') {
    throw new GraphError(415, 'UnsupportedMediaType', 'The Content-Type must be image/jpeg.');
  }
  if (call.bytes.length === 0) throw new GraphError(400, 'BadRequest', 'The photo must be an image.');
  if (call.bytes.length > MAX_PHOTO_BYTES)
    throw new GraphError(413, 'RequestEntityTooLarge', 'The image is too large.');
  stored.photo = { contentType, bytes: call.bytes };
  return ok('');
}

const PHOTOS = [
  { under: '/groups', read: READ, write: WRITE, budget: 'outlook' },
  {
    under: '/teams',
    read: [
      'Team.ReadBasic.All',
      'TeamSettings.Read.All',
      'TeamSettings.ReadWrite.All',
      'Group.Read.All',
      'Group.ReadWrite.All',
    ],
    write: ['TeamSettings.ReadWrite.All', 'Group.ReadWrite.All'],
    budget: 'teamsOther',
  },
] as const;

export const photoRoutes: readonly Route[] = PHOTOS.flatMap(({ under, read, write, budget }): Route[] => [
  {
    method: 'GET',
    path: `${under}/{group}/photo/$value`,
    permissions: read,
    budgets: [budget],
    handle: readPhoto,
  },
  ...(['PUT', 'PATCH'] as const).map(
    (method): Route => ({
      method,
      path: `${under}/{group}/photo/$value`,
      permissions: write,
      budgets: [budget],
      handle: writePhoto,
    }),
  ),
]);
