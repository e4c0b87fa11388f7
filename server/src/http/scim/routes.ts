/**
 * SCIM 2.0 at /scim/v2 (RFC 7643, RFC 7644), through which connectors of identity providers write people and groups. It
 * is not part of the API: it has its own tokens, errors, media type and schemas (docs/adr/0036-scim.md).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  addGroup,
  changeGroup,
  deleteGroup,
  type GroupDeps,
  getGroup,
  listGroups,
} from '../../domain/scim/groups.ts';
import { assertScimDirectory } from '../../domain/scim/manage-tokens.ts';
import type { AdmittedVersions, Connector, ScimCall } from '../../domain/scim/model.ts';
import {
  addPerson,
  changePerson,
  deletePerson,
  getPerson,
  listPeople,
  type PeopleDeps,
} from '../../domain/scim/people.ts';
import type { ScimTokenStore } from '../../domain/scim/ports.ts';
import { identifyConnector } from '../../domain/scim/tokens.ts';
import { notFound } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { handleError } from '../errors.ts';
import { versionsFrom } from '../etag.ts';
import type { RateLimitGate } from '../gate.ts';
import { acceptJsonOnly, assertPlainBody } from '../json-bodies.ts';
import { assertPlainAddress, assertRequestStorable } from '../storable-requests.ts';
import { DEFAULT_RESOURCES, discoveryOf, MAX_RESOURCES } from './discovery.ts';
import { invalidScim } from './errors.ts';
import { readGroupFilter, readPersonFilter } from './filter.ts';
import { readGroup, readGroupPatch } from './groups.ts';
import { applyPatch, readPatch } from './patch.ts';
import {
  locationOf,
  MEDIA_TYPE,
  scimErrors,
  sendList,
  sendResource,
  sendScim,
  showGroup,
  showUser,
} from './responses.ts';
import { GROUP_SHAPE, USER_SHAPE } from './schemas.ts';
import { type AttributeSelection, readSelection, selects } from './selection.ts';
import { readUser, toUser } from './users.ts';
import { readResource } from './values.ts';

const BASE = '/scim/v2';

/** Maximum number of groups in a list that includes their members. Each group may have thousands of members. */
const MAX_GROUPS_WITH_MEMBERS = 50;

/** Tier of all SCIM calls, whose limit is CHARTER_RATE_LIMIT_SCIM. */
const TIER = 3;

declare module 'fastify' {
  interface FastifyRequest {
    connector: Connector | null;
  }
}

export interface ScimDeps extends PeopleDeps {
  tokens: ScimTokenStore;
  /** False when an external system stores the directory. Every call is rejected then. */
  isDirectoryStored: boolean;
  limit: RateLimitGate;
  /** Returns the public URL of the service, which may contain the port and so is unknown before the service listens. */
  publicUrl: () => string;
}

interface Query {
  filter?: string;
  startIndex?: string;
  count?: string;
  attributes?: string;
  excludedAttributes?: string;
}

const queryOf = (request: FastifyRequest): Query => request.query as Query;
const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;
const callOf = ({ connector, id: requestId }: FastifyRequest): ScimCall => ({
  connector: connector as Connector,
  requestId,
});

/** Returns the resource that a request changes, and its versions that If-Match admits. */
const targetOf = (request: FastifyRequest): { id: string; versions: AdmittedVersions } => ({
  id: idOf(request),
  versions: versionsFrom(request.headers['if-match']),
});

/** @throws InvalidRequest (invalidValue) when the text is not a whole number */
function readNumber(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  if (!/^-?\d{1,9}$/.test(text))
    throw invalidScim('invalidValue', say('scim.number', "'{name}' is a whole number.", { name }));
  return Number(text);
}

/** Reads the paging parameters. A count below 0 counts as 0, and an index below 1 as 1 (RFC 7644, 3.4.2.4). */
function readPage({ startIndex, count }: Query, most: number): { startIndex: number; top: number } {
  return {
    startIndex: Math.max(1, readNumber('startIndex', startIndex, 1)),
    top: Math.min(most, Math.max(0, readNumber('count', count, DEFAULT_RESOURCES))),
  };
}

const userSelection = (request: FastifyRequest) => readSelection(USER_SHAPE, queryOf(request));
const groupSelection = (request: FastifyRequest) => readSelection(GROUP_SHAPE, queryOf(request));

/** Adds a route below BASE. */
type AddRoute = (
  operation: string,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply,
) => void;

/** @param base returns the address of the SCIM service, without a slash at the end */
function addDiscovery(route: AddRoute, base: () => string): void {
  route('scimServiceProviderConfig', 'GET', '/ServiceProviderConfig', (_request, reply) =>
    sendScim(reply, discoveryOf(base()).serviceProviderConfig),
  );
  for (const [path, list] of [
    ['ResourceTypes', 'resourceTypes'],
    ['Schemas', 'schemas'],
  ] as const) {
    const all = (): readonly { id: string }[] => discoveryOf(base())[list];
    route(`scimList${path}`, 'GET', `/${path}`, (_request, reply) => {
      const resources = all();
      return sendList(reply, resources, resources.length);
    });
    route(`scimGet${path}`, 'GET', `/${path}/:id`, (request, reply) => {
      const found = all().find(({ id }) => id === idOf(request));
      if (found === undefined) throw notFound(path, idOf(request));
      return sendScim(reply, found);
    });
  }
}

function addUsers(route: AddRoute, deps: PeopleDeps, base: () => string): void {
  route('scimListUsers', 'GET', '/Users', async (request, reply) => {
    const selection = userSelection(request);
    const { startIndex, top } = readPage(queryOf(request), MAX_RESOURCES);
    const filter = readPersonFilter(queryOf(request).filter);
    const page = { filter, offset: startIndex - 1, top };
    const { items, total } = await listPeople(deps, callOf(request), page);
    return sendList(
      reply,
      items.map((person) => showUser(base(), selection, person)),
      total,
      startIndex,
    );
  });
  route('scimCreateUser', 'POST', '/Users', async (request, reply) => {
    const wanted = readUser(readResource(USER_SHAPE, request.body));
    const selection = userSelection(request);
    const person = await addPerson(deps, callOf(request), wanted);
    reply.header('location', locationOf(base(), 'User', person.id));
    return sendResource(request, reply, showUser(base(), selection, person), person.version, 201);
  });
  route('scimGetUser', 'GET', '/Users/:id', async (request, reply) => {
    const person = await getPerson(deps, callOf(request), idOf(request));
    return sendResource(request, reply, showUser(base(), userSelection(request), person), person.version);
  });
  route('scimReplaceUser', 'PUT', '/Users/:id', async (request, reply) => {
    const resource = readResource(USER_SHAPE, request.body);
    const selection = userSelection(request);
    const person = await changePerson(deps, callOf(request), {
      ...targetOf(request),
      decide: (current) => readUser(resource, current),
    });
    return sendResource(request, reply, showUser(base(), selection, person), person.version);
  });
  route('scimPatchUser', 'PATCH', '/Users/:id', async (request, reply) => {
    const operations = readPatch(USER_SHAPE, request.body);
    const selection = userSelection(request);
    const person = await changePerson(deps, callOf(request), {
      ...targetOf(request),
      decide: (current) => readUser(applyPatch(USER_SHAPE, toUser(current), operations), current),
    });
    return sendResource(request, reply, showUser(base(), selection, person), person.version);
  });
  route('scimDeleteUser', 'DELETE', '/Users/:id', async (request, reply) => {
    await deletePerson(deps, callOf(request), targetOf(request));
    return reply.status(204).send();
  });
}

function addGroups(route: AddRoute, deps: GroupDeps, base: () => string): void {
  route('scimListGroups', 'GET', '/Groups', async (request, reply) => {
    const selection = groupSelection(request);
    const hasMembers = selects(selection, 'members');
    const { startIndex, top } = readPage(
      queryOf(request),
      hasMembers ? MAX_GROUPS_WITH_MEMBERS : MAX_RESOURCES,
    );
    const filter = readGroupFilter(queryOf(request).filter);
    const page = { filter, offset: startIndex - 1, top, hasMembers };
    const { items, total } = await listGroups(deps, callOf(request), page);
    return sendList(
      reply,
      items.map((group) => showGroup(base(), selection, group)),
      total,
      startIndex,
    );
  });
  const sendGroup = async (
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
    selection: AttributeSelection | undefined,
    status = 200,
  ) => {
    const hasMembers = selects(selection, 'members');
    const group = await getGroup(deps, callOf(request), { id, hasMembers });
    return sendResource(request, reply, showGroup(base(), selection, group), group.version, status);
  };
  route('scimCreateGroup', 'POST', '/Groups', async (request, reply) => {
    const selection = groupSelection(request);
    const id = await addGroup(deps, callOf(request), readGroup(readResource(GROUP_SHAPE, request.body)));
    reply.header('location', locationOf(base(), 'Group', id));
    return sendGroup(request, reply, id, selection, 201);
  });
  route('scimGetGroup', 'GET', '/Groups/:id', async (request, reply) =>
    sendGroup(request, reply, idOf(request), groupSelection(request)),
  );
  route('scimReplaceGroup', 'PUT', '/Groups/:id', async (request, reply) => {
    const selection = groupSelection(request);
    const { memberIds, ...values } = readGroup(readResource(GROUP_SHAPE, request.body));
    // Without `members`, the request leaves the members unchanged.
    const isAsserted = Object.keys(request.body as object).some((name) => name.toLowerCase() === 'members');
    const members = isAsserted ? { replaces: true, added: memberIds, removed: [] } : undefined;
    const change = { ...targetOf(request), values, members };
    await changeGroup(deps, callOf(request), change);
    return sendGroup(request, reply, idOf(request), selection);
  });
  route('scimPatchGroup', 'PATCH', '/Groups/:id', async (request, reply) => {
    const change = readGroupPatch(readPatch(GROUP_SHAPE, request.body));
    await changeGroup(deps, callOf(request), { ...change, ...targetOf(request) });
    return reply.status(204).send();
  });
  route('scimDeleteGroup', 'DELETE', '/Groups/:id', async (request, reply) => {
    await deleteGroup(deps, callOf(request), targetOf(request));
    return reply.status(204).send();
  });
}

export async function addScim(app: FastifyInstance, deps: ScimDeps): Promise<void> {
  const base = () => `${deps.publicUrl()}${BASE}`;

  await app.register(
    async (scope) => {
      acceptJsonOnly(scope, [MEDIA_TYPE, 'application/json']);
      scope.decorateRequest('connector', null);
      scope.setErrorHandler(handleError(deps.clock, undefined, scimErrors));
      scope.addHook('onRequest', async (request, reply) => {
        assertScimDirectory(deps.isDirectoryStored);
        assertPlainAddress(request);
        const connector = await identifyConnector(deps, request.headers.authorization);
        request.connector = connector;
        const { tenantId, tokenId, displayName } = connector;
        const roles = new Set<never>();
        await deps.limit({ tenantId, kind: 'app', id: tokenId, displayName, roles }, TIER, reply);
      });
      scope.addHook('preParsing', async (request) => assertPlainBody(request.headers['content-encoding']));
      scope.addHook('preValidation', async (request) => assertRequestStorable(request));
      scope.setNotFoundHandler(async (request) => {
        throw notFound('address', request.url.split('?')[0] ?? '/');
      });

      const route: AddRoute = (operation, method, url, handler) =>
        scope.route({ method, url, schema: { hide: true }, config: { operation }, handler });
      addDiscovery(route, base);
      addUsers(route, deps, base);
      addGroups(route, deps, base);
    },
    { prefix: BASE },
  );
}
