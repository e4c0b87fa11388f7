import Type from 'typebox';
import { NOTIFICATION_KINDS } from '../../domain/notifications/kinds.ts';
import { MailChoice, NotificationSettings as Settings } from '../../domain/notifications/mail-settings.ts';
import { COUNT_OPTION, PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Flag, Id, Model, OneOf, Resource, shown, Uuid } from '../schema.ts';

export const NotificationParams = Closed({ notificationId: Id('The notification’s id') });

const Notification = Model('Notification', {
  id: Uuid,
  kind: OneOf(NOTIFICATION_KINDS),
  language: Type.String({ examples: ['en'] }),
  subject: Type.String(),
  text: Type.String({ description: 'Plain text' }),
  link: Type.String({ description: 'Page of the portal' }),
  approval: Type.Optional(Closed({ id: Uuid })),
  job: Type.Optional(Closed({ id: Uuid })),
  hook: Type.Optional(Closed({ id: Uuid })),
  team: Type.Optional(Closed({ id: Type.String() })),
  lifecycleRun: Type.Optional(Closed({ id: Uuid })),
  createdDateTime: DateTime,
  readDateTime: Type.Optional(DateTime),
});

export const Notifications = Collection('Notifications', Notification);

export const NotificationsQuery = Closed({
  unread: Flag('`true` lists only unread notifications'),
  ...PAGE_OPTIONS,
  ...COUNT_OPTION,
});

export const NotificationsRead = Model('NotificationsRead', {
  upTo: Type.Optional({
    ...Uuid,
    description: 'Id of the newest notification to mark. Default: all notifications are marked',
  }),
});

export const MarkedNotifications = Resource('MarkedNotifications', {
  count: Type.Integer({ description: 'Notifications that were unread' }),
});

export const NotificationSettings = Resource('NotificationSettings', shown(Settings));

export const NotificationSettingsUpdate = Model('NotificationSettingsUpdate', {
  kinds: Type.Array(MailChoice, {
    minItems: 1,
    maxItems: NOTIFICATION_KINDS.length,
    description: 'Kinds to change; the others stay as they are',
  }),
});
