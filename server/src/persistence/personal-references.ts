/**
 * Lists the columns that refer to people by id, for the export of a person. An erasure leaves them, because ids stay.
 * personal-stores.test.ts finds missing columns.
 */
import { type Sql, sql } from '../kernel/sql.ts';

export interface PersonalReferences {
  /** Human-readable name. */
  name: string;
  table: string;
  /** Column with the id of the person. */
  person: string;
  /** Member of the column that has the id, if the column is JSON. */
  member?: string;
  /** Columns that identify a row, besides the tenant. */
  key: readonly string[];
  /** Further columns that the export shows: roles, states, times. None of them names another person. */
  values: readonly string[];
  /** Name of the object, as an expression over `item`. */
  displayName?: Sql;
}

const TEAM_NAME = sql`
  (select t.display_name from directory.teams t where t.tenant_id = item.tenant_id and t.team_id = item.team_id)`;
const TEAM_OF_REVIEW = sql`
  (select t.display_name from charter.reviews r join directory.teams t using (tenant_id, team_id)
    where r.tenant_id = item.tenant_id and r.review_id = item.review_id)`;
const REQUESTED_TEAM = sql`
  (select a.request ->> 'name' from charter.approvals a
    where a.tenant_id = item.tenant_id and a.approval_id = item.approval_id)`;
const TEMPLATE_NAME = sql`
  (select t.catalog_template #>> '{templateConfiguration,name}' from charter.templates t
    where t.tenant_id = item.tenant_id and t.template_id = item.template_id)`;

export const PERSONAL_REFERENCES: readonly PersonalReferences[] = [
  {
    name: 'memberships of teams',
    table: 'directory.team_members',
    person: 'user_id',
    key: ['team_id'],
    values: ['role', 'added_at'],
    displayName: TEAM_NAME,
  },
  {
    name: 'memberships of channels',
    table: 'embedded_suite.channel_members',
    person: 'user_id',
    key: ['team_id', 'channel_id'],
    values: ['role', 'added_at'],
    displayName: sql`
      (select c.display_name from embedded_suite.channels c
        where c.tenant_id = item.tenant_id and c.team_id = item.team_id and c.channel_id = item.channel_id)`,
  },
  {
    name: 'memberships of groups',
    table: 'directory.group_members',
    person: 'user_id',
    key: ['group_id'],
    values: [],
    displayName: sql`
      (select g.display_name from directory.groups g
        where g.tenant_id = item.tenant_id and g.group_id = item.group_id)`,
  },
  {
    name: 'people who report to the person',
    table: 'directory.users',
    person: 'manager_id',
    key: ['user_id'],
    values: [],
  },
  {
    name: 'deletion from the directory',
    table: 'directory.deleted_users',
    person: 'user_id',
    key: ['user_id'],
    values: ['deleted_at'],
  },
  {
    name: 'roles',
    table: 'charter.role_assignments',
    person: 'principal_id',
    key: ['role'],
    values: ['created_at', 'expires_at'],
  },
  {
    name: 'apps that the person registered',
    table: 'charter.apps',
    person: 'registered_by',
    key: ['app_id'],
    values: ['created_at'],
    displayName: sql`item.display_name`,
  },
  {
    name: 'webhooks that the person made',
    table: 'charter.hooks',
    person: 'creator_id',
    key: ['hook_id'],
    values: ['created_at'],
    displayName: sql`item.name`,
  },
  {
    name: 'versions of templates that the person stored',
    table: 'charter.template_versions',
    person: 'actor',
    member: 'id',
    key: ['template_id', 'revision'],
    values: ['version', 'created_at'],
    displayName: sql`item.name`,
  },
  {
    name: 'templates that the person left',
    table: 'charter.departed_people',
    person: 'person_id',
    key: ['template_id'],
    values: ['noticed_at'],
    displayName: TEMPLATE_NAME,
  },
  {
    name: 'jobs that the person requested',
    table: 'charter.jobs',
    person: 'requester_id',
    key: ['job_id'],
    values: ['type', 'status', 'team_id', 'created_at', 'last_action_at'],
    displayName: sql`item.team_name`,
  },
  {
    name: 'approvals that the person requested or was asked for',
    table: 'charter.approval_people',
    person: 'person_id',
    key: ['approval_id'],
    values: ['role'],
    displayName: REQUESTED_TEAM,
  },
  {
    name: 'decisions on approvals',
    table: 'charter.approval_decisions',
    person: 'decider',
    member: 'id',
    key: ['approval_id', 'decision_id'],
    values: ['stage', 'outcome', 'decided_at'],
    displayName: REQUESTED_TEAM,
  },
  {
    name: 'stays as a guest',
    table: 'charter.guest_stays',
    person: 'user_id',
    key: ['team_id'],
    values: ['since', 'ends_at', 'inactive_ends_at', 'sponsor_id'],
    displayName: TEAM_NAME,
  },
  {
    name: 'guests whose sponsor the person is',
    table: 'charter.guest_stays',
    person: 'sponsor_id',
    key: ['team_id', 'user_id'],
    values: ['since', 'ends_at'],
    displayName: TEAM_NAME,
  },
  {
    name: 'reviews of the person',
    table: 'charter.review_items',
    person: 'user_id',
    key: ['review_id'],
    values: ['role', 'decision', 'decided_by', 'decided_at', 'outcome'],
    displayName: TEAM_OF_REVIEW,
  },
  {
    name: 'decisions in reviews',
    table: 'charter.review_items',
    person: 'decided_by',
    key: ['review_id', 'user_id'],
    values: ['decision', 'decided_at', 'outcome'],
    displayName: TEAM_OF_REVIEW,
  },
  {
    name: 'requests to become an owner',
    table: 'charter.owner_requests',
    person: 'person_id',
    key: ['request_id'],
    values: ['team_id', 'source', 'status', 'created_at', 'expires_at', 'resolved_at'],
    displayName: TEAM_NAME,
  },
  {
    name: 'requests to join teams',
    table: 'charter.join_requests',
    person: 'person_id',
    key: ['request_id'],
    values: ['team_id', 'status', 'reason', 'created_at', 'expires_at', 'resolved_at'],
    displayName: sql`item.team_name`,
  },
  {
    name: 'decisions on requests to join teams',
    table: 'charter.join_requests',
    person: 'decider',
    member: 'id',
    key: ['request_id'],
    values: ['team_id', 'status', 'resolved_at'],
    displayName: sql`item.team_name`,
  },
  {
    name: 'account connected to Microsoft 365',
    table: 'charter.graph_accounts',
    person: 'user_id',
    key: ['client_id'],
    values: ['scopes', 'connected_at', 'lost_at'],
  },
  {
    name: 'legal hold',
    table: 'charter.legal_holds',
    person: 'person_id',
    key: ['person_id'],
    values: ['reason', 'placed_by', 'placed_at'],
  },
  {
    name: 'legal holds that the person placed',
    table: 'charter.legal_holds',
    person: 'placed_by',
    key: ['person_id'],
    values: ['placed_at'],
  },
  {
    name: 'erasure',
    table: 'charter.erasures',
    person: 'person_id',
    key: ['erasure_id'],
    values: ['requested_at', 'completed_at'],
  },
  {
    name: 'audit records about the person',
    table: 'charter.audit_records',
    person: 'target_id',
    key: ['record_id'],
    values: ['trail', 'type', 'occurred_at', 'actor_id', 'outcome'],
  },
];
