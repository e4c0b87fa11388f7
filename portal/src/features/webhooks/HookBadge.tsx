import type { Hook } from '@charter/sdk';
import { Badge } from '@fluentui/react-components';
import { useMessages } from '../../base/messages.ts';

/** The state of the webhook: active, failing, switched off, or disabled by the service. */
export function HookBadge({ hook }: { hook: Hook }) {
  const text = useMessages();
  if (hook.disabledReason !== undefined) {
    return (
      <Badge appearance="tint" color="danger" size="large">
        {text(`hooks.disabled.${hook.disabledReason}`)}
      </Badge>
    );
  }
  const state = !hook.active ? 'off' : hook.failingSince === undefined ? 'active' : 'failing';
  const color = ({ off: 'subtle', active: 'success', failing: 'warning' } as const)[state];
  return (
    <Badge appearance="tint" color={color} size="large">
      {text(`hooks.state.${state}`)}
    </Badge>
  );
}
