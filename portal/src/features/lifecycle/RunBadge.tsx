import type { LifecycleRun } from '@charter/sdk';
import { Badge } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

const COLORS = { waiting: 'subtle', active: 'informative', completed: 'success', failed: 'danger' } as const;

export function RunBadge({ status }: Pick<LifecycleRun, 'status'>) {
  const text = useMessages();
  return (
    <Badge appearance="tint" size="large" color={COLORS[status]}>
      {text(`lifecycle.status.${status}`)}
    </Badge>
  );
}
