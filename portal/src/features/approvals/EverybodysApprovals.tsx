import type { Approval, ApprovalsQuery } from '@charter/sdk';
import { Caption1, makeStyles } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { useClient } from '../../base/client.ts';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import { usePages } from '../../base/paging.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { requestedName } from './requested-name.ts';

const REFRESH_MILLISECONDS = 15_000;

const useStyles = makeStyles({ words: { display: 'grid', minWidth: 0 } });

type Status = Approval['status'];
const DECIDED: readonly Status[] = ['approved', 'rejected', 'expired', 'cancelled'];

const isDecided = (status: string | undefined): status is Status => DECIDED.some((one) => one === status);

interface EverybodysApprovalsProps {
  /** Id of the approver to filter the pending requests by. */
  person: string | undefined;
  /** Status to filter the requests by. Default: pending. */
  status: string | undefined;
}

/** The requests of the organisation: pending ones with the approvers of their current stage, or decided ones. */
export function EverybodysApprovals({ person, status }: EverybodysApprovalsProps) {
  return isDecided(status) ? <DecidedApprovals status={status} /> : <PendingApprovals person={person} />;
}

function useStatusFilter() {
  const text = useMessages();
  return {
    name: 'status',
    kind: 'choice',
    label: text('jobs.status'),
    all: text('approvals.status.pending'),
    choices: DECIDED.map((value) => ({ value, label: text(`approvals.status.${value}`) })),
  } as const;
}

function DecidedApprovals({ status }: { status: Status }) {
  const text = useMessages();
  const { approvals } = useClient();
  const found = usePages<ApprovalsQuery, Approval>({
    queryKey: ['approvals', 'everybody', status],
    query: { status },
    load: approvals.getApprovals,
  });
  const { team, requester } = useSharedColumns();
  const moment = (id: 'createdDateTime' | 'decidedDateTime', header: string): Column<Approval> => ({
    id,
    header,
    cell: ({ [id]: time }) => time && <Moment value={time} />,
  });
  return (
    <>
      <FilterBar filters={[useStatusFilter()]} values={{ status }} onChange={useChangeFilters()} />
      <QueryTable
        label={text(`approvals.status.${status}`)}
        query={found}
        keyOf={({ id }) => id}
        columns={[
          team,
          requester,
          moment('createdDateTime', text('approvals.requestedAt')),
          moment('decidedDateTime', text('approvals.decidedAt')),
        ]}
        empty={<EmptyState>{text('approvals.everybody.empty')}</EmptyState>}
      />
    </>
  );
}

function PendingApprovals({ person }: { person: string | undefined }) {
  const text = useMessages();
  const change = useChangeFilters<{ status?: string; person?: string }>();
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
          useStatusFilter(),
          {
            name: 'person',
            kind: 'choice',
            label: text('approvals.pending.person'),
            choices: [...people].map(([value, label]) => ({ value, label })),
          },
        ]}
        values={{ status: undefined, person }}
        // The approver is a filter of pending requests only.
        onChange={(changed) => change(changed.status ? { ...changed, person: '' } : changed)}
      />
      <QueryTable
        label={text('approvals.pending.title')}
        query={approvals}
        keyOf={({ id }) => id}
        columns={usePendingColumns()}
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

/** The approvers of the current stage, or the requester while a question is open. */
const askedOf = ({
  stages,
  stage,
  question,
  requester,
}: Approval): Approval['stages'][number]['approvers'] =>
  question === undefined ? (stages[stage]?.approvers ?? []) : [requester];

function useSharedColumns(): Record<'team' | 'requester', Column<Approval>> {
  const styles = useStyles();
  const text = useMessages();
  return {
    team: {
      id: 'team',
      header: text('jobs.team'),
      width: 'minmax(0, 2fr)',
      cell: ({ id, request, template }) => (
        <span className={styles.words}>
          <Link to="/approvals/$approvalId" params={{ approvalId: id }}>
            {requestedName({ request })}
          </Link>
          <Caption1>{template.name}</Caption1>
        </span>
      ),
    },
    requester: {
      id: 'requester',
      header: text('jobs.requester'),
      cell: (approval) => approval.requester.displayName,
    },
  };
}

function usePendingColumns(): Column<Approval>[] {
  const text = useMessages();
  const { team, requester } = useSharedColumns();
  return [
    team,
    requester,
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
