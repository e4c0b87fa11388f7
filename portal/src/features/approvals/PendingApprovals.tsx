import type { Approval, ApprovalsQuery } from '@charter/sdk';
import { Caption1, makeStyles } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../app/client.ts';
import { useChangeFilters } from '../../app/filters.ts';
import { useMessages } from '../../app/messages.ts';
import { usePages } from '../../app/paging.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';

const REFRESH_MILLISECONDS = 15_000;

const useStyles = makeStyles({ words: { display: 'grid', minWidth: 0 } });

/**
 * The requests of the whole organisation that wait for a decision, with everybody who is asked.
 * @param person id of the person whose decision is waited for; undefined for anybody's
 */
export function PendingApprovals({ person }: { person: string | undefined }) {
  const text = useMessages();
  const change = useChangeFilters<{ person?: string }>();
  const approvals = usePending(person);
  const people = new Map(
    (approvals.data?.items ?? []).flatMap((approval) =>
      askedOf(approval).map(({ id, displayName }): [string, string] => [id, displayName]),
    ),
  );
  if (person !== undefined && !people.has(person)) people.set(person, person);
  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'person',
            kind: 'choice',
            label: text('approvals.pending.person'),
            choices: [...people].map(([value, label]) => ({ value, label })),
          },
        ]}
        values={{ person }}
        onChange={change}
      />
      <QueryTable
        label={text('approvals.pending.title')}
        query={approvals}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text('approvals.pending.empty')}</EmptyState>}
      />
    </>
  );
}

function usePending(person: string | undefined) {
  const { approvals } = useClient();
  return usePages<ApprovalsQuery, Approval>({
    queryKey: ['approvals', 'pending', person],
    query: person === undefined ? { status: 'pending' } : { waitingFor: person },
    load: approvals.getApprovals,
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

/** The people who are asked in the present stage. */
const askedOf = ({ stages, stage }: Approval): Approval['stages'][number]['approvers'] =>
  stages[stage]?.approvers ?? [];

function useColumns(): Column<Approval>[] {
  const styles = useStyles();
  const text = useMessages();
  return [
    {
      id: 'team',
      header: text('jobs.team'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, request, template }) => (
        <span className={styles.words}>
          <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
            {request.team.name}
          </Link>
          <Caption1>{template.name}</Caption1>
        </span>
      ),
    },
    { id: 'requester', header: text('jobs.requester'), cell: ({ requester }) => requester.displayName },
    {
      id: 'asked',
      header: text('approvals.pending.asked'),
      width: 'minmax(0, 2fr)',
      cell: (approval) =>
        askedOf(approval)
          .map(({ displayName }) => displayName)
          .join(', '),
    },
    {
      id: 'created',
      header: text('approvals.pending.since'),
      cell: ({ createdDateTime }) => <Moment value={createdDateTime} />,
    },
    {
      id: 'expires',
      header: text('approvals.pending.expires'),
      cell: ({ expiresDateTime }) => <Moment value={expiresDateTime} />,
    },
  ];
}
