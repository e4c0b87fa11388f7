import type { Job } from '@charter/sdk';
import {
  Button,
  Field,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  ProgressBar,
} from '@fluentui/react-components';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { Moment } from '../../components/Moment.tsx';
import { Page } from '../../components/Page.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useSession } from '../../sign-in/session-context.ts';
import { repeatChannelRequest } from '../channel-requests/draft.ts';
import { repeatRequest } from '../requests/draft.ts';
import { BulkResults, isBulk } from './BulkResults.tsx';
import { JobActions } from './JobActions.tsx';
import { JobLog } from './JobLog.tsx';
import { JobSteps } from './JobSteps.tsx';
import { useJobName } from './job-name.ts';
import { hasEnded, isCancelled, notApprovedCode } from './queries.ts';
import { useDescribeChange, useDescribeWaiting } from './SecondApproval.tsx';
import { useJob } from './use-job.ts';

/** A page that follows a job live. */
export function JobPage() {
  const text = useMessages();
  const { jobId } = useParams({ from: '/jobs/$jobId' });
  const job = useJob(jobId);
  const jobName = useJobName();
  return (
    <Page
      wide={job.data?.bulk !== undefined}
      title={
        job.data === undefined
          ? text('job.title')
          : (job.data.data.channelPlan?.channel.displayName ?? jobName(job.data))
      }
      parent={{ to: '/jobs', label: text('jobs.title') }}
      actions={job.data && <JobActions job={job.data} />}
    >
      <QueryView query={job}>{(found) => <Progress job={found} />}</QueryView>
    </Page>
  );
}

const INTENTS = { completed: 'success', failed: 'error', paused: 'warning' } as const;

function Progress({ job }: { job: Job }) {
  const text = useMessages();
  const { status, progress, steps, log, data } = job;
  return (
    <>
      <Outcome job={job} />
      {/* A request that was not approved has built nothing. */}
      {notApprovedCode(data) === undefined && (
        <>
          <Field label={text('job.progress', { percent: progress / 100 })} validationState="none">
            <ProgressBar
              value={progress}
              max={100}
              thickness="large"
              color={status === 'failed' ? 'error' : 'brand'}
            />
          </Field>
          {isBulk(job) ? (
            <BulkResults job={job} />
          ) : (
            <Section title={text('job.steps')}>
              <JobSteps
                steps={steps}
                isRemoved={job.cancellation?.removed === true}
                hasEnded={hasEnded(job)}
              />
            </Section>
          )}
        </>
      )}
      <Section title={text('jobs.facts')}>
        <JobFacts job={job} />
      </Section>
      <Section title={text('job.log')}>
        <JobLog lines={log} />
      </Section>
    </>
  );
}

/** The state of the job in a sentence, with its error, and a link to the approval that it waits for. */
function Outcome({ job }: { job: Job }) {
  const text = useMessages();
  const { person } = useSession();
  const { status, data, cancellation } = job;
  const approvalId = data.approval?.id;
  const isOwn = job.requester.id === person.id;
  const isOwnTeam = job.type === 'TeamProvisioning' && isOwn;
  const cancelled = isCancelled(data);
  const unapproved = notApprovedCode(data);
  // A failed job keeps its error while it deletes what it created.
  const isCleaning = !hasEnded(job) && cancellation?.remove === true && data.error !== undefined;
  const hasMade = job.type === 'TeamProvisioning' || job.type === 'ChannelProvisioning';
  const teamId = status === 'completed' && hasMade ? job.team.id : undefined;
  const change = useDescribeChange();
  const waiting = useDescribeWaiting();
  const mayAskAgain =
    isOwn && status === 'failed' && (job.template ?? data.channelPlan?.template) !== undefined;
  const sentence = () => {
    const next = waiting(job);
    if (next !== undefined) return `${change(job)} ${next}`;
    if (cancelled) return text(cancellation?.removed ? 'jobs.outcome.removed' : 'jobs.outcome.cancelled');
    if (isCleaning) return text('jobs.cleaning');
    if (status === 'failed' && cancellation?.removed) return text('jobs.cleaned');
    if (cancellation !== undefined && status !== 'failed') return text('jobs.outcome.cancelling');
    // The service's message already explains the approval.
    if (unapproved !== undefined) return '';
    return text(isOwnTeam ? `job.status.${status}` : `jobs.outcome.${status}`);
  };
  return (
    <MessageBar
      intent={cancelled ? 'warning' : (INTENTS[status as keyof typeof INTENTS] ?? 'info')}
      layout="multiline"
      role={status === 'failed' ? 'alert' : 'status'}
    >
      <MessageBarBody>
        {sentence()}
        {data.error !== undefined && ` ${data.error.message}`}{' '}
        {(status === 'paused' || unapproved !== undefined) && approvalId !== undefined && (
          <Link to="/approvals/$approvalId" params={{ approvalId }}>
            {text('job.approval')}
          </Link>
        )}
      </MessageBarBody>
      {(teamId !== undefined || mayAskAgain) && (
        <MessageBarActions>
          {teamId !== undefined && <OpenTeam teamId={teamId} />}
          {mayAskAgain && <AskAgain job={job} />}
        </MessageBarActions>
      )}
    </MessageBar>
  );
}

function OpenTeam({ teamId }: { teamId: string }) {
  const text = useMessages();
  const navigate = useNavigate();
  return (
    <Button appearance="primary" onClick={() => void navigate({ to: '/teams/$teamId', params: { teamId } })}>
      {text('job.openTeam')}
    </Button>
  );
}

/** Opens the form of the request with everything filled in. */
function AskAgain({ job }: { job: Job }) {
  const text = useMessages();
  const navigate = useNavigate();
  const templateId = job.template?.id ?? '';
  const teamId = job.team.id ?? '';
  const askAgain = () => {
    if (job.type === 'ChannelProvisioning') {
      repeatChannelRequest(teamId, job);
      return void navigate({ to: '/teams/$teamId/request-channel', params: { teamId } });
    }
    repeatRequest(templateId, job);
    void navigate({ to: '/request/$templateId', params: { templateId } });
  };
  return <Button onClick={askAgain}>{text('job.askAgain')}</Button>;
}

function JobFacts({ job }: { job: Job }) {
  const text = useMessages();
  const { type, team, requester, template, cancellation, createdDateTime, data } = job;
  const { channelPlan } = data;
  const change = useDescribeChange();
  const built = data.built?.map(({ displayName }) => displayName).join(', ');
  return (
    <Facts
      facts={[
        [
          text('jobs.team'),
          team.id !== undefined && cancellation?.removed !== true && (
            <Link key="team" to="/teams/$teamId" params={{ teamId: team.id }}>
              {team.displayName}
            </Link>
          ),
        ],
        [text('jobs.type'), text(`jobs.type.${type}`)],
        [text('channelRequest.channel'), channelPlan?.channel.displayName],
        [text('jobs.template'), template?.name ?? channelPlan?.template.displayName],
        [text('jobs.requester'), requester.displayName],
        [text('change.change'), job.secondApproval && change(job)],
        [text('change.second'), job.secondApproval?.approver?.displayName],
        [text('jobs.created'), <Moment key="created" value={createdDateTime} />],
        [text('jobs.built'), built],
      ]}
    />
  );
}
