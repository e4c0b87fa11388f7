/** Row types of the schema `charter` for Kysely. They mirror the migrations. */
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

type Json<T extends object> = JSONColumnType<T, string, string>;
type NullableJson<T extends object> = ColumnType<T | null, string | null, string | null>;
type Timestamp = ColumnType<Date, Date, Date>;

export interface TenantRow {
  tenant_id: string;
  display_name: string;
  created_at: Generated<Date>;
}

export interface AppRow {
  tenant_id: string;
  app_id: string;
  display_name: string;
  secret_hash: string;
  roles: string[];
  enabled: Generated<boolean>;
  created_at: Generated<Date>;
}

export interface RoleAssignmentRow {
  tenant_id: string;
  principal_id: string;
  role: string;
  created_at: Generated<Date>;
}

export interface TemplateRow {
  tenant_id: string;
  template_id: string;
  revision: number;
  version: string;
  catalog_template: Json<object>;
  structure: Json<object>;
  manifest: string;
  manifest_format: string;
  created_at: Generated<Date>;
  updated_at: ColumnType<Date, Date | undefined, Date>;
}

export interface TemplateStampRow {
  tenant_id: string;
  stamp: string;
}

export interface JobRow {
  tenant_id: string;
  job_id: string;
  type: string;
  status: string;
  progress: Generated<number>;
  log: Generated<string[]>;
  requester: Json<object>;
  request_id: string;
  request: Json<object>;
  plan: NullableJson<object>;
  steps: string[];
  ledger: ColumnType<object[], string | undefined, string>;
  approval_id: string | null;
  team_id: string | null;
  error: NullableJson<object>;
  attempt: Generated<number>;
  tries: Generated<number>;
  created_at: Timestamp;
  last_action_at: Timestamp;
  /** Normalised name of the team that the job creates (domain/names/key.ts). */
  name_key: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface ReservationRow {
  tenant_id: string;
  kind: string;
  value: string;
  job_id: string;
}

export interface SuiteIntentRow {
  tenant_id: string;
  intent_id: string;
  operation: string;
  input: Json<object>;
  principal: Json<object>;
  context: Json<object>;
  attempt: Generated<number>;
  lease_until: Timestamp;
  created_at: Timestamp;
}

export interface DomainEventRow {
  tenant_id: string;
  event_id: string;
  type: string;
  occurred_at: Timestamp;
  actor: Json<object>;
  target: Json<object>;
  payload: Json<object>;
  request_id: string;
}

export interface AuditRecordRow {
  tenant_id: string;
  record_id: string;
  trail: string;
  type: string;
  occurred_at: Timestamp;
  actor_id: string;
  actor_kind: string;
  actor_name: string;
  target_type: string;
  target_id: string;
  target_name: string;
  request_id: string;
  outcome: string;
  fields: Json<object>;
}

export interface AuditPendingRow {
  tenant_id: string;
  record_id: string;
}

export interface AuditChainRow {
  tenant_id: string;
  trail: string;
  sequence: ColumnType<string, number, number>;
  record_id: string;
  hash: Buffer;
}

export interface AuditCheckpointRow {
  tenant_id: string;
  number: ColumnType<string, number, number>;
  line: string;
  written_at: ColumnType<Date | null, Date | null | undefined, Date>;
}

export interface AuditKeyRow {
  key_id: string;
  public_jwk: Json<object>;
  created_at: Timestamp;
}

export interface AuditRetentionRow {
  trail: string;
  days: number;
}

export interface ApprovalRow {
  tenant_id: string;
  approval_id: string;
  job_id: string;
  status: string;
  revision: Generated<number>;
  template: Json<object>;
  requester: Json<object>;
  request_id: string;
  request: Json<object>;
  updates: ColumnType<object, string | undefined, string>;
  stages: JSONColumnType<object[], string, string>;
  stage: Generated<number>;
  decided_by: NullableJson<object>;
  message: string | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  reminded_at: Timestamp;
}

export interface ApprovalPersonRow {
  tenant_id: string;
  person_id: string;
  role: string;
  approval_id: string;
}

export interface ApprovalDecisionRow {
  tenant_id: string;
  approval_id: string;
  decision_id: string;
  stage: number;
  outcome: string;
  decider: Json<object>;
  message: string | null;
  decided_at: Timestamp;
}

export interface NotificationRow {
  tenant_id: string;
  addressee_id: string;
  notification_id: string;
  kind: string;
  facts: Json<object>;
  created_at: Timestamp;
  read_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  mail_state: Generated<string>;
  mail_tries: Generated<number>;
  mail_due_at: Timestamp;
  mail_error: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface IdempotencyKeyRow {
  tenant_id: string;
  principal_id: string;
  key: string;
  fingerprint: string;
  claimed_at: Timestamp;
  claim_id: string;
  status: number | null;
  headers: NullableJson<object>;
  body: string | null;
  expires_at: Timestamp;
}

export interface RateLimitRow {
  tenant_id: string;
  principal_id: string;
  version: ColumnType<string, number, number>;
  calls: string;
  updated_at: Timestamp;
}

export interface SigningKeyRow {
  key_id: string;
  private_jwk: Json<object>;
  created_at: Generated<Date>;
}

export interface IssuerSessionRow {
  kind: string;
  id: string;
  grant_id: string | null;
  uid: string | null;
  payload: Json<object>;
  expires_at: ColumnType<Date | null, Date | null, Date | null>;
}

export interface HookRow {
  tenant_id: string;
  hook_id: string;
  name: string;
  description: string | null;
  active: boolean;
  events: string[];
  url: string;
  sealed_query: string | null;
  templates: string[];
  secrets: ColumnType<object[], string, string>;
  scope: string;
  creator: Json<object>;
  creator_id: string;
  created_at: Timestamp;
  updated_at: Timestamp;
  standing: Json<object>;
  failing_since: ColumnType<Date | null, Date | null, Date | null>;
  inactive_since: Date | null;
  disabled_reason: string | null;
}

export interface HookFanOutRow {
  tenant_id: string;
  event_id: string;
  audience: string[] | null;
  leased_until: Date | null;
  lease: Generated<number>;
}

export interface HookDeliveryRow {
  tenant_id: string;
  hook_id: string;
  delivery_id: string;
  event_id: string;
  event: string;
  scope: string;
  status: string;
  run: number;
  tries: Generated<number>;
  due_at: ColumnType<Date | null, Date | null, Date | null>;
  created_at: Timestamp;
  completed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  attempts: ColumnType<object[], string | undefined, string>;
  body: string | null;
}

export interface PolicyRow {
  tenant_id: string;
  policy_id: string;
  version: Generated<number>;
  name: string;
  description: string | null;
  kind: string;
  enabled: boolean;
  scope: string;
  template_ids: string[];
  settings: Json<object>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface PolicyStampRow {
  tenant_id: string;
  stamp: string;
}

export interface GovernedTeamRow {
  tenant_id: string;
  team_id: string;
  template_id: string | null;
  created_at: Timestamp;
  due_at: Timestamp;
}

export interface PolicyTeamRow {
  tenant_id: string;
  policy_id: string;
  team_id: string;
  attached_at: Timestamp;
}

export interface CharterTables {
  'charter.tenants': TenantRow;
  'charter.apps': AppRow;
  'charter.role_assignments': RoleAssignmentRow;
  'charter.templates': TemplateRow;
  'charter.template_stamps': TemplateStampRow;
  'charter.jobs': JobRow;
  'charter.reservations': ReservationRow;
  'charter.suite_intents': SuiteIntentRow;
  'charter.domain_events': DomainEventRow;
  'charter.audit_records': AuditRecordRow;
  'charter.audit_pending': AuditPendingRow;
  'charter.audit_chain': AuditChainRow;
  'charter.audit_checkpoints': AuditCheckpointRow;
  'charter.audit_keys': AuditKeyRow;
  'charter.audit_retention': AuditRetentionRow;
  'charter.approvals': ApprovalRow;
  'charter.approval_people': ApprovalPersonRow;
  'charter.approval_decisions': ApprovalDecisionRow;
  'charter.notifications': NotificationRow;
  'charter.hooks': HookRow;
  'charter.hook_fan_outs': HookFanOutRow;
  'charter.hook_deliveries': HookDeliveryRow;
  'charter.policies': PolicyRow;
  'charter.policy_stamps': PolicyStampRow;
  'charter.governed_teams': GovernedTeamRow;
  'charter.policy_teams': PolicyTeamRow;
  'charter.idempotency_keys': IdempotencyKeyRow;
  'charter.rate_limits': RateLimitRow;
  'charter.signing_keys': SigningKeyRow;
  'charter.issuer_sessions': IssuerSessionRow;
}
