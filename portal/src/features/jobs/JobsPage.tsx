import type { JobSummary } from '@charter/sdk';
import { Button, Caption1, makeStyles, ProgressBar, tokens } from '@fluentui/react-components';
import { Link, useSearch } from '@tanstack/react-router';
import { useChangeFilters } from '../../base/filters.ts';
import { useMessages } from '../../base/messages.ts';
import type { Column } from '../../components/DataTable.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { FilterBar } from '../../components/FilterBar.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { useStepName } from '../../components/step-name.ts';
import { STEPS } from '../../components/steps.ts';
import { useSession } from '../../sign-in/session-context.ts';
import { useIsAdministrator } from '../me/queries.ts';
import { JobBadge } from './JobBadge.tsx';
import { useJobName } from './job-name.ts';
import { hasEnded, JOB_OUTCOMES, JOB_STATUSES, JOB_TYPES, type JobFilters, useJobs } from './queries.ts';

const useStyles = makeStyles({
  words: { display: 'grid', minWidth: 0 },
  state: { display: 'grid', justifyItems: 'start', gap: tokens.spacingVerticalXS, minWidth: 0 },
  bar: { width: '100%', maxWidth: '160px' },
  person: {
    minWidth: 0,
    padding: 0,
    justifyContent: 'start',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
  },
});

/** The person's own jobs, or all jobs of the organisation for administrators. The filters are in the address. */
export function JobsPage() {
  const text = useMessages();
  const filters = useSearch({ from: '/jobs' });
  const jobs = useJobs(filters);
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page wide title={text('jobs.title')}>
      <Filters jobs={jobs.data?.items ?? []} filters={filters} />
      <QueryTable
        label={text('jobs.title')}
        query={jobs}
        keyOf={({ id }) => id}
        columns={useColumns()}
        empty={<EmptyState>{text(isFiltered ? 'jobs.empty' : 'jobs.noJobs')}</EmptyState>}
      />
    </Page>
  );
}

/** The filters of the list. They offer the templates and requesters of the loaded jobs, and the person. */
function Filters({ jobs, filters }: { jobs: readonly JobSummary[]; filters: JobFilters }) {
  const text = useMessages();
  const change = useChangeFilters<typeof filters & Record<string, string | undefined>>();
  const isAdministrator = useIsAdministrator();
  const { person } = useSession();
  const stepName = useStepName();
  const templates = new Map(jobs.flatMap(({ template }) => (template ? [[template.id, template.name]] : [])));
  const people = new Map(jobs.map(({ requester }) => [requester.id, requester.displayName]));
  if (filters.template !== undefined && !templates.has(filters.template)) {
    templates.set(filters.template, filters.template);
  }
  if (filters.requester !== undefined && !people.has(filters.requester)) {
    people.set(filters.requester, filters.requester);
  }
  people.set(person.id, text('jobs.mine'));
  const steps = new Map(STEPS.map((step) => [step, stepName(step)]));
  if (filters.step !== undefined && !steps.has(filters.step)) steps.set(filters.step, filters.step);
  const choices = (values: ReadonlyMap<string, string>) =>
    [...values].map(([value, label]) => ({ value, label }));
  return (
    <FilterBar
      filters={[
        { name: 'search', kind: 'search', label: text('jobs.search') },
        {
          name: 'status',
          kind: 'choice',
          label: text('jobs.status'),
          choices: JOB_STATUSES.map((value) => ({ value, label: text(`jobs.status.${value}`) })),
        },
        {
          name: 'type',
          kind: 'choice',
          label: text('jobs.type'),
          choices: JOB_TYPES.map((value) => ({ value, label: text(`jobs.type.${value}`) })),
        },
        { name: 'template', kind: 'choice', label: text('jobs.template'), choices: choices(templates) },
        ...(isAdministrator
          ? [
              {
                name: 'requester' as const,
                kind: 'choice' as const,
                label: text('jobs.requester'),
                choices: choices(people),
              },
            ]
          : []),
      ]}
      more={[
        {
          name: 'outcome',
          kind: 'choice',
          label: text('jobs.outcome'),
          choices: JOB_OUTCOMES.map((value) => ({ value, label: text(`overview.outcome.${value}`) })),
        },
        { name: 'step', kind: 'choice', label: text('jobs.failedStep'), choices: choices(steps) },
        { name: 'from', kind: 'date', label: text('jobs.from') },
        { name: 'until', kind: 'date', label: text('jobs.until') },
      ]}
      values={filters}
      onChange={change}
    />
  );
}

function useColumns(): Column<JobSummary>[] {
  const styles = useStyles();
  const text = useMessages();
  const isAdministrator = useIsAdministrator();
  const change = useChangeFilters<Record<string, string | undefined>>();
  const jobName = useJobName();
  const requester: Column<JobSummary> = {
    id: 'requester',
    header: text('jobs.requester'),
    cell: ({ requester: { id, displayName } }) => (
      <Button
        appearance="transparent"
        className={styles.person}
        title={text('jobs.onlyOf', { name: displayName })}
        onClick={() => change({ requester: id })}
      >
        {displayName}
      </Button>
    ),
  };
  return [
    {
      id: 'team',
      header: text('jobs.team'),
      width: 'minmax(0, 2fr)',
      cell: (job) => (
        <span className={styles.words}>
          <Link to="/jobs/$jobId" params={{ jobId: job.id }}>
            {jobName(job)}
          </Link>
          <Caption1>{job.template?.name ?? text(`jobs.type.${job.type}`)}</Caption1>
        </span>
      ),
    },
    { id: 'state', header: text('jobs.status'), cell: (job) => <State job={job} /> },
    ...(isAdministrator ? [requester] : []),
    {
      id: 'created',
      header: text('jobs.created'),
      cell: ({ createdDateTime }) => <Moment value={createdDateTime} />,
    },
    {
      id: 'detail',
      header: text('jobs.detail'),
      width: 'minmax(0, 2fr)',
      cell: (job) => <Detail job={job} />,
    },
  ];
}

function State({ job }: { job: JobSummary }) {
  const styles = useStyles();
  const text = useMessages();
  return (
    <span className={styles.state}>
      <JobBadge status={job.status} error={job.error} />
      {!hasEnded(job) && job.status !== 'paused' && (
        <ProgressBar
          className={styles.bar}
          value={job.progress}
          max={100}
          aria-label={text('job.progress', { percent: job.progress / 100 })}
        />
      )}
    </span>
  );
}

/** The error of a failed job, or the current step of any other job. */
function Detail({ job: { error, step } }: { job: JobSummary }) {
  const stepName = useStepName();
  if (error !== undefined) return error.message;
  return step === undefined ? '–' : stepName(step);
}
