/** Measures a review of 2,000 guests over HTTP: opening the review, and one decision for all guests. */
import type pg from 'pg';
import type { Service } from '../acceptance/service.ts';
import { issueToken } from '../acceptance/tokens.ts';
import { type Measurement, median, percentile, timed } from './measurement.ts';
import { measureSample } from './sample-service.ts';

const GUESTS = 2_000;
const CALLS = 20;
const MILLISECONDS = 1_000;
const REVIEW = '01930000-0000-7000-8000-000000000001';

const FILL = [
  `insert into directory.users
     (tenant_id, user_id, display_name, mail, user_principal_name, user_type, last_sign_in_at)
   select $1, 'guest-' || n, 'Guest ' || lpad(n::text, 5, '0'), n || '@partner.example',
          n || '_partner.example#EXT#@meridian.example', 'Guest', now() - make_interval(days => n % 90)
     from generate_series(1, $2::int) n`,
  `insert into directory.teams
     (tenant_id, team_id, display_name, internal_id, web_url, visibility, mail_nickname, settings, created_at)
   select $1, 'bench', 'Bench', 'bench', 'https://teams.example/bench', 'private', 'bench', '{}', now()
     where $2::int > 0`,
  `insert into directory.team_members (tenant_id, team_id, user_id, role, added_at)
   select $1, 'bench', 'guest-' || n, 'guest', now() from generate_series(1, $2::int) n`,
  `insert into charter.guest_stays (tenant_id, team_id, user_id, since, ends_at, sponsor_id)
   select $1, 'bench', 'guest-' || n, now(), now() + interval '90 days', 'guest-1' from generate_series(1, $2::int) n`,
  `insert into charter.reviews
     (tenant_id, review_id, team_id, kind, status, policy_id, policy_name, unanswered, stay_days, request_id, created_at,
      deadline_at, item_count, keep_count, remove_count, removed_count, due_at, attempt)
   values ($1, '${REVIEW}', 'bench', 'guests', 'open', '${REVIEW}', 'Bench', 'keep', 90, 'bench', now(),
           now() + interval '14 days', $2::int, 0, 0, 0, now() + interval '7 days', 0)`,
  `insert into charter.review_items (tenant_id, review_id, user_id, role)
   select $1, '${REVIEW}', 'guest-' || n, 'guest' from generate_series(1, $2::int) n`,
];

async function fill(client: pg.Client, tenantId: string): Promise<void> {
  for (const statement of FILL) await client.query(statement, [tenantId, GUESTS]);
}

export const measureReviews = (): Promise<Measurement[]> => measureSample(fill, measure);

async function measure(service: Service): Promise<Measurement[]> {
  const token = await issueToken(service, { user: 'nadia.okafor@meridian.example' });
  const call = async (path: string, body?: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(
      `${service.url}/v1.0/reviews/${REVIEW}${path}`,
      body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
    );
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
  const took: number[] = [];
  for (let count = 0; count < CALLS; count += 1) {
    // The portal loads the review, then the first page of its people.
    const open = async () => {
      await call('');
      await call('/items');
    };
    took.push(await timed(open));
  }
  const all = await timed(() => call('/decisions', { undecided: 'keep' }));
  const of = `a review of ${GUESTS.toLocaleString('en')} guests`;
  const limits = { limit: MILLISECONDS, comparison: 'atMost', unit: 'ms' } as const;
  return [
    {
      name: `opening ${of}, p95`,
      value: percentile(took, 95),
      ...limits,
      detail: { 'median ms': median(took) },
    },
    { name: `one decision about everybody in ${of}`, value: all, ...limits, limit: 5_000, detail: {} },
  ];
}
