/** Latencies of the API: the same calls for the tenant of the small database, and for two tenants of the large one. */

import { percentile } from '../../bench/measurement.ts';
import { type BenchIssuer, startIssuer } from '../../bench/service.ts';
import { untilReady } from '../../bench/start.ts';
import type { Figure } from './figure.ts';
import { NAME_WORDS } from './fill.ts';
import { type FilledDatabase, startApi } from './nodes.ts';
import type { TenantSize } from './sizes.ts';

const ROUNDS = 5;
const CALLS_A_ROUND = 60;
/** Calls of each kind before the measurement, so that code is compiled and pages are cached for all targets. */
const WARM_UP = 30;
const CONCURRENT_CALLS = 2;

/** A tenant on a node, as one of its administrators calls it. */
interface Target {
  url: string;
  tenant: TenantSize;
  token: string;
  teamIds: readonly string[];
  personIds: readonly string[];
}

type Path = (target: Target, call: number) => string;

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;
const query = (options: Record<string, string>): string => `?${new URLSearchParams(options)}`;

const PATHS: Readonly<Record<string, Path>> = {
  'GET /teams/{id}': ({ teamIds }, call) => `/teams/${pick(teamIds, call)}`,
  'GET /teams, first page of 100': () => `/teams${query({ $top: '100' })}`,
  'GET /teams, search': (_, call) =>
    `/teams${query({ $top: '25', $search: `${pick(NAME_WORDS.subjects, call).toLowerCase()} ${10 + (call % 80)}` })}`,
  'GET /users, first page of 100': () => `/users${query({ $top: '100' })}`,
  'GET /users, search': (_, call) =>
    `/users${query({ $top: '25', $search: `${pick(NAME_WORDS.given, call)} ${pick(NAME_WORDS.family, call)}` })}`,
  'GET /users, by department': (_, call) =>
    `/users${query({ $top: '100', $filter: `department eq 'Department ${call % 40}'` })}`,
  'GET /audittrails/teams/records, newest 100': () => `/audittrails/teams/records${query({ $top: '100' })}`,
  'GET /audittrails/teams/records, by actor': ({ personIds }, call) =>
    `/audittrails/teams/records${query({ $top: '25', $filter: `actor/id eq '${pick(personIds, call)}'` })}`,
  'GET /audittrails/teams/records, by target': ({ teamIds }, call) =>
    `/audittrails/teams/records${query({ $top: '25', $filter: `target/id eq '${pick(teamIds, call)}'` })}`,
  'GET /jobs, newest 100': () => `/jobs${query({ $top: '100' })}`,
  'GET /jobs, failed': () => `/jobs${query({ $top: '100', $filter: "status eq 'failed'" })}`,
  'GET /jobs, search': (_, call) =>
    `/jobs${query({ $top: '25', $search: `${pick(NAME_WORDS.subjects, call).toLowerCase()} ${10 + (call % 80)}` })}`,
  'GET /teams/{id}/history': ({ teamIds }, call) =>
    `/teams/${pick(teamIds, call)}/history${query({ $top: '25' })}`,
  'GET /overview': () => '/overview',
  'GET /me': () => '/me',
};

/** Why a call may cost more in the largest tenant. The numbers follow from the sizes of the tenants (sizes.ts). */
const NOTES: Readonly<Record<string, string>> = {
  'GET /teams, search':
    'the searched word is in the names of 1,200 teams of the largest tenant, and of 100 teams of each of the other two',
  'GET /users, search':
    '2,300 people of the largest tenant have the searched family name, and 190 people of each of the other two',
  'GET /jobs, search':
    'the searched word is in the names of the teams of 3,000 jobs of the largest tenant, and of 250 jobs of each of the other two',
  'GET /overview':
    'it counts the requests of the last weeks, and the largest tenant has twelve times as many',
};

export const administratorToken = async (
  issuer: BenchIssuer,
  { owner }: Pick<FilledDatabase, 'owner'>,
  { id }: TenantSize,
): Promise<string> => {
  const { rows } = await owner.query(
    'select principal_id as oid from charter.role_assignments where tenant_id = $1 limit 1',
    [id],
  );
  return issuer.tokenFor({ tid: id, oid: rows[0].oid, name: 'Administrator', scp: 'Teams.Manage' });
};

async function targetOf(
  database: FilledDatabase,
  url: string,
  issuer: BenchIssuer,
  tenant: TenantSize,
): Promise<Target> {
  const ids = async (text: string): Promise<string[]> =>
    (await database.owner.query({ text, values: [tenant.id], rowMode: 'array' })).rows.map(
      ([id]) => id as string,
    );
  const target = {
    ...{ url, tenant },
    token: await administratorToken(issuer, database, tenant),
    teamIds: await ids(
      'select team_id from directory.teams where tenant_id = $1 order by md5(team_id) limit 500',
    ),
    personIds: await ids(
      'select user_id from directory.users where tenant_id = $1 order by md5(user_id) limit 500',
    ),
  };
  return target;
}

async function call({ url, token }: Target, path: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/v1.0${path}`, { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return performance.now() - began;
}

/** Makes the calls with CONCURRENT_CALLS callers, and returns their latencies in milliseconds. */
async function latencies(target: Target, path: Path, from: number, calls: number): Promise<number[]> {
  const times: number[] = [];
  let next = from;
  const caller = async (): Promise<void> => {
    while (next < from + calls) times.push(await call(target, path(target, next++)));
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, caller));
  return times;
}

/** Measures the targets alternately, so that other load of the machine affects all of them. */
async function measurePath(path: Path, targets: readonly Target[]): Promise<number[][]> {
  const times = targets.map((): number[] => []);
  for (const target of targets) await latencies(target, path, 0, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, target] of targets.entries())
      times[index]?.push(...(await latencies(target, path, WARM_UP + round * CALLS_A_ROUND, CALLS_A_ROUND)));
  }
  return times;
}

/** Measures every call on both databases. */
export async function measureApi(
  small: FilledDatabase,
  large: FilledDatabase,
): Promise<{ p50: Figure[]; p99: Figure[] }> {
  const issuer = await startIssuer();
  const nodes = [await startApi(small, issuer), await startApi(large, issuer)] as const;
  const largest = large.tenants[0] as TenantSize;
  try {
    await Promise.all(nodes.map(({ url }) => untilReady(url)));
    const targets = [
      await targetOf(small, nodes[0].url, issuer, small.tenant),
      await targetOf(large, nodes[1].url, issuer, large.tenant),
      await targetOf(large, nodes[1].url, issuer, largest),
    ];
    const figures: { p50: Figure[]; p99: Figure[] } = { p50: [], p99: [] };
    for (const [name, path] of Object.entries(PATHS)) {
      const times = await measurePath(path, targets);
      for (const p of [50, 99] as const) {
        const [ofSmall, ofLarge, ofLargest] = times.map((one) => percentile(one, p)) as [
          number,
          number,
          number,
        ];
        figures[`p${p}`].push({
          ...{ name, unit: 'ms', small: ofSmall, large: ofLarge, largest: ofLargest },
          ...(NOTES[name] !== undefined && { note: NOTES[name] }),
        });
      }
      const { small: one, large: other, largest: third } = figures.p50.at(-1) as Figure;
      console.error(`  ${name}: p50 ${one.toFixed(1)}, ${other.toFixed(1)}, ${third?.toFixed(1)} ms`);
    }
    return figures;
  } finally {
    for (const node of nodes) await node.stop();
    await issuer.close();
  }
}
