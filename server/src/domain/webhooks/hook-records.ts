/** Audit records of what happens to hooks; none of it has a domain event. */
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { TRAILS } from '../../engine/audit/trails.ts';
import type { Actor } from '../../engine/principal.ts';
import type { HookRecord } from './model.ts';

type WebhookTrail = (typeof TRAILS)['webhooks'];
export type HookRecordType = Exclude<WebhookTrail['types'][number], 'audit_records_pruned'>;
type Fields = { readonly [Field in WebhookTrail['fields'][number]]?: unknown };

export interface HookRecordCause {
  actor: Actor;
  requestId: string;
}

/** An address without its query and fragment, where services like to keep what lets one in. */
export function recordedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

export const hookAuditRecord = (
  type: HookRecordType,
  hook: Pick<HookRecord, 'id' | 'name' | 'url' | 'events'>,
  { actor, requestId }: HookRecordCause,
  fields: Fields = {},
): NewAuditRecord => ({
  trail: 'webhooks',
  type,
  actor,
  target: { type: 'hook', id: hook.id, displayName: hook.name },
  requestId,
  fields: {
    hookId: hook.id,
    hookName: hook.name,
    url: recordedUrl(hook.url),
    events: hook.events,
    ...fields,
  },
});
