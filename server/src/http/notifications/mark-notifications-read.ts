import { markNotificationsRead } from '../../domain/notifications/mark-notifications-read.ts';
import { route } from '../route.ts';
import { Nullable } from '../schema.ts';
import { MarkedNotifications, NotificationsRead } from './schemas.ts';

export const markNotificationsReadRoute = route(
  {
    summary: 'Mark all notifications of the calling user as read',
    body: Nullable(NotificationsRead),
    bodyOptional: true,
    response: MarkedNotifications,
    context: 'markedNotifications',
    description: 'With `upTo`, notifications that arrived after that one stay unread.',
  },
  (deps, { principal, body }) => markNotificationsRead(deps, principal, { upTo: body?.upTo }),
);
