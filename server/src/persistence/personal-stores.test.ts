/**
 * Compares all columns that hold texts in the migrated database with the texts about people (personal-stores.ts), the
 * references to people (personal-references.ts), and the reviewed columns that need neither. A new column fails until
 * one of the lists has it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { createMigratedDatabase, type TestDatabase } from '../../test/database.ts';
import { SCHEMAS } from './database-changes.ts';
import { PERSONAL_REFERENCES } from './personal-references.ts';
import { PERSONAL_STORES } from './personal-stores.ts';

/**
 * Reviewed columns, by the reason why neither list needs them. `schema.table` stands for all columns of a table,
 * `*.column` for the columns with this name in all tables.
 */
const REVIEWED: Readonly<Record<string, string>> = {
  'The organisation, or an object that is no person': `
    *.tenant_id *.team_id *.channel_id *.tab_id *.group_id *.template_id *.message_id *.plan_id *.file_id *.secret_id
    *.token_id *.key_id *.app_id *.label_id *.request_id *.marker *.traceparent charter.graph_accounts.client_id
    charter.graph_registrations.client_id charter.known_channels.channel_ids charter.policies.template_ids
    charter.hooks.templates charter.team_answers.answer_id directory.team_index.sensitivity_label_id
    directory.teams.sensitivity_label_id directory.teams.installed_apps directory.teams.internal_id
    directory.groups.external_id embedded_suite.tabs.teams_app_id embedded_suite.tabs.sort_order_index
    graph_suite.effects.operation graph_suite.effects.effect_id`,
  'A word of a fixed list, a number or a flag': `
    *.status *.state *.kind *.role *.roles *.outcome *.decision *.event *.events *.scope *.scopes *.mode *.source
    *.visibility *.membership_type *.manifest_format charter.app_secrets.notified charter.bulk_teams.code
    charter.bulk_teams.message_code charter.domain_events.type charter.hooks.standing charter.hooks.disabled_reason
    charter.jobs.type charter.jobs.steps charter.jobs.failed_step charter.join_requests.reason
    charter.notifications.mail_state charter.reviews.unanswered charter.suite_intents.operation
    charter.team_lifecycles.action charter.team_lifecycles.cause graph_suite.sign_in_readings.problem directory.teams.settings directory.teams.picture_type
    directory.teams.classification graph_suite.outside_changes.subject`,
  'A secret, its hash, or an encrypted text': `
    charter.app_secrets.secret_hash charter.app_secrets.hint charter.scim_tokens.token_hash charter.scim_tokens.hint
    charter.hooks.secrets charter.hooks.sealed_query charter.graph_accounts.sealed_tokens
    charter.graph_registrations.credential charter.graph_registrations.sealed_credential
    graph_suite.effects.sealed_address`,
  'A copy of the name of a team, policy, file or group, which belongs to the organisation': `
    charter.bulk_teams.team_name charter.jobs.team_name charter.jobs.name_key charter.jobs.template_name
    charter.join_requests.team_name charter.reservations.value charter.channel_violations.policy_name
    charter.reviews.policy_name charter.job_words directory.group_words directory.team_words
    directory.groups.display_name_key directory.groups.search_words directory.team_index.name_key
    directory.team_index.search_words directory.teams.display_name_key directory.teams.mail_nickname_key
    directory.teams.web_url embedded_suite.files.path_key embedded_suite.files.parent_key
    graph_suite.groups.display_name graph_suite.groups.display_name_key graph_suite.groups.mail_nickname_key`,
  'A version, an address of a receiver, or a path in a template': `
    charter.team_metadata.template_version charter.templates.version charter.template_versions.version
    charter.template_versions.changed_paths charter.hooks.url`,
  'A picture, or the content of a file, which the files of teams are searched for':
    'charter.blobs charter.blob_chunks charter.blob_holders embedded_suite.file_chunks embedded_suite.files.sha256 ' +
    'directory.teams.picture charter.organization_branding.logo charter.organization_branding.logo_type ' +
    'charter.organization_branding.logo_sha256 charter.organization_branding.accent_color',
  'The entry of the person: the export has it whole, and an erasure empties it':
    'directory.users directory.user_words',
  'The audit trails, whose texts are encrypted with the keys of people (person-keys.ts)': `
    charter.audit_chain charter.audit_checkpoints charter.audit_keys charter.audit_pending charter.audit_records
    charter.audit_retention charter.person_keys charter.redacted_texts`,
  'The row of the erasure itself, and its encrypted marks until it ends': 'charter.erasures',
  'Ids or encrypted answers that are deleted within a day': `
    charter.hook_fan_outs.audience charter.idempotency_keys charter.issuer_sessions charter.rate_limits
    graph_suite.answers graph_suite.pacing graph_suite.round_objects`,
  'A group at the provider: the rows of the person are exported and deleted':
    'directory.provider_groups.group_name',
  'The organisation, its labels, its connection to Microsoft 365, and the installation': `
    charter.tenants directory.organisations graph_suite.organisations embedded_suite.labels graph_suite.subscriptions
    graph_suite.synchronisation charter.installation_secrets charter.migration_records charter.migrations
    charter.signing_keys`,
};

const wordsOf = (text: string): string[] => text.trim().split(/\s+/);

describe('the lists of personal texts and of references to people', () => {
  let database: TestDatabase;
  let columns: { table: string; column: string }[];
  before(async () => {
    database = await createMigratedDatabase();
    const owner = new pg.Client(database.ownerUrl);
    await owner.connect();
    const { rows } = await owner.query<{ table: string; column: string }>(
      `select table_schema || '.' || table_name as table, column_name as column
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = any($1) and table_type = 'BASE TABLE'
          and udt_name in ('text', 'varchar', 'json', 'jsonb', '_text', 'bytea')`,
      [SCHEMAS],
    );
    columns = rows;
    await owner.end();
  });
  after(() => database.drop());

  const listed = new Set([
    ...PERSONAL_STORES.flatMap(({ table, json, text, lists, references, owner }) =>
      [json, text, lists, references, owner].flat().map((column) => `${table}.${column}`),
    ),
    ...PERSONAL_REFERENCES.map(({ table, person }) => `${table}.${person}`),
  ]);
  const reviewed = Object.values(REVIEWED).flatMap(wordsOf);

  it('contain every column that can hold a text, except reviewed columns', () => {
    const known = new Set(reviewed);
    const missing = columns
      .filter(
        ({ table, column }) =>
          !listed.has(`${table}.${column}`) &&
          ![table, `${table}.${column}`, `*.${column}`].some((name) => known.has(name)),
      )
      .map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(missing, []);
  });

  it('name only existing columns, and no column is both listed and reviewed', () => {
    const existing = new Set(
      columns.flatMap(({ table, column }) => [table, `${table}.${column}`, `*.${column}`]),
    );
    const unknown = [...listed, ...reviewed].filter(
      (name) => !name.endsWith('.undefined') && !existing.has(name),
    );
    assert.deepEqual(unknown, []);
    assert.deepEqual(
      reviewed.filter((name) => listed.has(name)),
      [],
    );
  });
});
