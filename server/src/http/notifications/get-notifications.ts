import { listNotifications } from '../../domain/notifications/list-notifications.ts';
import { encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readIdToken, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Notifications, NotificationsQuery } from './schemas.ts';

export const getNotificationsRoute = route(
  'getNotifications',
  {
    querystring: NotificationsQuery,
    response: refTo(Notifications),
    description:
      'Newest first, in the language that the directory says the caller prefers. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, base, baseUrl }) => {
    const { notifications, next } = await listNotifications(deps, principal, {
      unreadOnly: query.unread === 'true',
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : readIdToken(query.$skiptoken),
      publicUrl: baseUrl.slice(0, -base.length),
    });
    const address = `${baseUrl}/notifications`;
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#notifications`,
        '@odata.count': notifications.length,
        ...(next && { '@odata.nextLink': nextLink(address, query, encodeCursor([next])) }),
        value: notifications,
      },
    };
  },
);
