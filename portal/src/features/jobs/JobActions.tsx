import { CharterApiError, type Job } from '@charter/sdk';
import { Button } from '@fluentui/react-components';
import { ArrowClockwiseRegular } from '@fluentui/react-icons';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../../base/chunks.ts';
import { useMessages } from '../../base/messages.ts';
import { openDialog } from '../../components/dialogs.ts';
import { notify } from '../../components/notice-list.ts';
import { Problem } from '../../components/Problem.tsx';
import { useSession } from '../../sign-in/session-context.ts';
import { useIsAdministrator } from '../me/queries.ts';
import { cancelTextsOf } from './cancel-words.ts';
import { hasEnded } from './queries.ts';
import { DecisionButtons, isWaiting } from './SecondApproval.tsx';
import { useJobActions } from './use-job.ts';

const CancelDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./CancelDialog.tsx')).CancelDialog })),
);

const CleanUpDialog = lazy(() =>
  loadChunk(async () => ({ default: (await import('./CleanUpDialog.tsx')).CleanUpDialog })),
);

const isConflict = (error: Error): boolean => error instanceof CharterApiError && error.status === 409;

/** Cancels, retries or cleans up a job, for its requester and administrators. */
export function JobActions({ job }: { job: Job }) {
  const text = useMessages();
  const { person } = useSession();
  const isAdministrator = useIsAdministrator();
  const { retry } = useJobActions(job.id);
  if (job.requester.id !== person.id && !isAdministrator) return null;
  const mayRetry =
    job.status === 'failed' &&
    job.type !== 'RoleChange' &&
    job.data.error?.step !== undefined &&
    job.cancellation === undefined;
  const isOwn = job.requester.id === person.id;
  // Other administrators reject a change that waits for them.
  const mayCancel = !hasEnded(job) && job.cancellation === undefined && (isOwn || !isWaiting(job));
  const mayCleanUp = job.status === 'failed' && (job.data.built?.length ?? 0) > 0;
  /** Somebody else has changed the job first, and the page shows its current state. */
  const onError = (error: Error) => isConflict(error) && notify(error.message, 'info');
  const open = (Shown: typeof CancelDialog | typeof CleanUpDialog) => () =>
    openDialog((close) => (
      <Suspense>
        <Shown job={job} onClose={close} />
      </Suspense>
    ));
  return (
    <>
      <DecisionButtons job={job} />
      {mayRetry && (
        <Button
          appearance="primary"
          icon={<ArrowClockwiseRegular />}
          disabledFocusable={retry.isPending}
          onClick={() => retry.mutate(undefined, { onSuccess: () => notify(text('jobs.retried')), onError })}
        >
          {text('jobs.retry')}
        </Button>
      )}
      {mayCancel && <Button onClick={open(CancelDialog)}>{text(cancelTextsOf(job).action)}</Button>}
      {mayCleanUp && <Button onClick={open(CleanUpDialog)}>{text('jobs.cleanUp')}</Button>}
      {retry.error !== null && !isConflict(retry.error) && <Problem error={retry.error} />}
    </>
  );
}
