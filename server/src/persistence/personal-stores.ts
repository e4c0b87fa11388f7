/**
 * Lists every place outside of the audit trails where texts about people are stored, for export, erasure and dry run.
 * personal-stores.test.ts finds missing columns. docs/privacy.md describes the places.
 */
import type { PersonalStore } from '../domain/privacy/ports.ts';

export interface StoredTexts extends PersonalStore {
  table: string;
  /** Columns that identify a row, besides the tenant. */
  key: readonly string[];
  json?: readonly string[];
  text?: readonly string[];
  /** Columns with lists of texts. */
  lists?: readonly string[];
  /** Columns with texts in which addresses are references. An erasure replaces them with the person's id. */
  references?: readonly string[];
  /** A column with a text, and the JSON column that names the person who wrote it. */
  written?: { column: string; by: string };
  /** Column with the id of the owner. An erasure deletes the owner's rows. They are not searched for other people. */
  owner?: string;
  /** Column with the id of the owner. Rows that the person owns are skipped, because another store covers them. */
  others?: string;
  /** Table whose random values notify nodes of a change. */
  stamp?: string;
  /** Whether the rows are files of the embedded suite: the content of small text files is searched, not a column. */
  isFiles?: true;
}

export const PERSONAL_STORES: readonly StoredTexts[] = [
  {
    name: 'requests',
    table: 'charter.approvals',
    key: ['approval_id'],
    json: [
      'template',
      'requester',
      'request',
      'metadata',
      'answers',
      'updates',
      'stages',
      'question',
      'channel',
      'decided_by',
    ],
    text: ['message'],
    written: { column: 'message', by: 'decided_by' },
  },
  {
    name: 'decisions',
    table: 'charter.approval_decisions',
    key: ['approval_id', 'decision_id'],
    json: ['decider'],
    text: ['message'],
    written: { column: 'message', by: 'decider' },
  },
  {
    name: 'jobs',
    table: 'charter.jobs',
    key: ['job_id'],
    json: [
      'requester',
      'request',
      'plan',
      'ledger',
      'error',
      'log_messages',
      'cancellation',
      'wait',
      'bulk',
      'leftovers',
      'second_approval',
      'part',
    ],
    lists: ['log'],
  },
  {
    name: 'answers of teams',
    table: 'charter.team_metadata',
    key: ['team_id'],
    json: ['metadata'],
    text: ['search_text'],
  },
  {
    name: 'values of answers',
    table: 'charter.team_answers',
    key: ['team_id', 'answer_id', 'item'],
    text: ['value'],
  },
  {
    name: 'requests to join teams of the person',
    table: 'charter.join_requests',
    key: ['request_id'],
    json: ['decider'],
    text: ['message', 'answer'],
    owner: 'person_id',
  },
  {
    name: 'requests to join teams of others',
    table: 'charter.join_requests',
    key: ['request_id'],
    json: ['decider'],
    text: ['message', 'answer'],
    others: 'person_id',
  },
  {
    name: 'teams of bulk jobs',
    table: 'charter.bulk_teams',
    key: ['job_id', 'team_id'],
    json: ['begun', 'message_parameters'],
    text: ['message'],
  },
  {
    name: 'operations in progress',
    table: 'charter.suite_intents',
    key: ['intent_id'],
    json: ['input', 'principal', 'context'],
  },
  {
    name: 'events',
    table: 'charter.domain_events',
    key: ['event_id'],
    json: ['actor', 'target', 'payload'],
  },
  {
    name: 'webhooks',
    table: 'charter.hooks',
    key: ['hook_id'],
    json: ['creator'],
  },
  {
    name: 'deliveries of webhooks',
    table: 'charter.hook_deliveries',
    key: ['hook_id', 'delivery_id'],
    json: ['attempts'],
    text: ['body'],
  },
  {
    name: 'notifications of the person',
    table: 'charter.notifications',
    key: ['addressee_id', 'notification_id'],
    json: ['facts'],
    text: ['mail_error'],
    owner: 'addressee_id',
  },
  {
    name: 'notifications of others',
    table: 'charter.notifications',
    key: ['addressee_id', 'notification_id'],
    json: ['facts'],
    text: ['mail_error'],
    others: 'addressee_id',
  },
  {
    name: 'mail choices',
    table: 'charter.notification_settings',
    key: ['person_id'],
    lists: ['mail_off'],
    owner: 'person_id',
  },
  {
    name: 'people who left templates',
    table: 'charter.departed_people',
    key: ['template_id', 'person_id'],
    owner: 'person_id',
  },
  {
    name: 'stored answers',
    table: 'charter.idempotency_keys',
    key: ['principal_id', 'key'],
    owner: 'principal_id',
  },
  {
    name: 'groups at the provider',
    table: 'directory.provider_groups',
    key: ['group_name', 'user_id'],
    owner: 'user_id',
  },
  {
    name: 'templates',
    table: 'charter.templates',
    key: ['template_id'],
    json: ['catalog_template', 'structure'],
    references: ['manifest'],
    stamp: 'charter.template_stamps',
  },
  {
    name: 'versions of templates',
    table: 'charter.template_versions',
    key: ['template_id', 'revision'],
    json: ['actor'],
    text: ['name'],
    references: ['manifest'],
  },
  {
    name: 'policies',
    table: 'charter.policies',
    key: ['policy_id'],
    json: ['settings', 'answered_scope'],
    stamp: 'charter.policy_stamps',
  },
  {
    name: 'lifecycle runs',
    table: 'charter.lifecycle_runs',
    key: ['run_id'],
    json: ['requester', 'error_message'],
    text: ['error'],
  },
  {
    name: 'teams of lifecycle runs',
    table: 'charter.lifecycle_run_teams',
    key: ['run_id', 'team_id'],
    json: ['details'],
  },
  {
    name: 'connected account of Microsoft 365',
    table: 'charter.graph_accounts',
    key: ['client_id'],
    text: ['user_name', 'lost_reason'],
  },
  {
    name: 'known teams of Microsoft 365',
    table: 'graph_suite.groups',
    key: ['group_id'],
    json: ['shown'],
  },
  {
    name: 'known channels of Microsoft 365',
    table: 'graph_suite.known_channels',
    key: ['team_id'],
    json: ['channels'],
  },
  {
    name: 'changes in Microsoft 365',
    table: 'graph_suite.outside_changes',
    key: ['team_id', 'subject'],
    json: ['before'],
  },
  {
    name: 'effects in Microsoft 365',
    table: 'graph_suite.effects',
    key: ['kind', 'scope', 'marker'],
    json: ['result'],
  },
  {
    name: 'messages of the embedded suite',
    table: 'embedded_suite.messages',
    key: ['team_id', 'channel_id', 'message_id'],
    text: ['text'],
  },
  {
    name: 'teams',
    table: 'directory.teams',
    key: ['team_id'],
    text: ['display_name', 'description', 'mail_nickname'],
    isUnchanged: true,
  },
  {
    name: 'channels',
    table: 'embedded_suite.channels',
    key: ['team_id', 'channel_id'],
    text: ['display_name', 'description'],
    isUnchanged: true,
  },
  {
    name: 'tabs',
    table: 'embedded_suite.tabs',
    key: ['team_id', 'channel_id', 'tab_id'],
    json: ['configuration'],
    text: ['display_name', 'web_url'],
    isUnchanged: true,
  },
  {
    name: 'groups',
    table: 'directory.groups',
    key: ['group_id'],
    text: ['display_name'],
    isUnchanged: true,
  },
  {
    name: 'names of policies',
    table: 'charter.policies',
    key: ['policy_id'],
    text: ['name', 'description'],
    isUnchanged: true,
  },
  {
    name: 'names of webhooks',
    table: 'charter.hooks',
    key: ['hook_id'],
    text: ['name', 'description'],
    isUnchanged: true,
  },
  {
    name: 'names of apps',
    table: 'charter.apps',
    key: ['app_id'],
    text: ['display_name'],
    isUnchanged: true,
  },
  {
    name: 'reasons of legal holds',
    table: 'charter.legal_holds',
    key: ['person_id'],
    text: ['reason'],
    isUnchanged: true,
  },
  // Later stores come last, because an erasure records how many of them it has finished.
  {
    name: 'plans of the embedded suite',
    table: 'embedded_suite.plans',
    key: ['team_id', 'channel_id', 'plan_id'],
    json: ['plan'],
  },
  {
    name: 'files of the embedded suite',
    table: 'embedded_suite.files',
    key: ['team_id', 'file_id'],
    isFiles: true,
  },
  {
    name: 'names of files',
    table: 'embedded_suite.files',
    key: ['team_id', 'file_id'],
    text: ['path'],
    isUnchanged: true,
  },
  {
    name: 'errors of reviews',
    table: 'charter.review_items',
    key: ['review_id', 'user_id'],
    json: ['error'],
  },
  {
    name: 'reasons of channel violations',
    table: 'charter.channel_violations',
    key: ['violation_id'],
    json: ['reason'],
  },
  {
    name: 'names of channels that violate a policy',
    table: 'charter.channel_violations',
    key: ['violation_id'],
    text: ['channel_name'],
    isUnchanged: true,
  },
  {
    name: 'names of secrets of apps',
    table: 'charter.app_secrets',
    key: ['app_id', 'secret_id'],
    text: ['display_name'],
    isUnchanged: true,
  },
  {
    name: 'names of SCIM tokens',
    table: 'charter.scim_tokens',
    key: ['token_id'],
    text: ['display_name'],
    isUnchanged: true,
  },
  {
    name: 'name and contacts of the organisation',
    table: 'charter.organization_branding',
    key: ['revision'],
    text: ['display_name', 'support_contact', 'help_url', 'naming_rules_url'],
    isUnchanged: true,
  },
];
