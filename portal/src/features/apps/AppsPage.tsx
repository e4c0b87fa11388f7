import type { App } from '@charter/sdk';
import { Button, Caption1, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { openDialog } from '../../components/dialogs.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { AppDialog } from './AppDialog.tsx';
import { useApps } from './queries.ts';
import { ScimTokens } from './ScimTokens.tsx';

const useStyles = makeStyles({ name: { display: 'grid', minWidth: 0 } });

export function AppsPage() {
  const text = useMessages();
  const may = useIsPermitted();
  const apps = useApps();
  const newButton = may('createApp') && (
    <Button
      appearance="primary"
      icon={<AddRegular />}
      onClick={() => openDialog((close) => <AppDialog onClose={close} />)}
    >
      {text('apps.new')}
    </Button>
  );
  return (
    <Page wide title={text('apps.title')} actions={newButton}>
      <Caption1>{text('apps.intro')}</Caption1>
      <QueryTable
        label={text('apps.title')}
        query={apps}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text('apps.empty')}</EmptyState>}
      />
      <ScimTokens />
    </Page>
  );
}

function useColumns(): Column<App>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'name',
      header: text('apps.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, displayName }) => (
        <span className={styles.name}>
          <Link to="/apps/$appId" params={{ appId: id }}>
            {displayName}
          </Link>
          <Caption1>{id}</Caption1>
        </span>
      ),
    },
    {
      id: 'rights',
      header: text('apps.rights'),
      width: 'minmax(0, 2fr)',
      cell: ({ scopes }) => scopes?.join(', ') ?? text('apps.unlimited'),
    },
    {
      id: 'secrets',
      header: text('apps.secrets'),
      cell: ({ secrets }) => text('apps.secretCount', { count: secrets.length }),
    },
    {
      id: 'state',
      header: text('apps.state'),
      cell: ({ enabled }) => text(enabled ? 'apps.enabled' : 'apps.disabled'),
    },
  ];
}
