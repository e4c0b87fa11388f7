import type { Deps } from '../../engine/deps.ts';
import { leaseFor } from '../../engine/leases/lease.ts';
import { counter } from '../../kernel/metrics.ts';
import { getBranding } from '../branding/branding.ts';
import { findById } from '../directory/find-people.ts';
import { toFeedItem, toMail } from './describe.ts';
import type { NotificationKind } from './kinds.ts';
import type { DueMail, Mailer } from './ports.ts';
import { MailRejected } from './ports.ts';

export interface SendMailDeps extends Deps {
  /** Undefined when no mail is to be sent; notifications are stored anyway. */
  mailer: Mailer | undefined;
  /** Kinds that are never sent by mail. */
  kindsOff: readonly NotificationKind[];
  /** Base URL of the portal. */
  publicUrl: () => string;
  /** Called after each failed attempt. */
  onFailure: (error: unknown, details: { notificationId: string; tries: number }) => void;
}

/** When a node dies, another one sends the mail after this lease, under the same Message-ID. */
const LEASE_MILLISECONDS = 5 * 60_000;

/**
 * Backoff after failed attempts, in minutes. After the last retry or a permanent rejection, the mail is dropped, but
 * the notification stays.
 */
const RETRY_MINUTES = [1, 5, 15, 60, 180, 360, 720, 1440];

const ATTEMPTS = counter(
  'charter_mail_attempts_total',
  'Attempts to send a mail. retried: a later attempt follows; failed: the mail is dropped',
  ['outcome'],
);

/** A failing feed delays the mail for this number of attempts. The mail is then sent without it. */
const FEED_TRIES = 2;

/** Shows the notification in the suite's activity feed, unless an earlier attempt did. */
async function showInFeed(
  { store, suite, clock, onFailure }: SendMailDeps,
  tenantId: string,
  due: DueMail,
): Promise<void> {
  const { feed } = suite;
  if (feed === undefined || due.feedAt !== null) return;
  try {
    const [found] = await findById(suite.users, tenantId, [due.addresseeId]);
    const item = found && toFeedItem(due, found);
    if (item !== undefined) await feed.show(tenantId, due.addresseeId, item);
    await store.in(tenantId).notifications.settleFeed(due, clock.now());
  } catch (error) {
    if (due.tries <= FEED_TRIES) throw error;
    onFailure(error, { notificationId: due.id, tries: due.tries });
  }
}

async function sendOne(deps: SendMailDeps, tenantId: string, due: DueMail): Promise<void> {
  const { store, suite, clock, mailer, kindsOff, publicUrl, onFailure } = deps;
  const { notifications } = store.in(tenantId);
  try {
    await showInFeed(deps, tenantId, due);
    const isSent = mailer !== undefined && !kindsOff.includes(due.kind);
    const isWanted = isSent && !(await notifications.findMailOff(due.addresseeId)).includes(due.kind);
    const [found] = isWanted ? await findById(suite.users, tenantId, [due.addresseeId]) : [];
    const branding = found && (await getBranding({ store }, { tenantId }));
    const mail = found && toMail(due, found, publicUrl(), branding?.displayName ?? undefined);
    if (mail === undefined || mailer === undefined) return await notifications.settleMail(due, 'none');
    await mailer.send(mail);
  } catch (error) {
    onFailure(error, { notificationId: due.id, tries: due.tries });
    const reason = error instanceof Error ? error.message : String(error);
    const minutes = error instanceof MailRejected ? undefined : RETRY_MINUTES[due.tries - 1];
    ATTEMPTS.inc({ outcome: minutes === undefined ? 'failed' : 'retried' });
    if (minutes === undefined) return notifications.settleMail(due, 'failed', reason);
    return notifications.retryMail(due, new Date(clock.now().getTime() + minutes * 60_000), reason);
  }
  ATTEMPTS.inc({ outcome: 'sent' });
  await notifications.settleMail(due, 'sent');
}

/**
 * Sends the tenant's due mail, on any number of nodes at once. Leases the messages one by one: the leases of a batch
 * could expire while a slow server accepts the first message.
 */
export async function sendMail(deps: SendMailDeps, tenantId: string): Promise<void> {
  for (;;) {
    const { now, leaseUntil } = leaseFor(deps, LEASE_MILLISECONDS);
    const [due] = await deps.store.in(tenantId).notifications.leaseDueMail(now, leaseUntil, 1);
    if (due === undefined) return;
    if (!due.isOver) await sendOne(deps, tenantId, due);
  }
}
