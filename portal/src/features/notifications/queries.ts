/** Server state of the person's notifications. */
import type { CharterClient, Notification } from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';
import type { NotificationView } from './views.ts';

export const NOTIFICATIONS_KEY = 'notifications';
const SETTINGS_KEY = [NOTIFICATIONS_KEY, 'settings'];
/** Polling interval of the bell, which is on every page. It polls only while the page is visible. */
const REFRESH_MILLISECONDS = 60_000;

type Notices = CharterClient['notifications'];
export type NotificationSettings = Awaited<ReturnType<Notices['getNotificationSettings']>>;
type MailChoice = Parameters<Notices['updateNotificationSettings']>[0]['kinds'][number];

/** Requests one notification, because only the count is needed. */
export function useUnreadCount() {
  const { notifications } = useClient();
  return useQuery({
    queryKey: [NOTIFICATIONS_KEY, 'unread-count'],
    queryFn: ({ signal }) =>
      notifications.getNotifications({ unread: true, $top: 1, $count: true }, { signal }),
    select: (page) => page['@odata.count'],
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/** The notifications, newest first. */
export function useNotifications(view: Exclude<NotificationView, 'mail'>) {
  const { notifications } = useClient();
  return usePages({
    queryKey: [NOTIFICATIONS_KEY, 'list', view],
    query: { $top: 25, ...(view === 'unread' && { unread: true }) },
    load: notifications.getNotifications,
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

export function useMarkRead() {
  const { notifications } = useClient();
  const onSettled = refreshAfter(useQueryClient(), [NOTIFICATIONS_KEY]);
  return {
    one: useMutation({ mutationFn: (id: string) => notifications.markNotificationRead(id), onSettled }),
    /** Marks the given notification and all older ones. */
    all: useMutation({
      mutationFn: ({ id }: Notification) => notifications.markNotificationsRead({ upTo: id }),
      onSettled,
    }),
  };
}

export function useNotificationSettings() {
  const { notifications } = useClient();
  return useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => notifications.getNotificationSettings({ signal }),
  });
}

export function useUpdateMailSetting() {
  const { notifications } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (choice: MailChoice) => notifications.updateNotificationSettings({ kinds: [choice] }),
    onSuccess: (settings) => queries.setQueryData<NotificationSettings>(SETTINGS_KEY, settings),
  });
}
