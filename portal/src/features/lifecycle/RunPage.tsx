import type { LifecycleRun } from '@charter/sdk';
import { useParams, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { type MessageId, useMessages } from '../../base/messages.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Facts } from '../../components/Facts.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { Counts } from './Counts.tsx';
import { OUTCOMES, type Outcome, useRun, useRunTeams } from './queries.ts';
import { RunBadge } from './RunBadge.tsx';
import { useTeamColumns } from './team-columns.tsx';

/** A run with the outcome of each team. Mail about runs links here. */
export function RunPage() {
  const text = useMessages();
  const { runId } = useParams({ from: '/lifecycle/runs/$runId' });
  const run = useRun(runId);
  return (
    <Page
      wide
      title={text('lifecycle.run')}
      parent={{ to: '/lifecycle', label: text('lifecycle.title') }}
      actions={run.data && <RunBadge status={run.data.status} />}
    >
      <QueryView query={run}>
        {(found) => (
          <>
            <Section title={text('lifecycle.summary')}>
              <Summary run={found} />
              <Counts counts={found.counts} />
            </Section>
            <Teams run={found} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Summary({ run }: { run: LifecycleRun }) {
  const text = useMessages();
  const { requester, createdDateTime, completedDateTime, governedTeams, cap, error } = run;
  return (
    <Facts
      facts={[
        [text('lifecycle.requester'), requester.displayName],
        [text('lifecycle.created'), <Moment key="created" value={createdDateTime} />],
        [
          text('lifecycle.completed'),
          completedDateTime && <Moment key="completed" value={completedDateTime} />,
        ],
        [text('lifecycle.governedTeams'), governedTeams],
        [text('lifecycle.cap'), cap],
        [text('lifecycle.error'), error],
      ]}
    />
  );
}

/** Explains an empty list of teams. */
function emptyOf({ status }: LifecycleRun, outcome: string | undefined): MessageId {
  if (status === 'waiting' || status === 'active') return 'lifecycle.runUnderWay';
  return outcome === undefined ? 'lifecycle.noTeams' : 'lifecycle.noSuchTeam';
}

function Teams({ run }: { run: LifecycleRun }) {
  const text = useMessages();
  const filters = useSearch({ from: '/lifecycle/runs/$runId' });
  const change = useChangeFilters<typeof filters>();
  const teams = useRunTeams(run, filters.outcome as Outcome | undefined);
  return (
    <>
      <FilterBar
        filters={[
          {
            name: 'outcome',
            kind: 'choice',
            label: text('lifecycle.outcome'),
            choices: OUTCOMES.map((value) => ({ value, label: text(`lifecycle.outcome.${value}`) })),
          },
        ]}
        values={filters}
        onChange={change}
      />
      <QueryTable
        label={text('lifecycle.teams')}
        query={teams}
        keyOf={({ teamId }) => teamId}
        columns={useTeamColumns()}
        empty={<EmptyState>{text(emptyOf(run, filters.outcome))}</EmptyState>}
      />
    </>
  );
}
