/**
 * Measures the latency of one tenant while a user of another tenant sends the most expensive searches: sixty at
 * a time, over 100,000 people, with a count and a filter without an index.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Measurement, percentile } from './measurement.ts';
import { AUDIENCE, startIssuer, startService } from './service.ts';
import { insertUsers } from './users.ts';

const SIZES = { noisy: 100_000, quiet: 100 };
const AT_A_TIME = 60;
const SECONDS = 20;
const PAUSE_MILLISECONDS = 20;
const LIMIT_MILLISECONDS = 250;

const SEARCHES = [
  "$search=given&$filter=startswith(usageLocation,'x')&$count=true",
  "$search=p&$filter=startswith(displayName,'given')&$count=true",
  "$search=surname&$filter=startswith(department,'department 3')&$count=true",
];

type Get = (path: string) => Promise<{ status: number; milliseconds: number }>;

const getterOf =
  (base: string, token: string): Get =>
  async (path) => {
    const begun = performance.now();
    const response = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } });
    await response.text();
    return { status: response.status, milliseconds: performance.now() - begun };
  };

/** Sends searches until the given time, and counts the answers by status. */
async function sendNoise(get: Get, until: number): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const sendInTurn = async (first: number): Promise<void> => {
    for (let call = first; performance.now() < until; call += 1) {
      const { status } = await get(`/users?${SEARCHES[call % SEARCHES.length]}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, (_, index) => sendInTurn(index)));
  return statuses;
}

async function sampleLatencies(get: Get, until: number): Promise<number[]> {
  const latencies: number[] = [];
  while (performance.now() < until) {
    const { status, milliseconds } = await get('/users?$top=25');
    if (status !== 200) throw new Error(`The quiet tenant was answered with ${status}.`);
    latencies.push(milliseconds);
    await delay(PAUSE_MILLISECONDS);
  }
  return latencies;
}

export async function measureIsolation(): Promise<Measurement[]> {
  const issuer = await startIssuer();
  const service = await startService({
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: AUDIENCE,
    CHARTER_LOG_LEVEL: 'silent',
  });
  try {
    await insertUsers(service.ownerUrl, SIZES);
    const getterFor = async (tid: string) => {
      const token = await issuer.tokenFor({ tid, oid: `${tid}-person`, name: 'A person', scp: 'Users.Read' });
      return getterOf(`${service.url}/v1.0`, token);
    };
    const [noisy, quiet] = [await getterFor('noisy'), await getterFor('quiet')];
    const alone = await sampleLatencies(quiet, performance.now() + 3_000);
    const until = performance.now() + SECONDS * 1000;
    const ready = getterOf(service.url, '');
    const [statuses, latencies, readiness] = await Promise.all([
      sendNoise(noisy, until),
      sampleLatencies(quiet, until),
      delay(1000 * (SECONDS / 2)).then(() => ready('/readyz')),
    ]);
    return [
      {
        name: "another tenant's p99 beside heavy searches",
        value: percentile(latencies, 99),
        limit: LIMIT_MILLISECONDS,
        comparison: 'atMost',
        unit: 'ms',
        detail: {
          p50: percentile(latencies, 50),
          'p99 alone': percentile(alone, 99),
          calls: latencies.length,
          'noisy 200': statuses.get(200) ?? 0,
          'noisy 503': statuses.get(503) ?? 0,
          'readyz status': readiness.status,
        },
      },
    ];
  } finally {
    await service.stop();
    await issuer.close();
  }
}
