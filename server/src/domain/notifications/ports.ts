import type { PageQuery } from '../../kernel/page.ts';
import type { NewNotification, NotificationRecord } from './model.ts';

/** `none`: there was nothing to send. `failed`: refused for good, or given up. */
export type MailOutcome = 'sent' | 'none' | 'failed';

/** A notification whose mail is due, taken by one node. */
export interface DueMail extends NotificationRecord {
  /** With this one. */
  tries: number;
  /** It asks for an approval that is not waited for any more, and is settled as `none` by having been taken. */
  isOver: boolean;
}

export interface NotificationQuery extends PageQuery {
  addresseeId: string;
  unreadOnly: boolean;
}

export interface NotificationStore {
  /** Part of the transaction that decides it; the mail is sent afterwards. */
  add(notifications: readonly NewNotification[], at: Date): Promise<void>;
  /** Newest first; one more than a page where there is one more. */
  list(query: NotificationQuery): Promise<NotificationRecord[]>;
  /** False when the addressee has no such notification. A second time changes nothing. */
  markRead(addresseeId: string, notificationId: string, at: Date): Promise<boolean>;
  /** Whether anybody of the tenant has it. */
  exists(notificationId: string): Promise<boolean>;
  /** Takes mails that are due, so that no other node sends them before `leaseUntil`; settles those that are over. */
  takeDueMail(at: Date, leaseUntil: Date, most: number): Promise<DueMail[]>;
  /** @param error why it failed */
  settleMail(mail: DueMail, outcome: MailOutcome, error?: string): Promise<void>;
  /** Tries again at `due`. */
  retryMail(mail: DueMail, due: Date, error: string): Promise<void>;
}

export interface Mail {
  /** The same in every try, for its Message-ID. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** BCP 47. */
  language: string;
}

export interface Mailer {
  /** @throws MailRefused when the server will never take it; anything else when it did not take it this time */
  send(mail: Mail): Promise<void>;
}

declare module '../../engine/store.ts' {
  interface TenantStores {
    notifications: NotificationStore;
  }
}
