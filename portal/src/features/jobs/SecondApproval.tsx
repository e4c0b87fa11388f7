/** Changes of one administrator that wait for a second one: their status text, their decision and their lists. */
import type { Job, JobSummary } from '@charter/sdk';
import { Button, Field, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { useMessages } from '../../base/messages.ts';
import { useRoleName } from '../../components/code-names.ts';
import { openDialog } from '../../components/dialogs.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { notify } from '../../components/notice-list.ts';
import { Section } from '../../components/Section.tsx';
import { useSession } from '../../sign-in/session-context.ts';
import { useMe } from '../me/queries.ts';
import { JobList } from './JobList.tsx';
import { useWaitingChanges } from './queries.ts';
import { useJobActions } from './use-job.ts';

interface RoleRequest {
  action: 'assign' | 'remove';
  principal: { displayName: string };
  role: string;
  expiresDateTime?: string;
}

/** Returns a function that describes the requested change in a sentence. */
export function useDescribeChange(): (job: Job) => string {
  const text = useMessages();
  const roleName = useRoleName();
  const { formatDate } = useIntl();
  return ({ type, requester, bulk, data }) => {
    const name = requester.displayName;
    if (type !== 'RoleChange') return text('change.delete', { name, count: bulk?.count ?? 0 });
    const { action, principal, role, expiresDateTime } = data.request as unknown as RoleRequest;
    const values = { name, principal: principal.displayName, role: roleName(role) };
    if (action === 'remove') return text('change.remove', values);
    if (expiresDateTime === undefined) return text('change.assign', values);
    return text('change.assignUntil', {
      ...values,
      end: formatDate(expiresDateTime, { dateStyle: 'medium' }),
    });
  };
}

export const isWaiting = ({
  status,
  secondApproval,
}: Pick<JobSummary, 'status' | 'secondApproval'>): boolean =>
  status === 'paused' && secondApproval !== undefined;

/** Returns a function that describes the next step of a waiting change; it returns undefined for any other job. */
export function useDescribeWaiting(): (job: Job) => string | undefined {
  const text = useMessages();
  const { formatDate } = useIntl();
  const mayDecide = useMayDecide();
  return (job) => {
    if (!isWaiting(job) || job.secondApproval === undefined) return undefined;
    const { expiresDateTime } = job.secondApproval;
    const end = formatDate(expiresDateTime, { dateStyle: 'medium', timeStyle: 'short' });
    return text(mayDecide(job) ? 'change.decide' : 'change.waits', { end });
  };
}

/** Returns whether the person is a second administrator who may decide the change. */
function useMayDecide(): (job: Pick<Job, 'status' | 'secondApproval' | 'requester'>) => boolean {
  const { person } = useSession();
  const roles = useMe().data?.roles ?? [];
  return (job) =>
    isWaiting(job) &&
    job.requester.id !== person.id &&
    roles.some((role) => job.secondApproval?.roles.includes(role));
}

/** The buttons of a second administrator; none for others. */
export function DecisionButtons({ job }: { job: Job }) {
  const text = useMessages();
  const mayDecide = useMayDecide();
  if (!mayDecide(job)) return null;
  const open = (kind: Kind) => () =>
    openDialog((close) => <DecisionDialog job={job} kind={kind} onClose={close} />);
  return (
    <>
      <Button appearance="primary" onClick={open('approve')}>
        {text('change.approve')}
      </Button>
      <Button onClick={open('reject')}>{text('change.reject')}</Button>
    </>
  );
}

type Kind = 'approve' | 'reject';

function DecisionDialog({ job, kind, onClose }: { job: Job; kind: Kind; onClose: () => void }) {
  const text = useMessages();
  const describeChange = useDescribeChange();
  const { [kind]: decide } = useJobActions(job.id);
  const [message, setMessage] = useState('');
  const needsReason = kind === 'reject';
  return (
    <FormDialog
      title={text(`change.${kind}`)}
      action={text(`change.${kind}`)}
      isSending={decide.isPending}
      error={decide.error}
      canSend={!needsReason || message.trim() !== ''}
      onSend={() =>
        decide.mutate(message, {
          onSuccess: () => {
            notify(text(kind === 'approve' ? 'change.approved' : 'change.rejected'));
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      <Field
        label={text('change.message', { name: job.requester.displayName })}
        hint={describeChange(job)}
        required={needsReason}
      >
        <Textarea value={message} maxLength={2048} onChange={(_event, { value }) => setMessage(value)} />
      </Field>
    </FormDialog>
  );
}

/** The changes that wait for a second administrator; nothing when there are none. */
export function WaitingChanges({ types }: { types: readonly JobSummary['type'][] }) {
  const text = useMessages();
  const jobs = useWaitingChanges(types);
  if (jobs.length === 0) return null;
  return (
    <Section title={text('change.list')}>
      <JobList jobs={jobs} />
    </Section>
  );
}
