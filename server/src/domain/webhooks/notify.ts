/** Notifications about webhooks, added in the transaction of the change. */
import { newId } from '../../kernel/ids.ts';
import type { NewNotification } from '../notifications/model.ts';
import type { DisabledReason, HookRecord } from './model.ts';

/** Notifies no app: apps read no notifications, and their people read the audit trail. */
export const notifyCreator = (hook: HookRecord, reason: DisabledReason): NewNotification[] =>
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
