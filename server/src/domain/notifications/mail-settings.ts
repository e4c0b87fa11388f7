/** What a person gets by mail. */
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';

/** Settings of the operator. */
export interface MailSettings {
  /** Whether the service sends mail. */
  isSent: boolean;
  /** Kinds that nobody gets by mail. */
  kindsOff: readonly NotificationKind[];
}

export interface MailSettingsDeps extends Pick<Deps, 'store' | 'suite'> {
  settings: { mail: MailSettings };
}

export interface NotificationSettings {
  /** Address in the directory; null without one. */
  mailAddress: string | null;
  sendsMail: boolean;
  kinds: {
    kind: NotificationKind;
    /** Whether the person wants it by mail. */
    mail: boolean;
    /** Whether the service sends mail of this kind to anybody. */
    isMailed: boolean;
  }[];
}

export async function getNotificationSettings(
  { store, suite, settings: { mail } }: MailSettingsDeps,
  { tenantId, id }: Principal,
): Promise<NotificationSettings> {
  const [off, [user]] = await Promise.all([
    store.in(tenantId).notifications.findMailOff(id),
    suite.users.resolve(tenantId, [id]),
  ]);
  return {
    // The suite also resolves user principal names and mail, which people can choose, so compare the id.
    mailAddress: user?.id === id ? user.mail : null,
    sendsMail: mail.isSent,
    kinds: NOTIFICATION_KINDS.map((kind) => ({
      kind,
      mail: !off.includes(kind),
      isMailed: mail.isSent && !mail.kindsOff.includes(kind),
    })),
  };
}

export interface MailChoice {
  kind: NotificationKind;
  mail: boolean;
}

/** Changes the named kinds and returns all settings. When a kind is named twice, the last choice counts. */
export async function updateNotificationSettings(
  deps: MailSettingsDeps,
  principal: Principal,
  { kinds }: { kinds: readonly MailChoice[] },
): Promise<NotificationSettings> {
  const choices = new Map(kinds.map(({ kind, mail }) => [kind, mail]));
  const chosen = (wanted: boolean) =>
    [...choices].filter(([, mail]) => mail === wanted).map(([kind]) => kind);
  const { notifications } = deps.store.in(principal.tenantId);
  await notifications.changeMail(principal.id, { on: chosen(true), off: chosen(false) });
  return getNotificationSettings(deps, principal);
}
