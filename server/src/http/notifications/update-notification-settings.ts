import { updateNotificationSettings } from '../../domain/notifications/mail-settings.ts';
import { route } from '../route.ts';
import { NotificationSettings, NotificationSettingsUpdate } from './schemas.ts';

export const updateNotificationSettingsRoute = route(
  {
    summary: 'Choose what the calling user gets by mail',
    errors: [502],
    body: NotificationSettingsUpdate,
    response: NotificationSettings,
    context: 'notificationSettings',
    description: 'Changes the kinds that the body names. Mail that is already due is omitted too.',
  },
  (deps, { principal, body }) => updateNotificationSettings(deps, principal, body),
);
