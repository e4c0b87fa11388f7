import type { Policy } from '@charter/sdk';
import { Badge, Button, Caption1, makeStyles } from '@fluentui/react-components';
import { AddRegular } from '@fluentui/react-icons';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useIsPermitted } from '../me/queries.ts';
import { CheckPanel } from './CheckPanel.tsx';
import { KIND_NAMES } from './kinds.ts';
import { usePolicies } from './queries.ts';

const COLORS = { on: 'success', report: 'warning', off: 'subtle' } as const;

const useStyles = makeStyles({ lines: { display: 'grid', minWidth: 0 } });

export function PoliciesPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/policies' });
  const change = useChangeFilters<typeof filters>();
  const policies = usePolicies(KIND_NAMES.find((kind) => kind === filters.kind));
  return (
    <Page wide title={text('policies.title')} actions={<NewButton />}>
      <FilterBar
        filters={[
          {
            name: 'kind',
            kind: 'choice',
            label: text('policies.kind'),
            choices: KIND_NAMES.map((value) => ({ value, label: text(`policies.kind.${value}`) })),
          },
        ]}
        values={filters}
        onChange={change}
      />
      <QueryTable
        label={text('policies.title')}
        query={policies}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={
          <EmptyState action={filters.kind === undefined && <NewButton />}>
            {text(filters.kind === undefined ? 'policies.empty' : 'policies.emptyKind')}
          </EmptyState>
        }
      />
      <CheckPanel />
    </Page>
  );
}

function NewButton() {
  const text = useMessages();
  const may = useIsPermitted();
  const navigate = useNavigate();
  if (!may('createPolicy')) return null;
  return (
    <Button appearance="primary" icon={<AddRegular />} onClick={() => void navigate({ to: '/policies/new' })}>
      {text('policies.new')}
    </Button>
  );
}

function useColumns(): Column<Policy>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'name',
      header: text('policies.name'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, name, description }) => (
        <span className={styles.lines}>
          <Link to="/policies/$policyId" params={{ policyId: id }}>
            {name}
          </Link>
          {description !== undefined && <Caption1>{description}</Caption1>}
        </span>
      ),
    },
    {
      id: 'kind',
      header: text('policies.kind'),
      cell: ({ kind }) => text(`policies.kind.${kind}`),
    },
    {
      id: 'scope',
      header: text('policies.scope'),
      cell: ({ scope: { type, answers } }) => {
        const teams = text(`policies.scope.${type}`);
        return answers === undefined ? teams : text('policies.scopeAnswered', { teams });
      },
    },
    {
      id: 'modified',
      header: text('policies.modified'),
      cell: ({ lastModifiedDateTime }) => <Moment value={lastModifiedDateTime} />,
    },
    {
      id: 'state',
      header: text('policies.state'),
      width: '8.125rem',
      cell: ({ enabled, mode }) => {
        const state = !enabled ? 'off' : mode === 'report' ? 'report' : 'on';
        return (
          <Badge appearance="tint" size="large" color={COLORS[state]}>
            {text(`policies.state.${state}`)}
          </Badge>
        );
      },
    },
  ];
}
