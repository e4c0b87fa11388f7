/** The views of the notifications page, as in its address. */
export const NOTIFICATION_VIEWS = ['unread', 'all', 'mail'] as const;
export type NotificationView = (typeof NOTIFICATION_VIEWS)[number];
