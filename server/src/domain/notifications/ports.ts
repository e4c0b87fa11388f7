import type { PageQuery } from '../../kernel/page.ts';
import type { NewNotification, NotificationRecord } from './model.ts';

/** `none`: nothing to send. `failed`: rejected permanently, or given up. */
export type MailOutcome = 'sent' | 'none' | 'failed';

/** A notification whose mail is due, leased to one node. */
export interface DueMail extends NotificationRecord {
  /** Number of tries, this one included. Also the fencing number. */
  tries: number;
  /** Its approval is no longer pending, so leasing it has settled it as `none`. */
  isOver: boolean;
}

export interface NotificationQuery extends PageQuery {
  addresseeId: string;
  unreadOnly: boolean;
}

export interface NotificationStore {
  /** The mail is sent after the transaction commits. */
  add(notifications: readonly NewNotification[], at: Date): Promise<void>;
  /** Newest first; up to `top` + 1 items, the last one to tell whether another page follows. */
  list(query: NotificationQuery): Promise<NotificationRecord[]>;
  /** Idempotent; false when the addressee has no such notification. */
  markRead(addresseeId: string, notificationId: string, at: Date): Promise<boolean>;
  /** Whether anyone in the tenant has it. */
  exists(notificationId: string): Promise<boolean>;
  /** Leases due mails to this node until `leaseUntil`, and settles those that are over. */
  takeDueMail(at: Date, leaseUntil: Date, most: number): Promise<DueMail[]>;
  /** @param error reason of the failure */
  settleMail(mail: DueMail, outcome: MailOutcome, error?: string): Promise<void>;
  /** Makes the mail due again at `due`. */
  retryMail(mail: DueMail, due: Date, error: string): Promise<void>;
}

export interface Mail {
  /** The same in every try; becomes the Message-ID. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** BCP 47. */
  language: string;
}

export interface Mailer {
  /** @throws MailRefused when the server rejects it permanently; another Error when a retry may succeed */
  send(mail: Mail): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    notifications: NotificationStore;
  }
}
