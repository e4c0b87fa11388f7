import type { Job, JobTeam } from '@charter/sdk';
import { Badge, type BadgeProps, makeStyles, tokens } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { Section } from '../../components/Section.tsx';
import { hasEnded } from './queries.ts';
import { useResultReason } from './result-reason.ts';
import { RESULTS, useJobTeams } from './use-job-teams.ts';

const COLORS: Record<JobTeam['outcome'], NonNullable<BadgeProps['color']>> = {
  waiting: 'subtle',
  done: 'success',
  skipped: 'informative',
  failed: 'danger',
};

const useStyles = makeStyles({
  counts: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    listStyleType: 'none',
    margin: 0,
    padding: 0,
  },
});

type BulkJob = Job & { bulk: NonNullable<Job['bulk']> };

export const isBulk = (job: Job): job is BulkJob => job.bulk !== undefined;

/** The results of a bulk job: their numbers, and a list by team. */
export function BulkResults({ job }: { job: BulkJob }) {
  const text = useMessages();
  const resultName = useResultName(job);
  const { outcome } = useSearch({ from: '/jobs/$jobId' });
  const change = useChangeFilters<{ outcome?: string }>();
  const teams = useJobTeams(
    job,
    RESULTS.find((known) => known === outcome),
  );
  return (
    <Section title={text('jobs.results')}>
      <Counts job={job} />
      <FilterBar
        filters={[
          {
            name: 'outcome',
            kind: 'choice',
            label: text('jobs.result'),
            choices: RESULTS.map((value) => ({ value, label: resultName(value) })),
          },
        ]}
        values={{ outcome }}
        onChange={change}
      />
      <QueryTable
        label={text('jobs.results')}
        query={teams}
        keyOf={({ teamId }) => teamId}
        columns={useColumns(job)}
        empty={<EmptyState>{text('jobs.noResult')}</EmptyState>}
      />
    </Section>
  );
}

/** Returns a function that names results. Teams that still wait when the job has ended were not processed. */
function useResultName(job: BulkJob): (outcome: JobTeam['outcome']) => string {
  const text = useMessages();
  return (outcome) =>
    text(outcome === 'waiting' && hasEnded(job) ? 'jobs.result.unreached' : `jobs.result.${outcome}`);
}

/** The numbers of teams by result, without zeros. */
function Counts({ job }: { job: BulkJob }) {
  const styles = useStyles();
  const text = useMessages();
  const resultName = useResultName(job);
  const { bulk } = job;
  const waiting = bulk.count - bulk.done - bulk.skipped - bulk.failed;
  const counts = { done: bulk.done, skipped: bulk.skipped, failed: bulk.failed, waiting };
  return (
    <ul className={styles.counts}>
      {RESULTS.filter((outcome) => counts[outcome] > 0).map((outcome) => (
        <li key={outcome}>
          <Badge appearance="tint" color={COLORS[outcome]} size="large">
            {text('counts.line', { name: resultName(outcome), count: counts[outcome] })}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

function useColumns(job: BulkJob): Column<JobTeam>[] {
  const text = useMessages();
  const reasonOf = useResultReason();
  const resultName = useResultName(job);
  const isGone = ({ outcome }: JobTeam) => outcome === 'done' && job.bulk.action === 'delete';
  return [
    {
      id: 'team',
      header: text('jobs.team'),
      width: 'minmax(0, 2fr)',
      cell: (team) =>
        team.displayName === undefined || isGone(team) ? (
          (team.displayName ?? team.teamId)
        ) : (
          <Link to="/teams/$teamId" params={{ teamId: team.teamId }}>
            {team.displayName}
          </Link>
        ),
    },
    {
      id: 'result',
      header: text('jobs.result'),
      width: '9.375rem',
      cell: ({ outcome }) => (
        <Badge appearance="tint" color={COLORS[outcome]}>
          {resultName(outcome)}
        </Badge>
      ),
    },
    {
      id: 'reason',
      header: text('jobs.reason'),
      width: 'minmax(0, 2fr)',
      cell: (result) => reasonOf(result) || '–',
    },
  ];
}
