/**
 * Measures the latency of one tenant while another tenant sends expensive calls. In one case the calls are searches
 * over 100,000 people, sixty at a time, each with a count and a filter that no index serves. In the other case they
 * list templates whose rules are slow.
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

/** Templates whose rules are slow, but not slow enough to be stopped; and the people who list them at the same time. */
const SLOW_TEMPLATES = 60;
const PEOPLE = 37;
const SLOW_RULE = '(() => { let sum = 0; for (let i = 0; i < 150000; i += 1) sum += i; return sum > 0 })()';

type Get = (path: string, body?: object) => Promise<{ status: number; milliseconds: number }>;

/** Returns a function that sends a GET, or a POST if there is a body. */
const getterOf =
  (base: string, token: string): Get =>
  async (path, body) => {
    const begun = performance.now();
    const response = await fetch(base + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    await response.text();
    return { status: response.status, milliseconds: performance.now() - begun };
  };

/** Sends calls with this concurrency until the given time, and counts the responses by status. */
async function sendNoise(
  concurrency: number,
  until: number,
  send: (call: number) => ReturnType<Get>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const sendInTurn = async (first: number): Promise<void> => {
    for (let call = first; performance.now() < until; call += concurrency) {
      const { status } = await send(call);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      // A caller waits after a 503, but less than Retry-After says.
      if (status === 503) await delay(100);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, (_, index) => sendInTurn(index)));
  return statuses;
}

async function sampleLatencies(send: () => ReturnType<Get>, until: number): Promise<number[]> {
  const latencies: number[] = [];
  while (performance.now() < until) {
    const { status, milliseconds } = await send();
    if (status !== 200) throw new Error(`The quiet tenant was answered with ${status}.`);
    latencies.push(milliseconds);
    await delay(PAUSE_MILLISECONDS);
  }
  return latencies;
}

/** The started service, and its callers. */
interface BenchedService {
  url: string;
  getterFor(tid: string, person?: number, roles?: readonly string[]): Promise<Get>;
}

/** Calls of the noisy tenant, and the call of the quiet one that is measured. */
interface Trial {
  name: string;
  concurrency: number;
  noise: (call: number) => ReturnType<Get>;
  quiet: () => ReturnType<Get>;
}

async function runTrial(
  { url }: BenchedService,
  { name, concurrency, noise, quiet }: Trial,
): Promise<Measurement> {
  const alone = await sampleLatencies(quiet, performance.now() + 3_000);
  const until = performance.now() + SECONDS * 1000;
  const [statuses, latencies, readiness] = await Promise.all([
    sendNoise(concurrency, until, noise),
    sampleLatencies(quiet, until),
    delay(1000 * (SECONDS / 2)).then(() => getterOf(url, '')('/readyz')),
  ]);
  return {
    name,
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
  };
}

async function measureSearches(benched: BenchedService): Promise<Measurement> {
  const [noisy, quiet] = [await benched.getterFor('noisy'), await benched.getterFor('quiet')];
  return runTrial(benched, {
    name: "another tenant's p99 beside heavy searches",
    concurrency: AT_A_TIME,
    noise: (call) => noisy(`/users?${SEARCHES[call % SEARCHES.length]}`),
    quiet: () => quiet('/users?$top=25'),
  });
}

const manifestOf = (id: string, rules: string) => ({
  manifestVersion: '1.0',
  publisher: { id: 'bench', name: 'Bench' },
  templateConfiguration: {
    id,
    name: id,
    language: 'en',
    enabled: true,
    audienceTargeting: { enabled: true, rules },
  },
  newTeam: {
    namingConvention: 'B <%= request.team.name %>',
    teamPrivacy: 'private',
    addRequesterAsTeamOwner: true,
  },
  initialization: { structure: { channels: [{ displayName: 'Planning' }] } },
});

async function measureRules(benched: BenchedService): Promise<Measurement> {
  const apply = async (tid: string, id: string, rules: string): Promise<void> => {
    const admin = await benched.getterFor(tid, 0, ['TEAMS_SERVICE_ADMIN']);
    const { status } = await admin('/catalog/templates', { manifest: manifestOf(id, rules) });
    if (status >= 300) throw new Error(`The template was answered with ${status}.`);
  };
  for (let index = 0; index < SLOW_TEMPLATES; index += 1)
    await apply('noisy', `slow-${index}`, `${index} >= 0 && ${SLOW_RULE}`);
  await apply('quiet', 'quick', "user.userType === 'Member'");
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => benched.getterFor('noisy', index + 1)),
  );
  const quiet = await benched.getterFor('quiet');
  return runTrial(benched, {
    name: "another tenant's dry run p99 beside slow rules",
    concurrency: PEOPLE,
    noise: (call) => (people[call % PEOPLE] as Get)('/me/catalog/templates'),
    quiet: () =>
      quiet('/teams/provisioning?dryRun=true', { template: { id: 'quick' }, team: { name: 'Harbour' } }),
  });
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
    const getterFor = async (tid: string, person = 1, roles?: readonly string[]) => {
      const claims = { tid, oid: `user-${person}`, name: 'A person', scp: 'Users.Read', roles };
      return getterOf(`${service.url}/v1.0`, await issuer.tokenFor(claims));
    };
    const benched: BenchedService = { url: service.url, getterFor };
    return [await measureSearches(benched), await measureRules(benched)];
  } finally {
    await service.stop();
    await issuer.close();
  }
}
