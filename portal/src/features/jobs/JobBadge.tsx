import { Badge, type BadgeProps } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import { isCancelled, type JobStatus } from './queries.ts';

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
  return (
    <Badge appearance="tint" color={cancelled ? 'subtle' : COLORS[status]} size="large">
      {text(cancelled ? 'jobs.status.cancelled' : `jobs.status.${status}`)}
    </Badge>
  );
}
