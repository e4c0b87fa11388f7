/** Who is told what happens to a hook. Part of the transaction that makes it so. */
import { newId } from '../../kernel/ids.ts';
import type { NewNotification } from '../notifications/model.ts';
import type { DisabledReason, HookRecord } from './model.ts';

/** An app reads no notifications; the audit trail says it to its people. */
export const tellCreator = (hook: HookRecord, reason: DisabledReason): NewNotification[] =>
  hook.creator.kind === 'user'
    ? [
        {
          id: newId(),
          addresseeId: hook.creator.id,
          kind: 'webhook_disabled',
          facts: { hookId: hook.id, hookName: hook.name, reason },
        },
      ]
    : [];
