import type { Review } from '@charter/sdk';
import { Badge } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

const COLORS = { open: 'warning', ending: 'informative', completed: 'success', cancelled: 'subtle' } as const;

export function ReviewBadge({ status }: { status: Review['status'] }) {
  const text = useMessages();
  return (
    <Badge appearance="tint" color={COLORS[status]}>
      {text(`reviews.status.${status}`)}
    </Badge>
  );
}
