import type { Hook } from '@charter/sdk';
import { Button, Caption1, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { HookBadge } from './HookBadge.tsx';
import { HookDialog } from './HookDialog.tsx';
import { showSecret } from './HookSecretDialog.tsx';
import { useWebhooks } from './queries.ts';

const useStyles = makeStyles({ name: { display: 'grid', minWidth: 0 } });

/** Creates a webhook, then shows its secret. */
const create = () =>
  openDialog((close) => <HookDialog onDone={(created) => showSecret(created)} onClose={close} />);

export function HooksPage() {
  const text = useMessages();
  const may = useIsPermitted();
  const hooks = useWebhooks();
  const newButton = may('createHook') && (
    <Button appearance="primary" icon={<AddRegular />} onClick={create}>
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
