import { listNotifications } from '../../domain/notifications/list-notifications.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Notifications, NotificationsQuery } from './schemas.ts';

export const getNotificationsRoute = route(
  {
    summary: 'List what the calling user was told',
    querystring: NotificationsQuery,
    response: refTo(Notifications),
    description:
      'Newest first, in the language that the directory says the caller prefers. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, base, baseUrl }) => {
    const page = await listNotifications(deps, principal, {
      unreadOnly: query.unread === 'true',
      ...readPage(query),
      publicUrl: baseUrl.slice(0, -base.length),
    });
    return { body: pageBody({ baseUrl, query }, 'notifications', 'notifications', page) };
  },
);
