/**
 * Compares GET /teams/{id} with a bare route that verifies the same token and runs the same query for each request, by
 * the processor time of a request in the service and in PostgreSQL. Charter reads teams that are requested at the same
 * time with one statement (docs/adr/0046). The requests per second in the details also depend on how soon a virtual
 * machine wakes the processes: with the same code, their ratio was between 0.58 and 0.87.
 */
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import pg from 'pg';
import { DEFAULT_TEAM_SETTINGS } from '../server/src/domain/teams/model.ts';
import { type Measurement, measureAlternately, median } from './measurement.ts';
import { timeBelow, timeOf } from './processor-time.ts';
import {
  AUDIENCE,
  type BenchIssuer,
  type RunningProgram,
  startIssuer,
  startProgram,
  startService,
} from './service.ts';

const CONNECTIONS = 32;
const PRINCIPALS = 500;
const TEAMS = 1_000;
const SECONDS = 5;
/** The warm-up is a number of requests, not a time, because V8 compiles a function after a number of calls. */
const WARM_UP_REQUESTS = 40_000;
const TENANT = 'bench';

/** Reads the columns that the embedded suite reads for getTeam. */
const QUERY = `
  select t.team_id as id, t.created_at, t.display_name as "displayName", t.description, t.internal_id as "internalId",
         t.classification, t.visibility, t.web_url as "webUrl", t.is_archived as "isArchived",
         t.is_membership_limited_to_owners as "isMembershipLimitedToOwners", t.settings, t.version
    from directory.teams t
   where t.tenant_id = $1 and t.team_id = $2`;

const INSERT_TEAMS = `
  insert into directory.teams (tenant_id, team_id, display_name, description, internal_id, web_url, visibility,
         mail_nickname, settings, created_at)
  select $1, gen_random_uuid()::text, 'Team ' || n, 'A team of the benchmark', '19:' || md5(n::text) || '@thread.tacv2',
         'https://teams.bench.example/l/team/' || n, 'private', 'team-' || n, $2, now()
    from generate_series(1, $3::int) n
  returning team_id`;

async function insertTeams(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  const { rows } = await client.query<{ team_id: string }>(INSERT_TEAMS, [
    TENANT,
    JSON.stringify(DEFAULT_TEAM_SETTINGS),
    TEAMS,
  ]);
  await client.query('analyze directory.teams');
  await client.end();
  return rows.map((row) => row.team_id);
}

const tokensFor = (issuer: BenchIssuer): Promise<string[]> =>
  Promise.all(
    Array.from({ length: PRINCIPALS }, (_, index) =>
      issuer.tokenFor({
        tid: TENANT,
        oid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        name: `Person ${index}`,
        scp: 'Teams.Manage',
        roles: ['TEAMS_SERVICE_ADMIN'],
      }),
    ),
  );

/** Sends requests until the end. @throws Error unless every response is a 2xx */
async function load(
  url: string,
  requests: autocannon.Request[],
  end: { duration: number } | { amount: number },
): Promise<autocannon.Result> {
  const result = await autocannon({ url, connections: CONNECTIONS, ...end, requests });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${url} answered ${result.non2xx} requests with an error, and ${result.errors} not at all.`,
    );
  }
  return result;
}

export async function measureGetTeam(): Promise<Measurement[]> {
  const issuer = await startIssuer();
  const service = await startService({
    CHARTER_OIDC_ISSUER: issuer.issuer,
    CHARTER_OIDC_AUDIENCE: AUDIENCE,
    CHARTER_SERVICES: 'api',
    CHARTER_SAMPLE_DATA: 'off',
  });
  const bare = await startProgram(fileURLToPath(new URL('./bare-server.ts', import.meta.url)), [], {
    BARE_DATABASE_URL: service.ownerUrl,
    BARE_JWKS: issuer.jwksUri,
    BARE_ISSUER: issuer.issuer,
    BARE_AUDIENCE: AUDIENCE,
    BARE_QUERY: QUERY,
  });
  try {
    const teams = await insertTeams(service.ownerUrl);
    const tokens = await tokensFor(issuer);
    const requests = Array.from({ length: Math.max(TEAMS, PRINCIPALS) }, (_, index) => ({
      method: 'GET' as const,
      path: `/v1.0/teams/${teams[index % TEAMS]}`,
      headers: { authorization: `Bearer ${tokens[index % PRINCIPALS]}` },
    }));
    for (const { url } of [service, bare]) await load(url, requests, { amount: WARM_UP_REQUESTS });
    // The embedded PostgreSQL is a descendant of the service's process, and serves both.
    const postgresParent = service.process.pid as number;
    const rates = { charter: [] as number[], bare: [] as number[] };
    /** Returns the processor time of one request in microseconds. */
    const measure = async (name: keyof typeof rates, { url, process }: RunningProgram): Promise<number> => {
      const used = () => timeOf(process.pid as number) + timeBelow(postgresParent);
      const before = used();
      const { requests: done } = await load(url, requests, { duration: SECONDS });
      rates[name].push(done.average);
      return (used() - before) / done.total;
    };
    const microseconds = await measureAlternately({
      charter: () => measure('charter', service),
      bare: () => measure('bare', bare),
    });
    return [
      {
        name: 'GET /teams/{id}, against a bare route with the same token and query, processor time',
        value: microseconds.bare / microseconds.charter,
        limit: 0.8,
        comparison: 'atLeast',
        unit: 'times',
        detail: {
          'charter µs': microseconds.charter,
          'bare µs': microseconds.bare,
          'charter/s': median(rates.charter),
          'bare/s': median(rates.bare),
        },
      },
    ];
  } finally {
    await bare.stop();
    await service.stop();
    await issuer.close();
  }
}
