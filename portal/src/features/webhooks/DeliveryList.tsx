import type { Hook, HookDelivery } from '@charter/sdk';
import { Button, makeStyles, Subtitle2, tokens } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import type { Column } from '../../components/DataTable.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { notify } from '../../components/notice-list.ts';
import { QueryTable } from '../../components/QueryTable.tsx';
import { DeliveryBadge } from './DeliveryBadge.tsx';
import { DeliveryDrawer } from './DeliveryDrawer.tsx';
import { DELIVERY_STATUSES, type DeliveryStatus, useDeliveries, useWebhookActions } from './queries.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  title: { margin: 0 },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS },
});

/** The deliveries of a webhook, newest first. The URL stores the filter and the open delivery. */
export function DeliveryList({ hook }: { hook: Hook }) {
  const styles = useStyles();
  const text = useMessages();
  const filters = useSearch({ from: '/hooks/$hookId' });
  const change = useChangeFilters<typeof filters>();
  const deliveries = useDeliveries(hook.id, filters.status as DeliveryStatus | undefined);
  return (
    <>
      <Subtitle2 as="h2" className={styles.title}>
        {text('hooks.deliveries')}
      </Subtitle2>
      <div className={styles.bar}>
        <FilterBar
          filters={[
            {
              name: 'status',
              kind: 'choice',
              label: text('hooks.deliveryStatus'),
              choices: DELIVERY_STATUSES.map((value) => ({ value, label: text(`hooks.delivery.${value}`) })),
            },
          ]}
          values={filters}
          onChange={change}
        />
        <RedeliverButtons hook={hook} />
      </div>
      <QueryTable
        label={text('hooks.deliveries')}
        query={deliveries}
        keyOf={({ id }) => id}
        columns={useColumns(hook.id)}
        empty={text('hooks.noDeliveries')}
      />
      {filters.delivery !== undefined && (
        <DeliveryDrawer
          hookId={hook.id}
          deliveryId={filters.delivery}
          onClose={() => change({ delivery: '' })}
        />
      )}
    </>
  );
}

function useColumns(hookId: string): Column<HookDelivery>[] {
  const text = useMessages();
  return [
    {
      id: 'event',
      header: text('hooks.event'),
      cell: ({ id, event }) => (
        <Link
          to="/hooks/$hookId"
          params={{ hookId }}
          search={(last) => ({ ...last, delivery: id })}
          resetScroll={false}
        >
          {event}
        </Link>
      ),
    },
    {
      id: 'status',
      header: text('hooks.deliveryStatus'),
      width: '8.5rem',
      cell: ({ status }) => <DeliveryBadge status={status} />,
    },
    {
      id: 'created',
      header: text('hooks.created'),
      cell: ({ createdDateTime }) => <Moment value={createdDateTime} />,
    },
    {
      id: 'attempts',
      header: text('hooks.attempts'),
      width: '5.625rem',
      cell: ({ attempts }) => attempts.length,
    },
    {
      id: 'answer',
      header: text('hooks.lastAnswer'),
      width: 'minmax(0, 2fr)',
      cell: ({ attempts }) => {
        const last = attempts.at(-1);
        return last === undefined ? '–' : (last.error ?? text('hooks.http', { status: last.status ?? 0 }));
      },
    },
  ];
}

/** Redelivers the failed messages, or sends the pending ones without waiting for their next attempt. */
function RedeliverButtons({ hook }: { hook: Hook }) {
  const styles = useStyles();
  const text = useMessages();
  const open = (status: Resent) => () =>
    openDialog((close) => <RedeliverDialog hook={hook} status={status} onClose={close} />);
  return (
    <span className={styles.buttons}>
      <Button onClick={open('pending')}>{text('hooks.sendPending')}</Button>
      <Button onClick={open('failed')}>{text('hooks.redeliverFailed')}</Button>
    </span>
  );
}

type Resent = 'failed' | 'pending';

const WORDS = {
  failed: {
    title: 'hooks.redeliverFailed',
    action: 'hooks.redeliver',
    detail: 'hooks.redeliverDetail',
    done: 'hooks.redeliveredCount',
  },
  pending: {
    title: 'hooks.sendPending',
    action: 'hooks.sendNow',
    detail: 'hooks.sendPendingDetail',
    done: 'hooks.sentCount',
  },
} as const;

/** Sends all failed or all pending messages after a confirmation. */
function RedeliverDialog({ hook, status, onClose }: { hook: Hook; status: Resent; onClose: () => void }) {
  const text = useMessages();
  const { redeliverAll } = useWebhookActions(hook.id);
  const words = WORDS[status];
  const send = () =>
    redeliverAll.mutate(
      { from: hook.createdDateTime, until: new Date().toISOString(), status },
      {
        onSuccess: (count) => {
          onClose();
          notify(text(words.done, { count }));
        },
      },
    );
  return (
    <ConfirmDialog
      title={text(words.title)}
      action={text(words.action)}
      isSending={redeliverAll.isPending}
      error={redeliverAll.error}
      onSend={send}
      onClose={onClose}
    >
      {text(words.detail)}
    </ConfirmDialog>
  );
}
