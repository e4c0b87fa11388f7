/** Measures filters and searches over 10,000 teams with 12 answers each, over HTTP. */
import type pg from 'pg';
import type { Service } from '../acceptance/service.ts';
import { issueToken } from '../acceptance/tokens.ts';
import { type Measurement, median, percentile } from './measurement.ts';
import { measureSample } from './sample-service.ts';

const TEAMS = 10_000;
const ANSWERS = 12;
const CALLS = 60;
const MILLISECONDS = 200;

const ADD_TEAMS = `
  insert into directory.teams
    (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
  select $1, 'bench-' || n, 'Team ' || lpad(n::text, 5, '0'), n::text, 'https://teams.example/' || n,
         'private', 'bench-' || n, '{}', now()
    from generate_series(1, $2::int) n`;

/** Eleven texts and a number. A text has one of 50 values, so that a comparison finds 200 teams. */
const ADD_METADATA = `
  insert into charter.team_metadata (tenant_id, team_id, metadata, search_text, revision)
  select $1, 'bench-' || n, json_build_object('budget', n), ' word' || (n % 500) || ' answer of a team', 1
    from generate_series(1, $2::int) n`;

const ADD_ANSWERS = `
  insert into charter.team_answers (tenant_id, team_id, answer_id, item, value, number)
  select $1, 'bench-' || n, case when a = 0 then 'budget' else 'text' || a end, 0,
         case when a = 0 then n::text else 'value ' || (n % 50) end, case when a = 0 then n end
    from generate_series(1, $2::int) n, generate_series(0, $3::int - 1) a`;

async function fill(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(ADD_TEAMS, [tenantId, TEAMS]);
  await client.query(ADD_METADATA, [tenantId, TEAMS]);
  await client.query(ADD_ANSWERS, [tenantId, TEAMS, ANSWERS]);
}

const QUERIES: Record<string, (call: number) => Record<string, string>> = {
  'filter by a text': (call) => ({ $filter: `metadata/text3 eq 'value ${call % 50}'` }),
  'filter by two answers': (call) => ({
    $filter: `metadata/text7 in ('value ${call % 50}', 'value 1') and metadata/budget gt ${call}`,
  }),
  'filter by a number that all teams exceed': () => ({ $filter: 'metadata/budget ge 0' }),
  'search of a word': (call) => ({ $search: `word${call}` }),
};

export const measureAnswers = (): Promise<Measurement[]> => measureSample(fill, measure);

async function measure(service: Service): Promise<Measurement[]> {
  const token = await issueToken(service, { user: 'nadia.okafor@meridian.example' });
  const measurements: Measurement[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const took: number[] = [];
    for (let call = 0; call < CALLS; call += 1) {
      const address = `${service.url}/v1.0/teams?${new URLSearchParams(query(call))}`;
      const began = performance.now();
      const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
      if (!answer.ok) throw new Error(await answer.text());
      await answer.json();
      took.push(performance.now() - began);
    }
    measurements.push({
      name: `answers of ${TEAMS.toLocaleString('en')} teams, ${name}, p95`,
      value: percentile(took, 95),
      limit: MILLISECONDS,
      comparison: 'atMost',
      unit: 'ms',
      detail: { 'median ms': median(took) },
    });
  }
  return measurements;
}
