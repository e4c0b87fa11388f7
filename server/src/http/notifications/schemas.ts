import Type from 'typebox';
import { NOTIFICATION_KINDS } from '../../domain/notifications/model.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Id, Model, OneOf, Uuid } from '../schema.ts';

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
  unread: Type.Optional(OneOf(['true', 'false'], { description: '`true` lists only unread notifications' })),
  ...PAGE_OPTIONS,
});
