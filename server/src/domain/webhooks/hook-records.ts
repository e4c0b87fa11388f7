/** Audit records about webhooks; none is a domain event. */
import { defineRecord, type RecordDefinition } from '../../engine/audit/define-record.ts';
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Trail } from '../../engine/audit/trails.ts';
import type { Cause } from '../../engine/principal.ts';
import type { HookRecord } from './model.ts';

const webhooksTrail: Trail = { code: 'webhooks', category: 'Integration' };

const OF_HOOK = ['hookId', 'hookName', 'url', 'events'] as const;

export const hookCreated = defineRecord(webhooksTrail, 'hook_created', OF_HOOK);
export const hookUpdated = defineRecord(webhooksTrail, 'hook_updated', [...OF_HOOK, 'changes']);
export const hookDeleted = defineRecord(webhooksTrail, 'hook_deleted', OF_HOOK);
export const hookDisabled = defineRecord(webhooksTrail, 'hook_disabled', [...OF_HOOK, 'reason']);
export const hookSecretRotated = defineRecord(webhooksTrail, 'hook_secret_rotated', OF_HOOK);
export const hookRedeliveryRequested = defineRecord(webhooksTrail, 'hook_redelivery_requested', [
  ...OF_HOOK,
  'deliveryId',
  'deliveryCount',
  'from',
  'until',
]);
export const hookTestRequested = defineRecord(webhooksTrail, 'hook_test_requested', [
  ...OF_HOOK,
  'deliveryId',
]);

/** Returns the URL without its query and fragment, which may contain keys. */
export function recordedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

export const hookAuditRecord = <Field extends string>(
  definition: RecordDefinition<Field | (typeof OF_HOOK)[number]>,
  hook: Pick<HookRecord, 'id' | 'name' | 'url' | 'events'>,
  cause: Cause,
  fields: { readonly [Name in Field]?: unknown } = {},
): NewAuditRecord =>
  definition.record({
    ...cause,
    target: { type: 'hook', id: hook.id, displayName: hook.name },
    fields: {
      hookId: hook.id,
      hookName: hook.name,
      url: recordedUrl(hook.url),
      events: hook.events,
      ...fields,
    },
  });
