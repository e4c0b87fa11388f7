import type { Notification } from '@charter/sdk';
import { Badge, Button, Caption1, makeStyles, Tab, TabList, tokens } from '@fluentui/react-components';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { routeOf } from '../../base/address.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { Problem } from '../../components/Problem.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { MailSettings } from './MailSettings.tsx';
import { useMarkRead, useNotifications } from './queries.ts';
import { NOTIFICATION_VIEWS, type NotificationView } from './views.ts';

const useStyles = makeStyles({
  panel: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: tokens.spacingVerticalL },
  what: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    minWidth: 0,
    padding: `${tokens.spacingVerticalS} 0`,
  },
  subject: {
    justifySelf: 'start',
    color: tokens.colorBrandForegroundLink,
    '@media (forced-colors: active)': { color: 'LinkText' },
  },
  unread: { fontWeight: tokens.fontWeightSemibold },
  text: { whiteSpace: 'pre-line' },
  state: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** The person's notifications, read and unread, and their mail settings. */
export function NotificationsPage() {
  const styles = useStyles();
  const text = useMessages();
  const { view = 'unread' } = useSearch({ from: '/notifications' });
  const navigate = useNavigate();
  return (
    <Page title={text('notifications.title')}>
      <TabList
        selectedValue={view}
        onTabSelect={(_event, { value }) =>
          void navigate({ to: '/notifications', search: { view: value as NotificationView } })
        }
      >
        {NOTIFICATION_VIEWS.map((name) => (
          <Tab key={name} value={name} id={`tab-${name}`} aria-controls="notifications">
            {text(`notifications.view.${name}`)}
          </Tab>
        ))}
      </TabList>
      <div role="tabpanel" id="notifications" className={styles.panel} aria-labelledby={`tab-${view}`}>
        {view === 'mail' ? <MailSettings /> : <NotificationList view={view} />}
      </div>
    </Page>
  );
}

function NotificationList({ view }: { view: Exclude<NotificationView, 'mail'> }) {
  const text = useMessages();
  const list = useNotifications(view);
  const { one, all } = useMarkRead();
  const items = list.data?.items ?? [];
  const [newest] = items;
  const hasUnread = items.some(({ readDateTime }) => readDateTime === undefined);
  const error = one.error ?? all.error;
  return (
    <>
      {error !== null && <Problem error={error} />}
      {newest !== undefined && hasUnread && (
        <div>
          <Button disabled={all.isPending} onClick={() => all.mutate(newest)}>
            {text('notifications.markAll')}
          </Button>
        </div>
      )}
      <QueryTable
        label={text('notifications.title')}
        query={list}
        keyOf={({ id }) => id}
        columns={useColumns((id) => one.mutate(id))}
        empty={<EmptyState>{text(`notifications.empty.${view}`)}</EmptyState>}
      />
    </>
  );
}

function useColumns(markRead: (id: string) => void): Column<Notification>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'what',
      header: text('notifications.what'),
      width: 'minmax(0, 4fr)',
      cell: ({ id, subject, text: words, link, readDateTime, language }) => {
        const isUnread = readDateTime === undefined;
        return (
          <div className={styles.what} lang={language}>
            {/* The service makes the link from the routes of the portal. */}
            <Link
              to={routeOf(link) as '/'}
              className={styles.subject}
              onClick={() => {
                if (isUnread) markRead(id);
              }}
            >
              <span {...(isUnread && { className: styles.unread })}>{subject}</span>
            </Link>
            <Caption1 className={styles.text}>{words}</Caption1>
          </div>
        );
      },
    },
    {
      id: 'when',
      header: text('notifications.when'),
      width: '10rem',
      cell: ({ createdDateTime }) => <Moment value={createdDateTime} />,
    },
    {
      id: 'state',
      header: text('notifications.state'),
      width: '10rem',
      cell: ({ id, subject, readDateTime }) =>
        readDateTime === undefined ? (
          <span className={styles.state}>
            <Badge appearance="tint">{text('notifications.unread')}</Badge>
            <Button
              size="small"
              aria-label={text('notifications.markOne', { subject })}
              onClick={() => markRead(id)}
            >
              {text('notifications.markRead')}
            </Button>
          </span>
        ) : (
          text('notifications.read')
        ),
    },
  ];
}
