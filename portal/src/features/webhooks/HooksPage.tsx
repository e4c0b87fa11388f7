import type { Hook } from '@charter/sdk';
import { Button, Caption1, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons/svg/add';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useMay } from '../me/queries.ts';
import { HookBadge } from './HookBadge.tsx';
import { HookDialog } from './HookDialog.tsx';
import { useHooks } from './queries.ts';
import { SecretDialog } from './SecretDialog.tsx';

const useStyles = makeStyles({ name: { display: 'grid', minWidth: 0 } });

export function HooksPage() {
  const text = useMessages();
  const may = useMay();
  const hooks = useHooks();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<Hook>();
  const newButton = may('createHook') && (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => setCreating(true)}>
      {text('hooks.new')}
    </Button>
  );
  return (
    <Page wide title={text('hooks.title')} actions={newButton}>
      <QueryTable
        label={text('hooks.title')}
        query={hooks}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text('hooks.empty')}</EmptyState>}
      />
      {isCreating && (
        <HookDialog
          onDone={(hook) => {
            setCreating(false);
            setCreated(hook);
          }}
          onClose={() => setCreating(false)}
        />
      )}
      {created && <SecretDialog hook={created} onClose={() => setCreated(undefined)} />}
    </Page>
  );
}

function useColumns(): Column<Hook>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'name',
      header: text('hooks.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, name, config }) => (
        <span className={styles.name}>
          <Link to="/hooks/$hookId" params={{ hookId: id }}>
            {name}
          </Link>
          <Caption1>{config.url}</Caption1>
        </span>
      ),
    },
    {
      id: 'events',
      header: text('hooks.events'),
      cell: ({ events }) => text('hooks.eventCount', { count: events.length }),
    },
    { id: 'creator', header: text('hooks.creator'), cell: ({ creator }) => creator.displayName },
    {
      id: 'modified',
      header: text('hooks.modified'),
      cell: ({ lastModifiedDateTime }) => <Moment value={lastModifiedDateTime} />,
    },
    { id: 'state', header: text('hooks.state'), cell: (hook) => <HookBadge hook={hook} /> },
  ];
}
