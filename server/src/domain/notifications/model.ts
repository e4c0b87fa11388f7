/** Notifications to people (docs/notifications.md). */
import type { ExpiryAction } from '../teams/model.ts';

export const NOTIFICATION_KINDS = [
  'approval_requested',
  'approval_reminder',
  'approval_withdrawn',
  'request_approved',
  'request_rejected',
  'request_expired',
  'team_ready',
  'request_failed',
  'job_failed',
  'job_cancelled',
  'webhook_disabled',
  'team_inactive',
  'team_expired',
  'lifecycle_run_capped',
  'graph_account_lost',
  'graph_access_lost',
  'template_people_departed',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Facts in the text about a request for a team. */
export interface ApprovalFacts {
  approvalId: string;
  /** Position of the stage that is to decide; absent from old notifications. */
  stage?: number;
  teamName: string;
  templateName: string;
  requesterName: string;
  /** RFC 3339 UTC. */
  expiresDateTime: string;
  /** The person who decided or withdrew. */
  actorName?: string;
  /** The message of that person. */
  message?: string;
}

/** Facts in the text about a job that somebody else cancelled. */
export interface JobFacts {
  jobId: string;
  /** `request`: the job builds a team. `work`: it changes one. */
  purpose: 'request' | 'work';
  teamName: string;
  /** The person or app that cancelled it. */
  actorName: string;
  /** Whether the parts of the team that were already built are deleted. */
  removes: boolean;
}

/** Facts in the text about a team that was built. */
export interface ReadyFacts {
  /** Id of the job that built it. */
  builtBy: string;
  teamId: string;
  teamName: string;
  templateName: string;
}

/** Why a job failed, in the terms of the texts. */
export type FailureReason =
  /** The suite failed or was unreachable for too long. */
  | 'unavailable'
  /** Charter itself failed. */
  | 'internal'
  /** Something that the job needs does not exist any more. */
  | 'missing'
  /** Another team has the name or the mail alias. */
  | 'taken'
  /** The suite rejected the change. */
  | 'rejected';

/** Facts in the text about a job that failed. */
export interface FailureFacts {
  jobId: string;
  /** As in JobFacts. */
  purpose: JobFacts['purpose'];
  teamName: string;
  requesterName: string;
  reason: FailureReason;
  /** The step that failed; null when the job failed outside of a step. */
  step: string | null;
  /** The message of the error. */
  detail: string;
  /** Whether the job built something that stays. */
  remains: boolean;
}

/** Facts in the text about a webhook. */
export interface HookFacts {
  hookId: string;
  hookName: string;
  /** `gone`: the receiver answered 410. `failing`: every attempt failed for five days. */
  reason: 'gone' | 'failing';
}

/** Facts in the text about a team's lifecycle. */
export interface TeamFacts {
  teamId: string;
  teamName: string;
  action: ExpiryAction;
  /** RFC 3339 UTC. */
  lastActivityDateTime: string;
  /** End of the grace period. */
  expiresDateTime: string;
}

/** Facts in the text about a lifecycle run that stopped at its cap. */
export interface CapFacts {
  runId: string;
  /** Teams that were archived or deleted. */
  actedCount: number;
  /** Teams left for the next runs. */
  leftCount: number;
}

/** Facts in the text about a connected account whose sign-in was lost. */
export interface AccountFacts {
  /** User principal name. */
  accountName: string;
  /** Reason given by Microsoft Entra. */
  reason: string;
}

/** Facts in the text about a tenant that no longer gives Charter access to Microsoft 365. */
export interface AccessFacts {
  /** Reason given by Microsoft Entra, or the missing permissions. */
  accessReason: string;
}

/** Facts in the text about people of a template who have left the directory. */
export interface DepartedFacts {
  templateId: string;
  templateName: string;
  /** Names of those who have left. */
  people: string[];
}

/** The facts of each kind that is not about an approval. */
interface FactsByKind {
  team_ready: ReadyFacts;
  request_failed: FailureFacts;
  job_failed: FailureFacts;
  job_cancelled: JobFacts;
  webhook_disabled: HookFacts;
  team_inactive: TeamFacts;
  team_expired: TeamFacts;
  lifecycle_run_capped: CapFacts;
  graph_account_lost: AccountFacts;
  graph_access_lost: AccessFacts;
  template_people_departed: DepartedFacts;
}

export type NotificationFacts = ApprovalFacts | FactsByKind[keyof FactsByKind];

type FactsOf<Kind extends NotificationKind> = Kind extends keyof FactsByKind
  ? FactsByKind[Kind]
  : ApprovalFacts;

/** Dates of the facts as text in the reader's language. */
interface Dates {
  expires: string;
  last: string;
}

/** The texts of one language. */
export type Texts = {
  [Kind in NotificationKind]: (facts: FactsOf<Kind> & Dates) => { subject: string; body: string };
} & {
  /** Puts quotation marks around a person's message. */
  quoted(message: string): string;
  /** Introduces the message of an error. */
  details(detail: string): string;
};

export interface NewNotification {
  id: string;
  addresseeId: string;
  kind: NotificationKind;
  facts: NotificationFacts;
}

export interface NotificationRecord extends NewNotification {
  createdAt: Date;
  readAt: Date | null;
}
