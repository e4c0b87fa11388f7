/**
 * Sends requests of all kinds to a service of its own, made from the served `/openapi.json`, and checks every response.
 * `npm run fuzz -- --requests 100000 --seed 1 --lanes 8`. Exits with 1 when a response violates the description, or
 * when an operation never succeeded: a short run may not reach each of them.
 */
import { parseArgs } from 'node:util';
import { createFilledDatabase, RAISED_LIMITS, type Service, startNode } from '../../acceptance/service.ts';
import { issueToken } from '../../acceptance/tokens.ts';
import { FOUR_EYES } from '../../server/src/domain/identity/second-approval.ts';
import { Dice } from '../../server/test/dice.ts';
import { type ApiDocument, operationsOf } from './description.ts';
import { residentMemory } from './memory.ts';
import { Objects, Owners } from './objects.ts';
import type { FuzzCaller, FuzzRequest, FuzzResponse } from './oracle.ts';
import { type PreparedTenant, prepareTenant } from './prepare.ts';
import { manifestsFor, plainTemplateOf } from './requests.ts';
import { type FoundFault, runLane, type Send } from './run.ts';

/** About ten minutes on two idle cores. */
const REQUESTS = '100000';
const TIMEOUT_MILLISECONDS = 30_000;
/** Maximum number of faults of one kind and operation that are printed in full. */
const PRINTED = 3;
/** Limits that even a busy machine does not reach: its 503s would look like faults of the service. */
const PATIENT = {
  CHARTER_DATABASE_WAIT_SECONDS: '20',
  CHARTER_DATABASE_LOCK_SECONDS: '20',
  CHARTER_DATABASE_STATEMENT_SECONDS: '20',
};
/** One in this many people may be erased. */
const ERASABLE = 3;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: REQUESTS },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lanes: { type: 'string', default: '8' },
    'idle-minutes': { type: 'string', default: '0' },
  },
});
const [requests, seed, lanes, idleMinutes] = [
  values.requests,
  values.seed,
  values.lanes,
  values['idle-minutes'],
].map(Number) as [number, number, number, number];

/** Id of the first sample organisation. */
const TENANT_ID = '4d657269-6469-4a6e-8000-000000000000';

/** People and apps of both sample organisations, with each role. */
const CALLERS: readonly { tenant: string; subject: { user: string } | { app: string } }[] = [
  ...['nadia.okafor', 'ivo.marek', 'ruben.dewit', 'ines.carvalho', 'priya.raman', 'sofia.rossi'].map(
    (name) => ({ tenant: 'meridian', subject: { user: `${name}@meridian.example` } }),
  ),
  { tenant: 'meridian', subject: { app: '4d657269-6469-4a6e-8000-000000000401' } },
  ...['maya.cohen', 'arun.patel'].map((name) => ({
    tenant: 'harbor',
    subject: { user: `${name}@harbor.example` },
  })),
  { tenant: 'meridian', subject: { user: 'daniel.osei@meridian.example' } },
];

/**
 * Roles that administrators of both organisations assign, so that each role has a caller, and one organisation has a
 * second administrator.
 */
const GIVEN = [
  { by: 0, to: 4, role: 'GOVERNANCE_MANAGER' },
  { by: 0, to: 3, role: 'TEAMS_SERVICE_ADMIN' },
  { by: 7, to: 8, role: 'INTEGRATION_MANAGER' },
  { by: 0, to: 9, role: 'GLOBAL_ADMIN' },
];

const authorizationOf = async (service: Service, index: number): Promise<string> =>
  `Bearer ${await issueToken(service, CALLERS[index]?.subject ?? { user: '' })}`;

async function me({ url }: Service, authorization: string) {
  const answer = await fetch(`${url}/v1.0/me`, { headers: { authorization } });
  return (await answer.json()) as { id: string; displayName: string; roles: string[] };
}

/** Assigns the roles while the service does not require a second administrator yet. */
async function giveRoles(service: Service): Promise<void> {
  for (const { by, to, role } of GIVEN) {
    const { id } = await me(service, await authorizationOf(service, to));
    const headers = { authorization: await authorizationOf(service, by) };
    const { status } = await fetch(`${service.url}/v1.0/roles/${id}/${role}`, { method: 'PUT', headers });
    if (status !== 200) throw new Error(`The role ${role} could not be given: ${status}`);
  }
}

async function callersOf(service: Service): Promise<{ callers: FuzzCaller[]; ids: string[] }> {
  const authorizations = await Promise.all(CALLERS.map((_, index) => authorizationOf(service, index)));
  const people = await Promise.all(authorizations.map((authorization) => me(service, authorization)));
  const callers = CALLERS.map(
    ({ tenant, subject }, index): FuzzCaller => ({
      name: people[index]?.displayName ?? '',
      tenant,
      kind: 'app' in subject ? 'app' : 'user',
      roles: people[index]?.roles ?? [],
      authorization: authorizations[index] as string,
    }),
  );
  return { callers, ids: people.map(({ id }) => id) };
}

const senderTo =
  (service: Service): Send =>
  async ({ operation, caller, path, headers, body }) => {
    const response = await fetch(service.url + path, {
      method: operation.method,
      headers: { ...headers, authorization: caller.authorization },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel();
      return { status: response.status, headers: response.headers, text: '' };
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

/** Returns people of each tenant who are not callers: their roles and accounts may change. */
async function peopleOf(service: Service, callers: readonly FuzzCaller[], ids: readonly string[]) {
  const administrators = callers.filter(({ roles }) => roles.includes('GLOBAL_ADMIN'));
  const found = administrators.map(async ({ tenant, authorization }) => {
    const headers = { authorization };
    const answer = await fetch(`${service.url}/v1.0/users?$top=100`, { headers });
    const { value } = (await answer.json()) as { value: { id: string }[] };
    return [tenant, value.map(({ id }) => id).filter((id) => !ids.includes(id))] as const;
  });
  return new Map(await Promise.all(found));
}

/** Adds templates with which requests succeed. */
async function addTemplates(
  service: Service,
  callers: readonly FuzzCaller[],
  ids: readonly string[],
): Promise<void> {
  const peopleIn = (tenant: string) =>
    ids.filter((_, index) => callers[index]?.tenant === tenant && callers[index]?.kind === 'user');
  for (const { tenant, authorization } of callers.filter(({ roles }) => roles.includes('GLOBAL_ADMIN'))) {
    for (const manifest of manifestsFor(tenant, peopleIn(tenant))) {
      const headers = { authorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ manifest });
      const answer = await fetch(`${service.url}/v1.0/catalog/templates`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`A template could not be added: ${await answer.text()}`);
    }
  }
}

/** Returns the first sample organisation, with its callers. */
function preparedTenantOf(callers: readonly FuzzCaller[], ids: readonly string[]): PreparedTenant {
  const [administrator] = callers as [FuzzCaller];
  const { tenant } = administrator;
  const people = callers.flatMap((caller, index) =>
    caller.tenant === tenant && caller.kind === 'user' && caller !== administrator
      ? [{ id: ids[index] as string, caller }]
      : [],
  );
  return { id: TENANT_ID, administrator, people, templateId: plainTemplateOf(tenant) };
}

const describe = ({ kind, detail, lane, position, request }: FoundFault): string => {
  const { operation, caller, path, headers, body } = request;
  const sent = `${operation.method} ${path.slice(0, 300)} as ${caller.name} ${JSON.stringify(headers)}`;
  return `${kind}: ${operation.id}, lane ${lane}, request ${position}\n  ${sent}\n  ${(body ?? '').slice(0, 600)}\n  ${detail}`;
};

/** Returns the service's log line about the response that a fault quotes. */
function logOf(service: Service, detail: string): string | undefined {
  const id = /"request-id":"([^"]+)"/.exec(detail)?.[1];
  return id === undefined
    ? undefined
    : service
        .output()
        .split('\n')
        .find((line) => line.includes(id));
}

async function fuzz(service: Service, databaseUrl: string): Promise<boolean> {
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as ApiDocument;
  const operations = operationsOf(document);
  const { callers, ids } = await callersOf(service);
  const people = await peopleOf(service, callers, ids);
  const erasable = new Map(
    [...people].map(([tenant, all]) => [tenant, all.filter((_, index) => index % ERASABLE === 0)]),
  );
  await addTemplates(service, callers, ids);
  await prepareTenant(service, databaseUrl, preparedTenantOf(callers, ids));
  const marks = new Map([...people.keys()].map((tenant, index) => [tenant, `qz${index}w${seed}v${tenant}`]));
  const owners = new Owners(marks);
  const statuses = new Map<number, number>();
  const successful = new Map(operations.map(({ id }) => [id, 0]));
  const faults = new Map<string, number>();
  let done = 0;
  const tally = ({ operation: { id } }: FuzzRequest, { status }: FuzzResponse): void => {
    done += 1;
    if (status < 300) successful.set(id, (successful.get(id) ?? 0) + 1);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (done % 10_000 === 0) console.log(`${done} requests, ${residentMemory(service.pid)} MB resident`);
  };
  const report = (found: FoundFault): void => {
    const key = `${found.kind}: ${found.request.operation.id}`;
    const count = (faults.get(key) ?? 0) + 1;
    faults.set(key, count);
    if (count > PRINTED) return;
    console.log(describe(found));
    const logged = logOf(service, found.detail);
    if (logged !== undefined) console.log(`  ${logged.slice(0, 2_000)}`);
  };
  const started = performance.now();
  const send = senderTo(service);
  const each = Array.from({ length: lanes }, (_, number) => {
    const objects = new Objects(operations, owners);
    const dice = new Dice(seed * 1000 + number);
    const markOf = (tenant: string) => marks.get(tenant) ?? '';
    const maker = {
      operations,
      schemas: document.components.schemas,
      callers,
      objects,
      reached: new Set<string>(),
      dice,
      people,
      erasable,
      markOf,
    };
    const count = Math.ceil(requests / lanes);
    return runLane({ number, count, maker, objects, owners, send, tally, report });
  });
  await Promise.all(each);
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`${done} requests in ${seconds} s, ${residentMemory(service.pid)} MB resident`);
  console.log(
    [...statuses]
      .sort(([one], [other]) => one - other)
      .map((pair) => pair.join(': '))
      .join(', '),
  );
  const never = [...successful].filter(([, count]) => count === 0).map(([id]) => id);
  console.log(`Operations without a success: ${never.join(', ') || 'none'}`);
  for (const [key, count] of faults) console.log(`${count} × ${key}`);
  return faults.size === 0 && never.length === 0;
}

console.log(`npm run fuzz -- --seed ${seed} --requests ${requests} --lanes ${lanes}`);
const database = await createFilledDatabase();
const environment = {
  ...RAISED_LIMITS,
  ...PATIENT,
  DATABASE_URL: database.connectionString,
};
const first = await startNode({ environment });
await giveRoles(first).finally(() => first.stop());
const service = await startNode({ environment: { ...environment, CHARTER_FOUR_EYES: FOUR_EYES.join(',') } });
try {
  const isGreen = await fuzz(service, database.connectionString);
  for (let minute = 1; minute <= idleMinutes; minute += 1) {
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    console.log(`${residentMemory(service.pid)} MB resident after ${minute} idle minutes`);
  }
  process.exitCode = isGreen ? 0 : 1;
} finally {
  const output = service.output();
  if (/"level":(?:50|60)/.test(output))
    console.log(
      output
        .split('\n')
        .filter((line) => /"level":(?:50|60)/.test(line))
        .slice(0, 5)
        .join('\n'),
    );
  await service.stop();
  await database.drop();
}
