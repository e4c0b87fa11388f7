/**
 * Fills a migrated database with tenants, people, teams, jobs and audit records, in sets.
 *
 * Runs as a superuser without triggers, as pg_restore loads a dump. It writes the tables that triggers maintain itself,
 * with the functions of the schema; fill.test.ts compares them with the work of the triggers. The audit records are
 * sealed: SQL computes the chain of each trail over the stored records (server/src/engine/audit/chain.ts).
 */
import pg from 'pg';
import { DEFAULT_TEAM_SETTINGS } from '../../server/src/domain/teams/model.ts';
import type { TenantSize } from './sizes.ts';

/** Days over which records and jobs are spread. */
const DAYS = 365;
const MEMBERS_OF_A_TEAM = 5;
/** The template of the generated jobs and teams. */
const TEMPLATE_ID = 'scale-project';

const GIVEN = [
  ...[
    'Ada',
    'Alan',
    'Anita',
    'Barbara',
    'Boris',
    'Carla',
    'Claude',
    'Dana',
    'David',
    'Edith',
    'Emil',
    'Fatima',
  ],
  ...[
    'Felix',
    'Grace',
    'Hana',
    'Hugo',
    'Ines',
    'Ivo',
    'Jana',
    'Karl',
    'Lena',
    'Luca',
    'Maya',
    'Nadia',
    'Omar',
  ],
  ...['Priya', 'Ruben', 'Sofia', 'Tariq', 'Ursula', 'Viktor', 'Yara'],
];
const FAMILY = [
  ...['Adeyemi', 'Almeida', 'Andersson', 'Bauer', 'Bianchi', 'Carvalho', 'Chen', 'Cohen', 'Costa', 'Dubois'],
  ...['Eriksen', 'Fischer', 'Fontaine', 'Garcia', 'Haddad', 'Hansen', 'Hoffmann', 'Ito', 'Ivanov', 'Jansen'],
  ...[
    'Keller',
    'Khan',
    'Kowalski',
    'Larsen',
    'Lefevre',
    'Lindqvist',
    'Marek',
    'Mbeki',
    'Meyer',
    'Moreau',
    'Nakamura',
  ],
  ...[
    'Novak',
    'Okafor',
    'Osei',
    'Patel',
    'Petrov',
    'Quint',
    'Raman',
    'Rossi',
    'Sato',
    'Schmidt',
    'Silva',
    'Singh',
  ],
  ...['Tanaka', 'Torres', 'Vega', 'Weber', 'Yilmaz', 'Zhang', 'Zimmer'],
];
const SUBJECTS = [
  ...[
    'Harbour',
    'Bridge',
    'Tunnel',
    'Airport',
    'Station',
    'Hospital',
    'Library',
    'Museum',
    'Stadium',
    'Campus',
  ],
  ...[
    'Reactor',
    'Turbine',
    'Pipeline',
    'Refinery',
    'Substation',
    'Archive',
    'Payroll',
    'Budget',
    'Audit',
    'Tender',
  ],
];
const KINDS = [
  'design',
  'planning',
  'delivery',
  'operations',
  'safety',
  'research',
  'procurement',
  'handover',
];

/** Search terms of the generated names. */
export const NAME_WORDS = { given: GIVEN, family: FAMILY, subjects: SUBJECTS } as const;

const texts = (values: readonly string[]): string =>
  `array[${values.map((value) => `'${value}'`).join(', ')}]`;
const oneOf = (values: readonly string[], number: string): string =>
  `(${texts(values)})[1 + (${number}) % ${values.length}]`;

/** Returns the expression of a UUID that is derived from the tenant's number, a kind and a number. */
const uuid = (kind: string, number: string): string => `md5('${kind}' || t.number || '/' || ${number})::uuid`;
const personId = (number: string): string => `${uuid('person', number)}::text`;
const teamId = (number: string): string => `${uuid('team', number)}::text`;
const personName = (number: string): string =>
  `${oneOf(GIVEN, number)} || ' ' || ${oneOf(FAMILY, `(${number}) / ${GIVEN.length}`)}`;
const teamName = (number: string): string =>
  `${oneOf(SUBJECTS, number)} || ' ' || ${oneOf(KINDS, `(${number}) / ${SUBJECTS.length}`)} || ' ' || ${number}`;

/** Returns a time within the last DAYS days, in whole milliseconds since 1970, in the order of the number. */
const millisecondsOf = (number: string, count: string): string =>
  `(t.began + (${number})::bigint * ${DAYS * 86_400_000}::bigint / ${count})`;
const timeOf = (milliseconds: string): string => `to_timestamp(${milliseconds} / 1000.0)`;
/** Returns an id like those of version 7 (RFC 9562): ordered by time, then by number. */
const timedId = (milliseconds: string, number: string): string =>
  `(lpad(to_hex(${milliseconds}), 12, '0') || '70008' || lpad(to_hex(${number}), 15, '0'))::uuid`;

const each = (count: string): string => `scale_tenants t cross join lateral generate_series(1, t.${count}) n`;

const TENANTS = `
  insert into charter.tenants (tenant_id, display_name)
  select tenant_id, 'Organisation ' || lpad(number::text, 5, '0') from scale_tenants`;
const ORGANISATIONS = `
  insert into directory.organisations (tenant_id, display_name, initial_domain_name, default_domain_name)
  select tenant_id, 'Organisation ' || lpad(number::text, 5, '0'), 'o' || number || '.example', 'o' || number || '.example'
    from scale_tenants`;
/** The first person of each tenant is its administrator. */
const ADMINISTRATORS = `
  insert into charter.role_assignments (tenant_id, principal_id, role)
  select tenant_id, ${personId('1')}, 'GLOBAL_ADMIN' from scale_tenants t`;

const PEOPLE = `
  insert into directory.users (tenant_id, user_id, display_name, given_name, surname, mail, user_principal_name,
         job_title, department, city, country, user_type, account_enabled)
  select t.tenant_id, ${personId('n')}, ${personName('n')}, ${oneOf(GIVEN, 'n')},
         ${oneOf(FAMILY, `n / ${GIVEN.length}`)}, 'person' || n || '@o' || t.number || '.example',
         'person' || n || '@o' || t.number || '.example', 'Title ' || n % 20, 'Department ' || n % 40,
         'City ' || n % 10, 'Country ' || n % 3, 'Member', true
    from ${each('people')}`;
const USER_WORDS = `
  insert into directory.user_words (tenant_id, position, user_id, previous)
  select u.tenant_id, (word || ' ' || u.display_name_key) collate "C", u.user_id, u.search_words[place - 1]
    from directory.users u, unnest(u.search_words) with ordinality as w(word, place)
   order by 1, 2, 3`;

const TEAMS = `
  insert into directory.teams (tenant_id, team_id, display_name, display_name_key, description, internal_id, web_url,
         visibility, mail_nickname, settings, created_at)
  select t.tenant_id, ${teamId('n')}, ${teamName('n')}, lower(${teamName('n')}), 'A team of the generated database.',
         '19:' || md5(t.number || '/' || n) || '@thread.tacv2', 'https://teams.o' || t.number || '.example/l/team/' || n,
         case n % 3 when 0 then 'public' else 'private' end, 'team-' || n, '${JSON.stringify(DEFAULT_TEAM_SETTINGS)}',
         ${timeOf(millisecondsOf('n', 't.teams'))}
    from ${each('teams')}`;
/** The first member of each team is its owner. */
const MEMBERS = `
  insert into directory.team_members (tenant_id, team_id, user_id, role, added_at)
  select t.tenant_id, ${teamId('n')}, ${personId(`(1 + (n * ${MEMBERS_OF_A_TEAM} + place) % t.people)`)},
         case place when 0 then 'owner' else 'member' end, ${timeOf(millisecondsOf('n', 't.teams'))}
    from ${each('teams')} cross join lateral generate_series(0, least(${MEMBERS_OF_A_TEAM}, t.people) - 1) place`;
const CHANNELS = `
  insert into embedded_suite.channels
         (tenant_id, team_id, channel_id, display_name, membership_type, is_primary, created_at)
  select tenant_id, team_id, internal_id, 'General', 'standard', true, created_at from directory.teams`;
const TEAM_INDEX = `
  insert into directory.team_index (tenant_id, team_id, name_key, search_words, is_archived, visibility,
         sensitivity_label_id, owner_count, member_count, last_activity_at)
  select t.tenant_id, t.team_id, left(lower(t.display_name), 256),
         directory.search_words(t.display_name, null, null, null, null), t.is_archived, t.visibility,
         t.sensitivity_label_id, m.owners, m.members, t.created_at
    from directory.teams t
    join (select tenant_id, team_id, count(*) as members, count(*) filter (where role = 'owner') as owners
            from directory.team_members group by 1, 2) m using (tenant_id, team_id)`;
const TEAM_WORDS = `
  insert into directory.team_words (tenant_id, word, team_id)
  select t.tenant_id, word, t.team_id from directory.teams t, charter.word_endings(t.display_name) word order by 1, 2, 3`;
/** The teams' next comparisons are a day away, so that each measurement decides itself which teams are due. */
const GOVERNED = `
  insert into charter.governed_teams (tenant_id, team_id, template_id, created_at, due_at)
  select tenant_id, team_id, '${TEMPLATE_ID}', created_at, now() + interval '1 day' from directory.teams`;

const STEPS = ['createTeam', 'createChannels', 'addRequester'];
const jobTime = timeOf(millisecondsOf('n', 't.jobs'));
const ledgerEntry = (step: string): string =>
  `jsonb_build_object('step', '${step}', 'status', 'completed', 'startedDateTime', ${jobTime}, 'completedDateTime', ${jobTime})`;
/** One in 32 jobs has failed. The others are completed, and each team has two or three of them. */
const JOBS = `
  insert into charter.jobs (tenant_id, job_id, type, status, progress, log, requester, request_id, request, plan, steps,
         ledger, team_id, name_key, error, attempt, created_at, last_action_at, team_name, template_id, template_name)
  select t.tenant_id, ${timedId(millisecondsOf('n', 't.jobs'), 'n')}, 'TeamProvisioning',
         case when n % 32 = 0 then 'failed' else 'completed' end, case when n % 32 = 0 then 33 else 100 end,
         array['2026-01-01T00:00:00.000Z Created the team.', '2026-01-01T00:00:01.000Z Added the channels.'],
         jsonb_build_object('id', ${personId('1 + n % t.people')}, 'kind', 'user', 'displayName', ${personName('1 + n % t.people')}),
         ${uuid('request', 'n')}::text,
         json_build_object('template', json_build_object('id', '${TEMPLATE_ID}'), 'team', json_build_object('name', ${teamName('n')})),
         json_build_object('name', ${teamName('n')}, 'template', json_build_object('id', '${TEMPLATE_ID}', 'displayName', 'Project')),
         ${texts(STEPS)},
         case when n % 32 = 0 then jsonb_build_array(${ledgerEntry('createTeam')})
              else jsonb_build_array(${STEPS.map(ledgerEntry).join(', ')}) end,
         case when t.teams > 0 then ${teamId('1 + n % greatest(t.teams, 1)')} end, lower(${teamName('n')}),
         case when n % 32 = 0 then '{"code": "SuiteError", "message": "The suite failed.", "step": "createChannels"}'::jsonb end,
         1, ${jobTime}, ${jobTime} + interval '20 seconds', ${teamName('n')}, '${TEMPLATE_ID}', 'Project'
    from ${each('jobs')}`;
const JOB_WORDS = `
  insert into charter.job_words (tenant_id, ending, job_id)
  select j.tenant_id, ending, j.job_id from charter.jobs j, charter.word_endings(j.team_name) ending
   where j.team_name is not null order by 1, 2, 3`;

const recordTime = millisecondsOf('n', 't.records');
const actor = '1 + (n * 13) % t.people';
const subject = '1 + (n * 7) % greatest(t.teams, 1)';
/** Seven in ten records are about a team, two about its provisioning, one is a read of the list of jobs. */
const RECORDS = `
  insert into charter.audit_records (tenant_id, record_id, trail, type, occurred_at, actor_id, actor_kind, actor_name,
         target_type, target_id, target_name, request_id, outcome, fields)
  select t.tenant_id, ${timedId(recordTime, 'n')},
         case when n % 10 = 9 then 'security' when n % 10 >= 7 then 'provisioning' else 'teams' end,
         case when n % 10 = 9 then 'jobs_listed' when n % 10 >= 7 then 'team_provisioning_completed'
              else ${oneOf(['team_updated', 'team_member_added', 'team_channel_created'], 'n')} end,
         ${timeOf(recordTime)}, ${personId(actor)}, 'user', ${personName(actor)},
         case when n % 10 = 9 then 'tenant' else 'team' end,
         case when n % 10 = 9 then t.tenant_id else ${teamId(subject)} end,
         case when n % 10 = 9 then 'Organisation' else ${teamName(subject)} end,
         ${uuid('call', 'n')}::text, 'success',
         case when n % 10 = 9 then '{}'::json
              else json_build_object('teamId', ${teamId(subject)}, 'teamName', ${teamName(subject)}) end
    from ${each('records')}`;

/**
 * Links an event into its chain: SHA-256 of the previous head (the genesis for the first event), a line feed and the
 * event.
 */
const CHAIN_FUNCTIONS = `
  create or replace function pg_temp.link(head text, genesis text, event text) returns text
  language plpgsql immutable as $$
  begin
    return encode(sha256(convert_to(coalesce(head, genesis) || E'\\n' || event, 'UTF8')), 'hex');
  end $$;
  create or replace aggregate pg_temp.chain(text, text) (sfunc = pg_temp.link, stype = text)`;

/** The record as a CloudEvent in canonical JSON. Generated texts need no escapes. */
const EVENT = `
  '{"data":{"actor":{"displayName":"' || actor_name || '","id":"' || actor_id || '","kind":"' || actor_kind
  || '"},"outcome":"' || outcome || '","requestId":"' || request_id || '","target":{"displayName":"' || target_name
  || '","id":"' || target_id || '","type":"' || target_type || '"}'
  || case when team_id is null then ''
          else ',"teamId":"' || (fields ->> 'teamId') || '","teamName":"' || (fields ->> 'teamName') || '"' end
  || '},"datacontenttype":"application/json","id":"' || record_id || '","sequence":"' || sequence || '","source":"'
  || source || '","specversion":"1.0","subject":"' || target_type || '/' || target_id || '","time":"'
  || to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","type":"charter.' || type || '"}'`;
const IN_CHAIN = 'partition by trail order by occurred_at, record_id rows unbounded preceding';
const CHAIN = `
  insert into charter.audit_chain (tenant_id, trail, sequence, record_id, hash)
  select tenant_id, trail, sequence, record_id, decode(pg_temp.chain(genesis, ${EVENT}) over (${IN_CHAIN}), 'hex')
    from (select *, encode(sha256(convert_to(E'charter audit chain\\n' || source, 'UTF8')), 'hex') as genesis
            from (select *, '/tenants/' || tenant_id || '/audittrails/' || trail as source,
                         row_number() over (${IN_CHAIN}) as sequence
                    from charter.audit_records where tenant_id = $1) r) r`;

/**
 * Connects as a superuser whose statements run without triggers and without waiting for the disk.
 * @param began the first time of all objects, in milliseconds since 1970
 */
async function connect(ownerUrl: string, tenants: readonly TenantSize[], began: number): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`
    set session_replication_role = replica;
    set synchronous_commit = off;
    set maintenance_work_mem = '1GB';
    set work_mem = '256MB';
    set jit = off;
    create temporary table scale_tenants
      (number integer, tenant_id text, people integer, teams integer, records integer, jobs integer, began bigint)`);
  await client.query(
    'insert into scale_tenants select * from json_populate_recordset(null::scale_tenants, $1::json)',
    [JSON.stringify(tenants.map(({ id, ...tenant }) => ({ ...tenant, tenant_id: id, began })))],
  );
  await client.query('analyze scale_tenants');
  return client;
}

interface Index {
  name: string;
  definition: string;
}

/** Fills the table without its secondary indexes, and creates them afterwards: sorting is faster than inserting. */
async function withoutIndexes(client: pg.Client, table: string, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<Index>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
      where indrelid = $1::regclass and not indisprimary order by indexrelid`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await fill();
  for (const { definition } of rows) await client.query(definition);
  await client.query(`analyze ${table}`);
}

export type Progress = (line: string) => void;

async function fillObjects(client: pg.Client, report: Progress): Promise<void> {
  for (const statement of [TENANTS, ORGANISATIONS, ADMINISTRATORS]) await client.query(statement);
  const tables: [string, string][] = [
    ['directory.users', PEOPLE],
    ['directory.user_words', USER_WORDS],
    ['directory.teams', TEAMS],
    ['directory.team_members', MEMBERS],
    ['embedded_suite.channels', CHANNELS],
    ['directory.team_index', TEAM_INDEX],
    ['directory.team_words', TEAM_WORDS],
    ['charter.governed_teams', GOVERNED],
    ['charter.jobs', JOBS],
    ['charter.job_words', JOB_WORDS],
  ];
  for (const [table, statement] of tables) {
    await withoutIndexes(client, table, async () => {
      const { rowCount } = await client.query(statement);
      report(`${table}: ${rowCount} rows`);
    });
  }
}

async function fillTrails(
  client: pg.Client,
  tenants: readonly TenantSize[],
  report: Progress,
): Promise<void> {
  await withoutIndexes(client, 'charter.audit_records', async () => {
    const { rowCount } = await client.query(RECORDS);
    report(`charter.audit_records: ${rowCount} rows`);
  });
  await client.query(CHAIN_FUNCTIONS);
  await withoutIndexes(client, 'charter.audit_chain', async () => {
    for (const { id } of tenants) await client.query({ name: 'chain', text: CHAIN, values: [id] });
    report('charter.audit_chain: every record is sealed');
  });
}

/**
 * Fills an empty, migrated database.
 * @param ownerUrl URL of a superuser
 */
export async function fill(
  ownerUrl: string,
  tenants: readonly TenantSize[],
  report: Progress = () => undefined,
): Promise<void> {
  const began = Math.floor(Date.now() / 1000) * 1000 - DAYS * 86_400_000;
  const [objects, trails] = [
    await connect(ownerUrl, tenants, began),
    await connect(ownerUrl, tenants, began),
  ];
  try {
    // The two parts write different tables, so they run concurrently, on one core each.
    await Promise.all([fillObjects(objects, report), fillTrails(trails, tenants, report)]);
  } finally {
    await Promise.all([objects.end(), trails.end()]);
  }
}
