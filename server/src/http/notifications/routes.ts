import Type from 'typebox';
import { NOTIFICATION_KINDS } from '../../domain/notifications/kinds.ts';
import {
  getNotificationSettings,
  MailChoice,
  NotificationSettings as Settings,
  updateNotificationSettings,
} from '../../domain/notifications/mail-settings.ts';
import {
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
} from '../../domain/notifications/read-notifications.ts';
import { COUNT_OPTION, PAGE_OPTIONS, readPage } from '../paging.ts';
import { route } from '../route.ts';
import {
  Closed,
  Collection,
  DateTime,
  Flag,
  Id,
  Model,
  Nullable,
  OneOf,
  Resource,
  shown,
  Uuid,
} from '../schema.ts';

const NotificationParams = Closed({ notificationId: Id('The notification’s id') });

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
  ownerRequest: Type.Optional(Closed({ id: Uuid })),
  joinRequest: Type.Optional(Closed({ id: Uuid })),
  lifecycleRun: Type.Optional(Closed({ id: Uuid })),
  createdDateTime: DateTime,
  readDateTime: Type.Optional(DateTime),
});

const Notifications = Collection('Notifications', Notification);

const NotificationsQuery = Closed({
  unread: Flag('`true` lists only unread notifications'),
  ...PAGE_OPTIONS,
  ...COUNT_OPTION,
});

const NotificationsRead = Model('NotificationsRead', {
  upTo: Type.Optional({
    ...Uuid,
    description: 'Id of the newest notification to mark. Default: all notifications are marked',
  }),
});

const MarkedNotifications = Resource('MarkedNotifications', {
  count: Type.Integer({ description: 'Notifications that were unread' }),
});

const NotificationSettings = Resource('NotificationSettings', shown(Settings));

const NotificationSettingsUpdate = Model('NotificationSettingsUpdate', {
  kinds: Type.Array(MailChoice, {
    minItems: 1,
    maxItems: NOTIFICATION_KINDS.length,
    description: 'Kinds to change; the others stay as they are',
  }),
});

export const getNotificationsRoute = route(
  {
    summary: 'List notifications of the calling user',
    errors: [502],
    querystring: NotificationsQuery,
    collection: Notifications,
    description:
      'Newest first, in the language of `Accept-Language`, or else the preferred language of the calling user.',
  },
  (deps, { principal, query, serviceUrl, header }) =>
    listNotifications(deps, principal, {
      unreadOnly: query.unread ?? false,
      countAll: query.$count ?? false,
      ...readPage(query),
      publicUrl: serviceUrl,
      acceptLanguage: header('accept-language'),
    }),
);

export const markNotificationReadRoute = route(
  {
    summary: 'Mark a notification as read',
    params: NotificationParams,
    description: 'Repeating the call changes nothing.',
  },
  (deps, { principal, params }) => markNotificationRead(deps, principal, params),
);

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
