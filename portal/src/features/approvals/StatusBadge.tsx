import type { Approval } from '@charter/sdk';
import { Badge, type BadgeProps } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

const COLORS: Record<Approval['status'], NonNullable<BadgeProps['color']>> = {
  pending: 'warning',
  approved: 'success',
  rejected: 'danger',
  expired: 'subtle',
  cancelled: 'subtle',
};

export function StatusBadge({ status }: { status: Approval['status'] }) {
  const text = useMessages();
  return (
    <Badge appearance="tint" color={COLORS[status]} size="large">
      {text(`approvals.status.${status}`)}
    </Badge>
  );
}
