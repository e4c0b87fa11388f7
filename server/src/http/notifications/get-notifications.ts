import { listNotifications } from '../../domain/notifications/list-notifications.ts';
import { readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Notifications, NotificationsQuery } from './schemas.ts';

export const getNotificationsRoute = route(
  {
    summary: 'List notifications of the calling user',
    errors: [502],
    querystring: NotificationsQuery,
    collection: Notifications,
    description: 'Newest first, in the preferred language of the calling user.',
  },
  (deps, { principal, query, base, baseUrl }) =>
    listNotifications(deps, principal, {
      unreadOnly: query.unread ?? false,
      countAll: query.$count ?? false,
      ...readPage(query),
      publicUrl: baseUrl.slice(0, -base.length),
    }),
);
