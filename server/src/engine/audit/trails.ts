/**
 * The audit trails (contract 12): what each is about, the types of records in it and the fields that its
 * records have besides those that every record has. What is not declared here does not compile elsewhere, so
 * that GET /audittrails always says what there is. Neither types nor fields are ever renamed.
 */

/** What every record has, whatever its trail (contract 5). */
export const COMMON_FIELDS = [
  'id',
  'time',
  'type',
  'actor',
  'target',
  'requestId',
  'outcome',
  'sequence',
  'hash',
] as const;

interface TrailDefinition {
  category: string;
  /** Types of its records: what happened. Those of domain events have the event's name. */
  types: readonly string[];
  /** Fields besides the common ones; a record has those that make sense for its type. */
  fields: readonly string[];
}

/** What a trail says of itself when its oldest records were removed after their time (retention). */
export const PRUNED_TYPE = 'audit_records_pruned';
const PRUNED_FIELDS = ['prunedThroughSequence', 'prunedThroughHash', 'prunedCount', 'prunedBefore'] as const;

export const TRAILS = {
  teams: {
    category: 'Teams',
    types: [
      'team_created',
      'team_updated',
      'team_archive_requested',
      'team_archived',
      'team_archive_failed',
      'team_archive_skipped',
      'team_unarchive_requested',
      'team_unarchived',
      'team_unarchive_failed',
      'team_unarchive_skipped',
      'team_deleted',
      'team_member_added',
      'team_channel_created',
      'team_channel_tab_created',
      'team_operation_abandoned',
      'team_inactive',
      'team_expired',
      'team_lifecycle_renewed',
      'team_lifecycle_reset',
      PRUNED_TYPE,
    ],
    fields: [
      'teamId',
      'teamName',
      'channelId',
      'channelName',
      'membershipType',
      'tabId',
      'tabName',
      'memberId',
      'memberName',
      'memberRole',
      'changes',
      'siteReadOnly',
      'jobId',
      'operation',
      'errorCode',
      'errorMessage',
      'reason',
      'action',
      'lastActivityDateTime',
      'expiresDateTime',
      'runId',
      ...PRUNED_FIELDS,
    ],
  },
  provisioning: {
    category: 'Teams',
    types: ['team_provisioning_requested', 'team_provisioning_completed', PRUNED_TYPE],
    fields: [
      'jobId',
      'templateId',
      'templateName',
      'templateVersion',
      'teamId',
      'teamName',
      'requesterId',
      'requesterName',
      'status',
      'errorCode',
      'errorMessage',
      'errorStep',
      ...PRUNED_FIELDS,
    ],
  },
  approvals: {
    category: 'Governance',
    types: [
      'team_creation_approval_requested',
      'team_creation_approved',
      'team_creation_rejected',
      'team_creation_approval_expired',
      'team_creation_approval_cancelled',
      'team_creation_stage_approved',
      'team_creation_approval_delegated',
      PRUNED_TYPE,
    ],
    fields: [
      'approvalId',
      'jobId',
      'templateId',
      'templateName',
      'teamName',
      'requesterId',
      'requesterName',
      'approverId',
      'message',
      'stage',
      'delegateId',
      'delegateName',
      ...PRUNED_FIELDS,
    ],
  },
  catalog: {
    category: 'Governance',
    types: ['template_created', 'template_updated', 'template_deleted', 'template_rule_failed', PRUNED_TYPE],
    fields: [
      'templateId',
      'templateName',
      'version',
      'previousVersion',
      'enabled',
      'rule',
      'failure',
      'problem',
      ...PRUNED_FIELDS,
    ],
  },
  policies: {
    category: 'Governance',
    types: [
      'policy_created',
      'policy_updated',
      'policy_deleted',
      'policy_attached',
      'policy_detached',
      'permanent_membership_restored',
      'team_governance_ended',
      'lifecycle_run_requested',
      'lifecycle_run_completed',
      'lifecycle_run_failed',
      'lifecycle_run_capped',
      PRUNED_TYPE,
    ],
    fields: [
      'policyId',
      'policyName',
      'kind',
      'enabled',
      'scope',
      'settings',
      'changes',
      'teamId',
      'teamName',
      'owners',
      'members',
      'runId',
      'scheduledDateTime',
      'governedTeams',
      'cap',
      'counts',
      'errorMessage',
      ...PRUNED_FIELDS,
    ],
  },
  webhooks: {
    category: 'Integration',
    types: [
      'hook_created',
      'hook_updated',
      'hook_deleted',
      'hook_disabled',
      'hook_secret_rotated',
      'hook_redelivery_requested',
      'hook_test_requested',
      PRUNED_TYPE,
    ],
    fields: [
      'hookId',
      'hookName',
      'url',
      'events',
      'reason',
      'deliveryId',
      'deliveryCount',
      'from',
      'until',
      'changes',
      ...PRUNED_FIELDS,
    ],
  },
  security: {
    category: 'Security',
    types: [
      'call_refused',
      'refusals_dropped',
      'role_assigned',
      'role_revoked',
      'app_registered',
      'app_changed',
      'user_added',
      'users_imported',
      PRUNED_TYPE,
    ],
    fields: [
      'operation',
      'method',
      'path',
      'status',
      'errorCode',
      'reason',
      'count',
      'lastTime',
      'clientAddress',
      'principalId',
      'role',
      'appId',
      'appName',
      'roles',
      'enabled',
      'changes',
      ...PRUNED_FIELDS,
    ],
  },
} as const satisfies Record<string, TrailDefinition>;

export type TrailCode = keyof typeof TRAILS;

/** Any field of any trail. */
export type TrailField = (typeof TRAILS)[TrailCode]['fields'][number];

export const TRAIL_CODES = Object.keys(TRAILS) as TrailCode[];

export const isTrailCode = (code: string): code is TrailCode => Object.hasOwn(TRAILS, code);
