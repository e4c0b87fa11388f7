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
import { DELIVERY_STATUSES, type DeliveryStatus, useDeliveries, useHookActions } from './queries.ts';

const useStyles = makeStyles({
  bar: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
  title: { margin: 0 },
});

/** The deliveries of a webhook, newest first. The address holds the filter and the open delivery. */
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
        <RedeliverFailed hook={hook} />
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
      width: '120px',
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
      width: '90px',
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

function RedeliverFailed({ hook }: { hook: Hook }) {
  const text = useMessages();
  return (
    <Button onClick={() => openDialog((close) => <RedeliverDialog hook={hook} onClose={close} />)}>
      {text('hooks.redeliverFailed')}
    </Button>
  );
}

/** Redelivers all failed messages after a confirmation. */
function RedeliverDialog({ hook, onClose }: { hook: Hook; onClose: () => void }) {
  const text = useMessages();
  const { redeliverFailed } = useHookActions(hook.id);
  const send = () =>
    redeliverFailed.mutate(
      { from: hook.createdDateTime, until: new Date().toISOString() },
      {
        onSuccess: (count) => {
          onClose();
          notify(text('hooks.redeliveredCount', { count }));
        },
      },
    );
  return (
    <ConfirmDialog
      title={text('hooks.redeliverFailed')}
      action={text('hooks.redeliver')}
      isSending={redeliverFailed.isPending}
      error={redeliverFailed.error}
      onSend={send}
      onClose={onClose}
    >
      {text('hooks.redeliverDetail')}
    </ConfirmDialog>
  );
}
