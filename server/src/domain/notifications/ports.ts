import type { PageQuery } from '../../kernel/page.ts';
import type { NewNotification, NotificationKind, NotificationRecord } from './kinds.ts';

/** `none`: there was nothing to send. `failed`: the server rejected the mail permanently, or all retries failed. */
export type MailOutcome = 'sent' | 'none' | 'failed';

/** A notification whose mail is due, leased to one node. */
export interface DueMail extends NotificationRecord {
  /** Number of attempts, including this one. Also the fencing token. */
  tries: number;
  /** Time since which the suite's activity feed need not show the notification (settleFeed); null before that. */
  feedAt: Date | null;
  /** Whether the mail asks for a decision that is no longer pending. Leasing settles such a mail as `none`. */
  isOver: boolean;
}

export interface NotificationQuery extends PageQuery {
  addresseeId: string;
  unreadOnly: boolean;
}

/** A notification that administrators may already have. */
export interface EarlierNotification {
  kind: NotificationKind;
  /** A subset of its facts. */
  facts: object;
  since: Date;
}

/** A person who has left the directory. The id is the reference by which they were named. */
export interface DepartedPerson {
  id: string;
  displayName: string;
}

export interface NotificationStore {
  /** Adds notifications. Their mail is sent after the transaction commits. */
  add(notifications: readonly NewNotification[], at: Date): Promise<void>;
  /**
   * Notifies the administrators whose role the service assigned. Those with a role only in their token are unknown.
   * @param exceptId id of a person who is not notified
   */
  addForAdministrators(
    notification: Pick<NewNotification, 'kind' | 'facts'>,
    at: Date,
    exceptId?: string,
  ): Promise<void>;
  /** Notifies the administrators, once for each person, that people whom the template names have left. */
  addDeparted(
    template: { id: string; name: string },
    people: readonly DepartedPerson[],
    at: Date,
  ): Promise<void>;
  /** Lists at most `top` + 1 notifications, newest first; the extra one shows that another page follows. */
  list(query: NotificationQuery): Promise<NotificationRecord[]>;
  count(addresseeId: string, unreadOnly: boolean): Promise<number>;
  /**
   * Marks the addressee's unread notifications as read, up to and including `upTo`, or all without it. Returns their
   * number.
   */
  markAllRead(addresseeId: string, upTo: string | undefined, at: Date): Promise<number>;
  /**
   * Returns the people with an administrative role that the service assigned, unless they have the earlier
   * notification.
   */
  findAdministrators(without: EarlierNotification): Promise<string[]>;
  /** Returns the kinds for which the person switched mail off. */
  findMailOff(personId: string): Promise<NotificationKind[]>;
  /** Switches the mail of some kinds on or off for the person, and leaves the others. */
  changeMail(personId: string, change: { on: NotificationKind[]; off: NotificationKind[] }): Promise<void>;
  /** Marks the notification as read; idempotent. Returns false when the addressee has no such notification. */
  markRead(addresseeId: string, notificationId: string, at: Date): Promise<boolean>;
  /** Whether the tenant has a notification with this id. */
  exists(notificationId: string): Promise<boolean>;
  /**
   * Leases at most `limit` due messages to this node until `leaseUntil`. Marks a message about a decision as not to be
   * sent when the decision is no longer needed.
   */
  leaseDueMail(at: Date, leaseUntil: Date, limit: number): Promise<DueMail[]>;
  /** Records that the suite's activity feed need not show the notification any more. */
  settleFeed(mail: DueMail, at: Date): Promise<void>;
  /** @param error reason of the failure */
  settleMail(mail: DueMail, outcome: MailOutcome, error?: string): Promise<void>;
  /** Makes the mail due again at `due`. */
  retryMail(mail: DueMail, due: Date, error: string): Promise<void>;
}

export interface Mail {
  /** Id of the mail in every attempt. It becomes the Message-ID. */
  id: string;
  /** Name of the sender; undefined for the one that the operator has set. */
  sender?: string | undefined;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Language of the texts, as a BCP 47 tag. */
  language: string;
}

/** The error of a mail that the mail server rejected permanently (RFC 5321, 4.2.1). */
export class MailRejected extends Error {}

export interface Mailer {
  /** @throws MailRejected when the server rejects it permanently; another Error when a retry may succeed */
  send(mail: Mail): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    notifications: NotificationStore;
  }
}
