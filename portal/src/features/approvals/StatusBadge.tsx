import type { Approval } from '@charter/sdk';
import { Badge, type BadgeProps } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

const COLORS: Record<Approval['status'] | 'asked', NonNullable<BadgeProps['color']>> = {
  pending: 'warning',
  asked: 'important',
  approved: 'success',
  rejected: 'danger',
  expired: 'subtle',
  cancelled: 'subtle',
};

/** The status of a request, or that it waits for an answer from its requester. */
export function StatusBadge({ approval }: { approval: Approval }) {
  const text = useMessages();
  const status = approval.question === undefined ? approval.status : 'asked';
  return (
    <Badge appearance="tint" color={COLORS[status]} size="large">
      {text(`approvals.status.${status}`)}
    </Badge>
  );
}
