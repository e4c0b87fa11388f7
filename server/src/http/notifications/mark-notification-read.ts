import { markNotificationRead } from '../../domain/notifications/mark-notification-read.ts';
import { route } from '../route.ts';
import { NotificationParams } from './schemas.ts';

export const markNotificationReadRoute = route(
  {
    summary: 'Mark a notification as read',
    params: NotificationParams,
    description: 'Repeating the call changes nothing.',
  },
  (deps, { principal, params }) =>
    markNotificationRead(deps, principal, { notificationId: params.notificationId }),
);
