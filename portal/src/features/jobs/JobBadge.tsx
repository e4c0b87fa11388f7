import { Badge, type BadgeProps } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { isCancelled, type JobStatus, notApprovedCode } from './queries.ts';

const COLORS: Record<JobStatus, NonNullable<BadgeProps['color']>> = {
  waiting: 'informative',
  active: 'brand',
  delayed: 'warning',
  paused: 'warning',
  completed: 'success',
  failed: 'danger',
};

interface JobBadgeProps {
  status: JobStatus;
  error?: { code: string } | undefined;
}

export function JobBadge({ status, error }: JobBadgeProps) {
  const text = useMessages();
  const cancelled = isCancelled({ error });
  const unapproved = notApprovedCode({ error });
  const isQuiet = cancelled || unapproved === 'ApprovalCancelled' || unapproved === 'ApprovalExpired';
  return (
    <Badge appearance="tint" color={isQuiet ? 'subtle' : COLORS[status]} size="large">
      {text(cancelled ? 'jobs.status.cancelled' : `jobs.status.${unapproved ?? status}`)}
    </Badge>
  );
}
