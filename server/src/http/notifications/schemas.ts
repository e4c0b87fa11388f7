import Type from 'typebox';
import { NOTIFICATION_KINDS } from '../../domain/notifications/model.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Id, named, OneOf } from '../schema.ts';

export const NotificationParams = Closed({ notificationId: Id('The notification’s id') });

export const Notification = named(
  'Notification',
  Closed({
    id: Type.String({ format: 'uuid' }),
    kind: OneOf(NOTIFICATION_KINDS),
    language: Type.String({ examples: ['en'] }),
    subject: Type.String(),
    text: Type.String({ description: 'Plain text' }),
    link: Type.String({ description: 'Page of the portal' }),
    approval: Type.Optional(Closed({ id: Type.String({ format: 'uuid' }) })),
    hook: Type.Optional(Closed({ id: Type.String({ format: 'uuid' }) })),
    team: Type.Optional(Closed({ id: Type.String() })),
    lifecycleRun: Type.Optional(Closed({ id: Type.String({ format: 'uuid' }) })),
    createdDateTime: DateTime,
    readDateTime: Type.Optional(DateTime),
  }),
);

export const Notifications = Collection('Notifications', Notification);

export const NotificationsQuery = Closed({
  unread: Type.Optional(OneOf(['true', 'false'], { description: '`true` lists only unread notifications' })),
  ...PAGE_OPTIONS,
});
