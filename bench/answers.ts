/**
 * Measures filters, searches, and the directory of teams, also under a policy for answers, over 10,000 teams with 12
 * answers each, over HTTP.
 */
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
         'public', 'bench-' || n, '{}', now()
    from generate_series(1, $2::int) n`;

const TEMPLATE = 'bench-asked';

/**
 * Eleven texts and a number. A text has one of 50 values, so that a comparison finds 200 teams; the first one has a
 * word that 20 teams have.
 */
const ADD_METADATA = `
  insert into charter.team_metadata (tenant_id, team_id, template_id, template_version, metadata, search_text, revision)
  select $1, 'bench-' || n, '${TEMPLATE}', '1.0',
         (select json_object_agg(
            case when a = 0 then 'budget' else 'text' || a end,
            case a when 0 then to_json(n)
                   when 1 then to_json('word' || (n % 500) || ' answer of a team')
                   else to_json('value ' || (n % 50)) end)
            from generate_series(0, $3::int - 1) a),
         ' word' || (n % 500) || ' answer of a team' || repeat(' value ' || (n % 50), $3::int - 2), 1
    from generate_series(1, $2::int) n`;

const ADD_ANSWERS = `
  insert into charter.team_answers (tenant_id, team_id, answer_id, item, value, number)
  select $1, 'bench-' || n, case when a = 0 then 'budget' else 'text' || a end, 0,
         case a when 0 then n::text
                when 1 then 'word' || (n % 500) || ' answer of a team'
                else 'value ' || (n % 50) end,
         case when a = 0 then n end
    from generate_series(1, $2::int) n, generate_series(0, $3::int - 1) a`;

async function fill(client: pg.Client, tenantId: string): Promise<void> {
  await client.query(ADD_TEAMS, [tenantId, TEAMS]);
  await client.query(ADD_METADATA, [tenantId, TEAMS, ANSWERS]);
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

/** Calls of a person without a role, on the directory of teams. All answers are public. */
const DIRECTORY: Record<string, (call: number) => { path: string; body?: object }> = {
  'the first page': () => ({ path: 'directory/teams' }),
  'search of a word': (call) => ({ path: `directory/teams?$search=word${call}` }),
  'filter by a text': (call) => ({
    path: `directory/teams?${new URLSearchParams({ $filter: `metadata/text3 eq 'value ${call % 50}'` })}`,
  }),
  'similar teams': (call) => ({
    path: 'directory/teams/similar',
    body: {
      template: { id: TEMPLATE },
      team: { name: `Team ${String(call).padStart(5, '0')}` },
      metadata: { text1: `word${call} answer of a team`, text3: 'value 3', budget: call },
    },
  }),
};

export const measureAnswers = (): Promise<Measurement[]> => measureSample(fill, measure);

/** The template of the teams, which marks every question public. */
const MANIFEST = {
  manifestVersion: '1.0',
  templateConfiguration: {
    ...{ id: TEMPLATE, name: 'Asked', language: 'en-US', version: '1.0' },
    questions: Array.from({ length: ANSWERS }, (_, index) =>
      index === 0
        ? { id: 'budget', type: 'number', title: 'Budget', public: true }
        : { id: `text${index}`, title: `Text ${index}`, public: true },
    ),
  },
};

/**
 * Hides the teams whose answers to both questions are among the accepted ones: 200 teams. Another 200 match the first
 * question only.
 */
const HIDING = {
  name: 'Hidden by answers',
  kind: 'directory',
  scope: {
    type: 'tenant',
    answers: { text4: ['value 3', 'value 4'], text5: ['value 4', 'value 5'] },
  },
  settings: { listed: 'none' },
};

async function measure(service: Service): Promise<Measurement[]> {
  const token = await issueToken(service, { user: 'nadia.okafor@meridian.example' });
  const member = await issueToken(service, { user: 'priya.raman@meridian.example' });
  const call = async (as: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${service.url}/v1.0/${path}`, {
      headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    await answer.json();
  };
  const measureCalls = async (
    what: string,
    name: string,
    make: (call: number) => Promise<void>,
  ): Promise<Measurement> => {
    const took: number[] = [];
    for (let count = 0; count < CALLS; count += 1) {
      const began = performance.now();
      await make(count);
      took.push(performance.now() - began);
    }
    return {
      name: `${what} of ${TEAMS.toLocaleString('en')} teams, ${name}, p95`,
      value: percentile(took, 95),
      limit: MILLISECONDS,
      comparison: 'atMost',
      unit: 'ms',
      detail: { 'median ms': median(took) },
    };
  };
  await call(token, 'catalog/templates', { manifest: MANIFEST });
  const measurements: Measurement[] = [];
  for (const [name, query] of Object.entries(QUERIES)) {
    const list = (count: number) => call(token, `teams?${new URLSearchParams(query(count))}`);
    measurements.push(await measureCalls('answers', name, list));
  }
  for (const [name, of] of Object.entries(DIRECTORY)) {
    const find = (count: number): Promise<void> => {
      const { path, body } = of(count);
      return call(member, path, body);
    };
    measurements.push(await measureCalls('directory', name, find));
  }
  await call(token, 'policies', HIDING);
  const firstPage = () => call(member, 'directory/teams?$count=true');
  measurements.push(await measureCalls('directory', 'the first page under a policy for answers', firstPage));
  return measurements;
}
