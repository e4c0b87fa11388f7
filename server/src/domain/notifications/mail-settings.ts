/** A person's mail settings for notifications. */
import Type, { type Static } from 'typebox';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import { Closed, Nullable, OneOf } from '../../kernel/schema.ts';
import { findById } from '../directory/find-people.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';

/** Settings of the operator. */
export interface MailSettings {
  /** Whether the service sends mail. */
  isSent: boolean;
  /** Kinds that are never sent by mail. */
  kindsOff: readonly NotificationKind[];
}

export interface MailSettingsDeps extends Pick<Deps, 'store' | 'suite'> {
  settings: { mail: MailSettings };
}

const Kind = OneOf(NOTIFICATION_KINDS);

const KindSettings = Type.Object(
  {
    kind: Kind,
    mail: Type.Boolean({ description: 'Whether the calling user wants notifications of this kind by mail' }),
    isMailed: Type.Boolean({ description: 'Whether the service sends mail of this kind to anybody' }),
  },
  { $id: 'NotificationKindSettings' },
);

export const NotificationSettings = Type.Object({
  mailAddress: Nullable(Type.String({ description: 'Address in the directory' })),
  sendsMail: Type.Boolean({ description: 'Whether the service sends mail' }),
  kinds: Type.Array(KindSettings),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

export async function getNotificationSettings(
  { store, suite, settings: { mail } }: MailSettingsDeps,
  { tenantId, id }: Principal,
): Promise<NotificationSettings> {
  const [off, [user]] = await Promise.all([
    store.in(tenantId).notifications.findMailOff(id),
    findById(suite.users, tenantId, [id]),
  ]);
  return {
    mailAddress: user?.mail ?? null,
    sendsMail: mail.isSent,
    kinds: NOTIFICATION_KINDS.map((kind) => ({
      kind,
      mail: !off.includes(kind),
      isMailed: mail.isSent && !mail.kindsOff.includes(kind),
    })),
  };
}

export const MailChoice = Closed({ kind: Kind, mail: Type.Boolean() });

/** Changes the named kinds and returns all settings. When a kind is named twice, the last choice counts. */
export async function updateNotificationSettings(
  deps: MailSettingsDeps,
  principal: Principal,
  { kinds }: { kinds: readonly Static<typeof MailChoice>[] },
): Promise<NotificationSettings> {
  const choices = new Map(kinds.map(({ kind, mail }) => [kind, mail]));
  const chosen = (wanted: boolean) =>
    [...choices].filter(([, mail]) => mail === wanted).map(([kind]) => kind);
  const { notifications } = deps.store.in(principal.tenantId);
  await notifications.changeMail(principal.id, { on: chosen(true), off: chosen(false) });
  return getNotificationSettings(deps, principal);
}
