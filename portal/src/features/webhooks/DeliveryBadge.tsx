import { Badge } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';
import type { DeliveryStatus } from './queries.ts';

const COLORS = { pending: 'warning', delivered: 'success', failed: 'danger' } as const;

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const text = useMessages();
  return (
    <Badge appearance="tint" color={COLORS[status]}>
      {text(`hooks.delivery.${status}`)}
    </Badge>
  );
}
