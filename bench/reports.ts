/** Measures the reports over 10,000 teams with 30,000 memberships, 10,000 guests and 10,000 requests, over HTTP. */
import type pg from 'pg';
import type { Service } from '../acceptance/service.ts';
import { issueToken } from '../acceptance/tokens.ts';
import { type Measurement, median, percentile } from './measurement.ts';
import { measureSample } from './sample-service.ts';

const TEAMS = 10_000;
const CALLS = 40;
const MILLISECONDS = 200;

const FILL = [
  `insert into directory.users (tenant_id, user_id, display_name, mail, user_principal_name, user_type)
   select $1, 'guest-' || n, 'Guest ' || n, n || '@partner' || (n % 300) || '.example',
          n || '_partner.example#EXT#@meridian.example', 'Guest'
     from generate_series(1, $2::int) n`,
  `insert into directory.teams
     (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
   select $1, 'bench-' || n, 'Team ' || lpad(n::text, 5, '0'), n::text, 'https://teams.example/' || n,
          'private', 'bench-' || n, '{}', now()
     from generate_series(1, $2::int) n`,
  `insert into directory.team_members (tenant_id, team_id, user_id, role, added_at)
   select $1, 'bench-' || n, 'guest-' || (1 + (n * 7 + m) % $2::int), case m when 0 then 'owner' else 'guest' end, now()
     from generate_series(1, $2::int) n, generate_series(0, 2) m`,
  `insert into charter.team_metadata (tenant_id, team_id, metadata, search_text, revision)
   select $1, 'bench-' || n, json_build_object('costCentre', 'CC-' || n % 50), '', 1
     from generate_series(1, $2::int) n`,
  `insert into charter.jobs (tenant_id, job_id, type, status, requester, request_id, request, steps, created_at,
                             last_action_at)
   select $1, gen_random_uuid(), 'TeamProvisioning', 'completed', '{"id": "bench"}', 'bench',
          json_build_object('team', json_build_object('name', 'Team ' || n, 'description', repeat('word ', 40)),
            'metadata', (select json_object_agg('text' || a, 'value ' || (n % 50)) from generate_series(1, 12) a)),
          '{}', now(), now()
     from generate_series(1, $2::int) n`,
];

async function fill(client: pg.Client, tenantId: string): Promise<void> {
  for (const statement of FILL) await client.query(statement, [tenantId, TEAMS]);
}

const PAGES: Record<string, (call: number) => string> = {
  inventory: () => 'teams?$count=true',
  'teams without owners': () => 'teams?$filter=ownerCount eq 0',
  'teams with guests of a domain': (call) => `teams?$filter=guestDomain eq 'partner${call}.example'`,
  'guests by domain': () => 'guests',
  'requests by answer': (call) => `requests/text${1 + (call % 12)}`,
};

export const measureReports = (): Promise<Measurement[]> => measureSample(fill, measure);

async function measure(service: Service): Promise<Measurement[]> {
  const token = await issueToken(service, { user: 'nadia.okafor@meridian.example' });
  const measurements: Measurement[] = [];
  for (const [name, path] of Object.entries(PAGES)) {
    const took: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const began = performance.now();
      const answer = await fetch(`${service.url}/v1.0/reports/${path(call)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.json();
      took.push(performance.now() - began);
    }
    measurements.push({
      name: `reports over ${TEAMS.toLocaleString('en')} teams, ${name}, p95`,
      value: percentile(took, 95),
      limit: MILLISECONDS,
      comparison: 'atMost',
      unit: 'ms',
      detail: { 'median ms': median(took) },
    });
  }
  return measurements;
}
