import { listNotifications } from '../../domain/notifications/list-notifications.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Notifications, NotificationsQuery } from './schemas.ts';

export const getNotificationsRoute = route(
  {
    summary: 'List notifications of the calling user',
    errors: [502],
    querystring: NotificationsQuery,
    response: Notifications,
    description:
      'Newest first, in the preferred language of the calling user. Follow `@odata.nextLink` as it is for the next page.',
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
