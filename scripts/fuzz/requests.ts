/** Makes the requests of a lane. The same seed and the same responses give the same requests. */
import { createHash } from 'node:crypto';
import type { Dice } from '../../server/test/dice.ts';
import { BYTES_TYPE, type JsonSchema, type Operation } from './description.ts';
import type { Objects } from './objects.ts';
import { type FuzzCaller, type FuzzRequest, mayCall } from './oracle.ts';
import { HOSTILE_TEXTS, Values } from './values.ts';

/** How closely a request follows the description, by the frequency of deviations (values.ts). */
const MOODS = {
  valid: { hostile: Number.MAX_SAFE_INTEGER, changed: Number.MAX_SAFE_INTEGER },
  near: { hostile: 12, changed: 6 },
  hostile: { hostile: 3, changed: 2 },
} as const;
type Mood = keyof typeof MOODS;

const QUERY_TEXTS: Readonly<Record<string, readonly string[]>> = {
  $filter: [
    "displayName eq 'Atlas'",
    "startswith(displayName,'A')",
    'isArchived eq false',
    "status eq 'completed'",
    'ownerCount lt 2',
    'createdDateTime ge 2026-01-01T00:00:00Z',
    'a eq',
    "((((displayName eq 'x'",
  ],
  $search: ['a', '"a"', '"Atlas Be"', '"', 'é'],
  $skiptoken: ['WyJBZGEiXQ', 'WzFd', 'e30', 'x', 'W10'],
  timeZone: ['Europe/Berlin', 'UTC', 'Mars/Base'],
  at: ['2027-01-01T00:00:00Z', '2026-13-01T00:00:00Z', '2026-06-30T23:59:60Z'],
  language: ['en', '*', 'de-DE'],
};

/** Bodies that no schema describes. */
const RAW_BODIES = [
  '',
  '{',
  '[]',
  '7',
  'null',
  '"x"',
  '{"a":'.repeat(500),
  '{"__proto__":{"a":1}}',
  '\u0000',
];

export interface RequestMaker {
  operations: readonly Operation[];
  schemas: Readonly<Record<string, JsonSchema>>;
  callers: readonly FuzzCaller[];
  objects: Objects;
  /** Ids of the operations that have succeeded in the lane. */
  reached: Set<string>;
  dice: Dice;
  /** People of each tenant whom bodies may name. The callers are left out. */
  people: ReadonlyMap<string, readonly string[]>;
  /** The people among them who may be erased. Bodies name them before and after the erasure. */
  erasable: ReadonlyMap<string, readonly string[]>;
  /** The mark that names made for a tenant contain. */
  markOf: (tenant: string) => string;
}

/** Beginnings of the ids of the templates that the run adds to each tenant: plain, with an approval, for channels. */
const PLAIN = 'fuzz-plain';
export const GUARDED = 'fuzz-guarded';
export const CHANNELS = 'fuzz-channels';

/** Returns the id of the team template without an approval. */
export const plainTemplateOf = (tenant: string): string => `${PLAIN}-${tenant}`;

const isOfTheRun = (templateId: string | undefined): boolean =>
  [PLAIN, GUARDED, CHANNELS].some((id) => templateId?.startsWith(`${id}-`));

/** Returns the manifests of the run's templates. Only approvers who are callers can delegate. */
export const manifestsFor = (tenant: string, approvers: readonly string[]): object[] => [
  ...[PLAIN, GUARDED].map((id) => ({
    manifestVersion: '1.0',
    templateConfiguration: {
      id: `${id}-${tenant}`,
      name: `${id} of ${tenant}`,
      language: 'en-US',
      approval: {
        requireApproval: id === GUARDED,
        ...(id === GUARDED && { approvalTeam: approvers.map((approver) => ({ id: approver })) }),
      },
    },
    initialization: {
      contents: { channels: [{ files: [{ path: 'Read me.txt', source: 'data:text/plain,Welcome' }] }] },
    },
  })),
  {
    manifestVersion: '1.0',
    templateConfiguration: {
      id: `${CHANNELS}-${tenant}`,
      name: `${CHANNELS} of ${tenant}`,
      language: 'en-US',
    },
    newChannel: { membershipType: 'private', requesters: 'members' },
  },
];

const PERSON_KEYS = ['user', 'members', 'owners', 'approver', 'deputy', 'people', 'person', 'approvalTeam'];

/** Returns a hint that fills the references in a body with ids of existing objects. */
function hintsOf({ dice, objects, people }: RequestMaker, { tenant }: FuzzCaller) {
  const id = (name: string) => objects.one(dice, tenant, name)?.[name];
  return (path: readonly string[]): unknown => {
    const [key, parent] = [path.at(-1), path.at(-2)];
    if (key === 'url')
      return dice.of(['https://hooks.invalid/x', 'http://127.0.0.1:9/x', 'https://10.0.0.1/']);
    if (key === 'manifest') return manifestOf(dice, tenant);
    if (key === 'id' && PERSON_KEYS.includes(parent ?? '')) return dice.of(people.get(tenant) ?? []);
    if (key === 'id' && parent === 'template')
      return dice.of([...[PLAIN, GUARDED, CHANNELS].map((name) => `${name}-${tenant}`), id('templateId')]);
    if (key === 'user') return { id: dice.of(people.get(tenant) ?? []) };
    if (key === 'role') return dice.of(['member', 'owner']);
    if (key === 'teamsApp') return { id: 'com.microsoft.teamspace.tab.web' };
    if (key === 'id' && parent === 'teamsApp') return 'com.microsoft.teamspace.tab.web';
    if (key === 'ids') return [id('teamId')].filter(Boolean);
    if (key === 'teamId' || key === 'templateId' || key === 'policyId') return id(key);
    return undefined;
  };
}

function manifestOf(dice: Dice, tenant: string): unknown {
  const number = dice.below(20);
  return {
    manifestVersion: '1.0',
    templateConfiguration: {
      id: `fuzz-${tenant}-${number}`,
      name: `Fuzz ${number}`,
      language: 'en-US',
      enabled: dice.below(4) > 0,
      approval: { requireApproval: dice.below(3) === 0 },
      lifecycle: { enabled: true, inactivityDays: dice.of([7, 30, 31]) },
    },
    newTeam: {
      teamPrivacy: dice.of(['private', 'public', 'hiddenMembership', 'secret']),
      namingConvention: dice.of([
        undefined,
        'F <%= request.team.name %>',
        '<%= x.y %>',
        '<% while(true){} %>',
      ]),
    },
  };
}

function queryOf(maker: RequestMaker, operation: Operation, mood: Mood, values: Values): string {
  const { dice } = maker;
  const options = operation.parameters.filter((each) => each.in === 'query' && dice.below(3) === 0);
  const pairs = options.map(({ name, schema }) => {
    const known = QUERY_TEXTS[name];
    const value = known && dice.below(8) > 0 ? dice.of(known) : values.of(schema, MOODS[mood], []);
    return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const;
  });
  if (mood === 'hostile' && dice.below(4) === 0)
    pairs.push(
      dice.of([
        ['zzz', '1'],
        ['$top', '0'],
        ['$select', 'id'],
      ]),
    );
  return pairs.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join('&');
}

/** Paths for the export, the erasure and the legal hold of a person. */
const PERSON_PATH = /^\/v1\.0\/users\/\{id\}\//;

/** Returns the path parameters: of an own object, of another tenant's, or a text. */
function paramsOf(maker: RequestMaker, { method, path }: Operation, caller: FuzzCaller, mood: Mood) {
  const { dice, objects, callers, people, erasable } = maker;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const isForeign = names.length > 0 && dice.below(12) === 0;
  const tenants = [...new Set(callers.map(({ tenant }) => tenant))].filter((each) => each !== caller.tenant);
  const tenant = isForeign ? dice.of(tenants) : caller.tenant;
  const known = Object.assign({}, ...names.map((name) => objects.one(dice, tenant, name) ?? {})) as Record<
    string,
    string
  >;
  const text = () => (mood === 'valid' ? 'unknown' : dice.of(HOSTILE_TEXTS).toWellFormed() || 'x');
  const assigned = known.role !== undefined && dice.below(2) === 0;
  const params = names.map((name) => {
    if (assigned && (name === 'principalId' || name === 'role')) return known[name] ?? '';
    if (name === 'principalId' || name === 'userId') return dice.of(people.get(tenant) ?? ['nobody']);
    // The templates of the run must stay: without them, no request for a team would succeed.
    if (name === 'templateId' && method !== 'GET' && isOfTheRun(known[name])) return 'unknown';
    if (PERSON_PATH.test(path)) return dice.of(erasable.get(tenant) ?? ['nobody']);
    if (name === 'role')
      return dice.of(['INTEGRATION_MANAGER', 'GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'X']);
    return mood !== 'valid' && dice.below(10) === 0 ? text() : (known[name] ?? text());
  });
  return { names, params };
}

function headersOf(
  { dice }: RequestMaker,
  { method, answers }: Operation,
  mood: Mood,
): Record<string, string> {
  const accept = answers.get(200)?.mediaTypes.join(', ') || 'application/json';
  const headers: Record<string, string> = { accept };
  if (dice.below(4) === 0) headers['accept-language'] = dice.of(['de', 'fr-CH', 'xx', '*;q=0']);
  if (dice.below(6) === 0) headers.prefer = 'include-unknown-enum-members';
  if (method !== 'GET' && dice.below(8) === 0)
    headers['if-match'] = dice.of(['"1"', '*', '"x"', 'W/"1"', '7']);
  if (mood === 'hostile' && dice.below(10) === 0) headers.accept = dice.of(['text/html', 'x', '*/*;q=0']);
  if (mood === 'hostile' && dice.below(10) === 0) headers['client-request-id'] = 'no uuid';
  return headers;
}

/** Operations that create the objects that other operations need. They are chosen more often. */
const MAKERS = [
  'createTeamProvisioningJob',
  'createTeamChannel',
  'createTeamChannelTab',
  'addTeamMember',
  'createHook',
  'createPolicy',
];
const MAKER_SHARE = 6;
/** One in this many requests is for an operation that has not succeeded in the lane. */
const UNREACHED_SHARE = 5;
/** Operations that remove the objects that other operations need. They are chosen less often. */
const DESTRUCTIVE = /^(delete|archive|createTeamBulk|importUsers|erase)/;

/** Requests for every list, with which a lane finds the existing objects. */
export function* listRequests({ operations, callers }: RequestMaker): Generator<FuzzRequest> {
  const lists = operations.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  for (const caller of callers.filter(({ roles }) => roles.includes('GLOBAL_ADMIN'))) {
    for (const operation of lists) {
      yield {
        operation,
        caller,
        path: operation.path,
        headers: { accept: 'application/json' },
        body: undefined,
      };
    }
  }
}

function operationFor({ dice, operations, reached }: RequestMaker): Operation {
  const unreached = operations.filter(({ id }) => !reached.has(id));
  if (unreached.length > 0 && dice.below(UNREACHED_SHARE) === 0) return dice.of(unreached);
  const makers = operations.filter(({ id }) => MAKERS.includes(id));
  const operation = dice.of(dice.below(MAKER_SHARE) === 0 && makers.length ? makers : operations);
  return DESTRUCTIVE.test(operation.id) && dice.below(4) > 0 ? dice.of(operations) : operation;
}

/** Text that begins like a lossless WebP image of 33 × 130 pixels. */
const PICTURE = 'RIFF    WEBPVP8L    / @ @';

/** Returns a binary body. Usually sets the parameter `sha256`, if there is one, to the hash of the body. */
function bytesOf(
  { dice }: RequestMaker,
  { id }: Operation,
  mood: Mood,
  names: readonly string[],
  params: string[],
): string {
  if (mood === 'hostile' && dice.below(4) === 0) return dice.of(RAW_BODIES);
  const bytes = id === 'putOrganizationLogo' ? PICTURE : `File ${dice.below(100)}`;
  const index = names.indexOf('sha256');
  if (index >= 0 && dice.below(4) > 0) params[index] = createHash('sha256').update(bytes).digest('hex');
  return bytes;
}

export function makeRequest(maker: RequestMaker): FuzzRequest {
  const { callers, dice, markOf, schemas } = maker;
  const operation = operationFor(maker);
  // Most calls have a permitted caller, because the others are rejected early.
  const permitted = callers.filter((caller) => mayCall(operation, caller));
  const caller = dice.of(dice.below(5) === 0 ? callers : permitted);
  const mood = dice.of(['valid', 'valid', 'near', 'hostile'] as const);
  const values = new Values(dice, schemas, hintsOf(maker, caller), markOf(caller.tenant));
  const { names, params } = paramsOf(maker, operation, caller, mood);
  const bytes = operation.takesBytes ? bytesOf(maker, operation, mood, names, params) : undefined;
  const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[names.indexOf(name)] ?? 'x').replaceAll('.', '%2E'),
  );
  const query = queryOf(maker, operation, mood, values);
  const headers = headersOf(maker, operation, mood);
  let body = bytes;
  if (bytes !== undefined) headers['content-type'] = BYTES_TYPE;
  if (operation.body !== undefined && dice.below(20) > 0) {
    headers['content-type'] = mood === 'hostile' && dice.below(10) === 0 ? 'text/plain' : 'application/json';
    body =
      mood === 'hostile' && dice.below(4) === 0
        ? dice.of(RAW_BODIES)
        : JSON.stringify(values.of(operation.body, MOODS[mood]));
  }
  return { operation, caller, path: query ? `${filled}?${query}` : filled, headers, body };
}
