/** Responses in SCIM's form: resources, lists (RFC 7644, 3.4.2) and errors (RFC 7644, 3.12). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredPerson } from '../../domain/identity/ports.ts';
import { translate } from '../../domain/languages/translate.ts';
import type { GroupWithMembers } from '../../domain/scim/groups.ts';
import type { ErrorForm } from '../errors.ts';
import { etagOf, versionsFrom } from '../etag.ts';
import { scimTypeOf } from './errors.ts';
import { toGroup } from './groups.ts';
import { GROUP_SHAPE, GROUP_URN, type Shape, USER_SHAPE } from './schemas.ts';
import { type AttributeSelection, select } from './selection.ts';
import { toUser, userSchemas } from './users.ts';
import type { ScimObject } from './values.ts';

export const MEDIA_TYPE = 'application/scim+json';
const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

export const scimErrors: ErrorForm = {
  mediaType: MEDIA_TYPE,
  bodyOf(error, _request, { status, language }) {
    const scimType = scimTypeOf(error, status);
    const [detail] = error.details;
    const target = detail !== undefined && detail.target !== 'body' ? `${detail.target}: ` : '';
    return {
      schemas: [ERROR_URN],
      status: String(status),
      ...(scimType !== undefined && { scimType }),
      detail: target + translate(language, detail ?? error),
    };
  },
};

/** @param base the address of the SCIM service, without a slash at the end */
export const locationOf = (base: string, type: 'User' | 'Group', id: string): string =>
  `${base}/${type}s/${encodeURIComponent(id)}`;

function present(
  base: string,
  type: 'User' | 'Group',
  shape: Shape,
  selection: AttributeSelection | undefined,
  attributes: ScimObject,
  { id, version, createdAt, changedAt }: Pick<StoredPerson, 'id' | 'version' | 'createdAt' | 'changedAt'>,
): ScimObject {
  const lastModified = changedAt ?? createdAt;
  return select(shape, selection, {
    schemas: type === 'User' ? userSchemas(attributes) : [GROUP_URN],
    ...attributes,
    meta: {
      resourceType: type,
      ...(createdAt && { created: createdAt.toISOString() }),
      ...(lastModified && { lastModified: lastModified.toISOString() }),
      location: locationOf(base, type, id),
      version: `W/${etagOf(version)}`,
    },
  });
}

export const showUser = (base: string, selection: AttributeSelection | undefined, person: StoredPerson) =>
  present(base, 'User', USER_SHAPE, selection, toUser(person), person);
export const showGroup = (base: string, selection: AttributeSelection | undefined, group: GroupWithMembers) =>
  present(base, 'Group', GROUP_SHAPE, selection, toGroup(group), group);

export const sendScim = (reply: FastifyReply, body: object, status = 200): FastifyReply =>
  reply
    .status(status)
    .type(`${MEDIA_TYPE}; charset=utf-8`)
    .serializer(JSON.stringify as (payload: unknown) => string)
    .send(body);

/** Sends a resource with its entity tag, or 304 when the caller has this version. */
export function sendResource(
  request: FastifyRequest,
  reply: FastifyReply,
  body: ScimObject,
  version: string,
  status = 200,
): FastifyReply {
  reply.header('etag', `W/${etagOf(version)}`);
  const known = versionsFrom(request.headers['if-none-match']);
  if (request.method === 'GET' && known?.includes(version)) return reply.status(304).send();
  return sendScim(reply, body, status);
}

export const sendList = (
  reply: FastifyReply,
  resources: readonly object[],
  total: number,
  startIndex = 1,
): FastifyReply =>
  sendScim(reply, {
    schemas: [LIST_URN],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  });
