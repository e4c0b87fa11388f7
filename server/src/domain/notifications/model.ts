/** Notifications to people (docs/notifications.md). */
import type { ExpiryAction } from '../teams/model.ts';

export const NOTIFICATION_KINDS = [
  'approval_requested',
  'approval_reminder',
  'approval_withdrawn',
  'request_approved',
  'request_rejected',
  'request_expired',
  'job_cancelled',
  'webhook_disabled',
  'team_inactive',
  'team_expired',
  'lifecycle_run_capped',
  'graph_account_lost',
  'graph_access_lost',
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

export type NotificationFacts =
  | ApprovalFacts
  | JobFacts
  | HookFacts
  | TeamFacts
  | CapFacts
  | AccountFacts
  | AccessFacts;

type FactsOf<Kind extends NotificationKind> = Kind extends 'webhook_disabled'
  ? HookFacts
  : Kind extends 'team_inactive' | 'team_expired'
    ? TeamFacts
    : Kind extends 'lifecycle_run_capped'
      ? CapFacts
      : Kind extends 'job_cancelled'
        ? JobFacts
        : Kind extends 'graph_account_lost'
          ? AccountFacts
          : Kind extends 'graph_access_lost'
            ? AccessFacts
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
