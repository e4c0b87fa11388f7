import { Body1, Body1Strong, Button, makeStyles } from '@fluentui/react-components';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadChunk, loadWithMessages } from '../../base/chunks.ts';
import { useMessages } from '../../base/messages.ts';
import { Loading } from '../../components/Loading.tsx';
import { Page } from '../../components/Page.tsx';
import { Problem } from '../../components/Problem.tsx';
import { QueryView } from '../../components/QueryView.tsx';
import { Section } from '../../components/Section.tsx';
import { useSession } from '../../sign-in/session-context.ts';
import { ApprovalList } from '../approvals/ApprovalList.tsx';
import { useApprovals } from '../approvals/queries.ts';
import { useMyJobs } from '../jobs/queries.ts';
import { usePendingRequests } from '../join-requests/queries.ts';
import { useIsPermitted } from '../me/queries.ts';
import { isPending, useOwnerRequests } from '../owners/queries.ts';
import { usePendingReviews } from '../reviews/pending.ts';
import { useLatestTeams, useRenewals } from '../teams/queries.ts';
import { TeamCards } from '../teams/TeamCards.tsx';
import { showsFirstSteps } from './first-steps.ts';

const MAX_SHOWN = 5;

const useStyles = makeStyles({ title: { margin: 0 } });

const RenewalList = lazy(() =>
  loadChunk(async () => ({ default: (await import('./RenewalList.tsx')).RenewalList })),
);
const OwnerRequestList = lazy(() =>
  loadWithMessages(async () => ({
    default: (await import('../owners/OwnerRequestList.tsx')).OwnerRequestList,
  })),
);
const JoinRequestList = lazy(() =>
  loadWithMessages(async () => ({
    default: (await import('../join-requests/JoinRequestList.tsx')).JoinRequestList,
  })),
);
const PendingReviewList = lazy(() =>
  loadWithMessages(async () => ({
    default: (await import('../reviews/PendingReviewList.tsx')).PendingReviewList,
  })),
);
const StartHere = lazy(() =>
  loadWithMessages(async () => ({ default: (await import('./StartHere.tsx')).TemplateSuggestions })),
);
const FirstSteps = lazy(() =>
  loadChunk(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps })),
);
const JobList = lazy(() =>
  loadChunk(async () => ({ default: (await import('../jobs/JobList.tsx')).JobList })),
);

/** The person's tasks, requests and teams. */
export function HomePage() {
  const text = useMessages();
  const may = useIsPermitted();
  const { person } = useSession();
  const [jobs, teams] = [useMyJobs().data, useLatestTeams().data];
  const isNew = jobs?.value.length === 0 && teams?.value.length === 0;
  return (
    <Page
      title={text('home.title', { name: person.displayName })}
      actions={
        <Link to="/request">
          <Button appearance="primary" size="large" tabIndex={-1}>
            {text('home.request')}
          </Button>
        </Link>
      }
    >
      {may('getRoles') && showsFirstSteps(person.tenant) && (
        <Suspense fallback={null}>
          <FirstSteps tenant={person.tenant} />
        </Suspense>
      )}
      <WaitingTasks />
      {isNew ? (
        <Suspense fallback={<Loading />}>
          <StartHere />
        </Suspense>
      ) : (
        <>
          <MyRequests />
          <MyTeams />
        </>
      )}
    </Page>
  );
}

/** Requests, reviews and unused teams that wait for the person's decision. */
function WaitingTasks() {
  const text = useMessages();
  const approvals = useApprovals('waiting');
  const renewals = useRenewals();
  const styles = useStyles();
  const hasRenewals = (renewals.data?.length ?? 0) > 0;
  const requests = useOwnerRequests().data?.value.filter(isPending) ?? [];
  const joining = usePendingRequests().data?.value ?? [];
  const reviews = usePendingReviews().data ?? [];
  return (
    <Section title={text('home.waiting')}>
      <QueryView
        query={approvals}
        isEmpty={({ value }) => value.length === 0}
        empty={
          !hasRenewals &&
          requests.length + joining.length + reviews.length === 0 && <Body1>{text('home.nothing')}</Body1>
        }
      >
        {({ value }) => (
          <>
            <ApprovalList approvals={value.slice(0, MAX_SHOWN)} />
            {value.length > MAX_SHOWN && (
              <Link to="/approvals" search={{ view: 'waiting' }}>
                {text('home.all', { count: value.length })}
              </Link>
            )}
          </>
        )}
      </QueryView>
      {requests.length > 0 && (
        <>
          <Body1Strong as="h3" className={styles.title}>
            {text('home.ownerRequests')}
          </Body1Strong>
          <Suspense fallback={<Loading />}>
            <OwnerRequestList requests={requests} />
          </Suspense>
        </>
      )}
      {joining.length > 0 && (
        <>
          <Body1Strong as="h3" className={styles.title}>
            {text('home.joinRequests')}
          </Body1Strong>
          <Suspense fallback={<Loading />}>
            <JoinRequestList requests={joining.slice(0, MAX_SHOWN)} />
          </Suspense>
          {joining.length > MAX_SHOWN && (
            <Link to="/join-requests">{text('home.all', { count: joining.length })}</Link>
          )}
        </>
      )}
      {reviews.length > 0 && (
        <>
          <Body1Strong as="h3" className={styles.title}>
            {text('home.reviews')}
          </Body1Strong>
          <Suspense fallback={<Loading />}>
            <PendingReviewList reviews={reviews.slice(0, MAX_SHOWN)} />
          </Suspense>
          {reviews.length > MAX_SHOWN && (
            <Link to="/reviews" search={{ status: 'open' }}>
              {text('home.all', { count: reviews.length })}
            </Link>
          )}
        </>
      )}
      {renewals.error !== null && <Problem error={renewals.error} onRetry={() => void renewals.refetch()} />}
      {hasRenewals && (
        <>
          <Body1Strong as="h3" className={styles.title}>
            {text('home.renewals')}
          </Body1Strong>
          <Suspense fallback={<Loading />}>
            <RenewalList teams={renewals.data ?? []} />
          </Suspense>
        </>
      )}
    </Section>
  );
}

/** The latest jobs that the person requested, with their progress. */
function MyRequests() {
  const text = useMessages();
  const { person } = useSession();
  return (
    <Section title={text('home.mine')}>
      <QueryView
        query={useMyJobs()}
        isEmpty={({ value }) => value.length === 0}
        empty={<Body1>{text('jobs.none')}</Body1>}
      >
        {({ value, '@odata.nextLink': next }) => (
          <>
            <Suspense fallback={<Loading />}>
              <JobList jobs={value} />
            </Suspense>
            {next !== undefined && (
              <Link to="/jobs" search={{ requester: person.id }}>
                {text('jobs.all')}
              </Link>
            )}
          </>
        )}
      </QueryView>
    </Section>
  );
}

/** The person's most recently active teams. */
function MyTeams() {
  const text = useMessages();
  const teams = useLatestTeams();
  return (
    <Section title={text('home.teams')}>
      <QueryView
        query={teams}
        isEmpty={({ value }) => value.length === 0}
        empty={<Body1>{text('home.noTeams')}</Body1>}
      >
        {({ value }) => (
          <>
            <TeamCards teams={value} />
            <Link to="/teams">{text('home.allTeams')}</Link>
          </>
        )}
      </QueryView>
    </Section>
  );
}
