/** What people are told of requests that concern them (docs/notifications.md). */

export const NOTIFICATION_KINDS = [
  'approval_requested',
  'approval_reminder',
  'approval_withdrawn',
  'request_approved',
  'request_rejected',
  'request_expired',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What the words are made of. */
export interface NotificationFacts {
  approvalId: string;
  teamName: string;
  templateName: string;
  requesterName: string;
  /** RFC 3339 UTC. */
  expiresDateTime: string;
  /** Who decided, or withdrew. */
  actorName?: string;
  /** What they said about it. */
  message?: string;
}

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

/** A notification as the interface shows it. */
export interface Notification {
  id: string;
  kind: NotificationKind;
  language: string;
  subject: string;
  text: string;
  /** Page of the portal. */
  link: string;
  approval: { id: string };
  /** RFC 3339 UTC. */
  createdDateTime: string;
  readDateTime: string | null;
}
