import { getNotificationSettings } from '../../domain/notifications/mail-settings.ts';
import { route } from '../route.ts';
import { NotificationSettings } from './schemas.ts';

export const getNotificationSettingsRoute = route(
  {
    summary: 'Get what the calling user gets by mail',
    errors: [502],
    response: NotificationSettings,
    context: 'notificationSettings',
    description: 'Every kind of notification can be read at `getNotifications`, whether it is mailed or not.',
  },
  (deps, { principal }) => getNotificationSettings(deps, principal),
);
