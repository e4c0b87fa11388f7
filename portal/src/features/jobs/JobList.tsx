import type { JobSummary } from '@charter/sdk';
import { Body1Strong, Caption1, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { FormattedDate } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { useStackStyles } from '../../components/stack.ts';
import { useStepName } from '../../components/step-name.ts';
import { JobBadge } from './JobBadge.tsx';
import { JobBar } from './JobBar.tsx';
import { useJobName } from './job-name.ts';
import { hasEnded } from './queries.ts';

const useStyles = makeStyles({
  link: {
    display: 'grid',
    gap: tokens.spacingVerticalS,
  },
});

/** A list of jobs, each a link to its page, with a progress bar while it runs. */
export function JobList({ jobs }: { jobs: readonly JobSummary[] }) {
  const styles = useStyles();
  const stack = useStackStyles();
  const text = useMessages();
  const stepName = useStepName();
  const jobName = useJobName();
  return (
    <ul className={stack.list}>
      {jobs.map((job) => (
        <li key={job.id}>
          <Link
            to="/jobs/$jobId"
            params={{ jobId: job.id }}
            className={mergeClasses(stack.link, styles.link)}
          >
            <span className={stack.line}>
              <span className={stack.words}>
                <Body1Strong>{jobName(job)}</Body1Strong>
                <Caption1>
                  {job.secondApproval
                    ? job.requester.displayName
                    : (job.template?.name ?? text(`jobs.type.${job.type}`))}
                  {' · '}
                  <FormattedDate value={job.createdDateTime} dateStyle="medium" />
                  {!hasEnded(job) && job.status !== 'paused' && job.step && ` · ${stepName(job.step)}`}
                </Caption1>
              </span>
              <JobBadge status={job.status} error={job.error} />
            </span>
            {!hasEnded(job) && job.status !== 'paused' && <JobBar progress={job.progress} />}
          </Link>
        </li>
      ))}
    </ul>
  );
}
