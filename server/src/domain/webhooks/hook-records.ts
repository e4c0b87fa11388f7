/** Audit records about webhooks; none is a domain event. */
import { defineRecords } from '../../engine/audit/define-record.ts';
import type { HookRecord } from './model.ts';

/** Returns the URL without its query and fragment, which may contain keys. */
export function recordedUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

const ofHook = defineRecords<Pick<HookRecord, 'id' | 'name' | 'url' | 'events'>>(
  { code: 'webhooks', category: 'Integration' },
  {
    target: ({ id, name }) => ({ type: 'hook', id, displayName: name }),
    fields: {
      hookId: ({ id }) => id,
      hookName: ({ name }) => name,
      url: ({ url }) => recordedUrl(url),
      events: ({ events }) => events,
    },
  },
);

export const hookCreated = ofHook('hook_created');
export const hookUpdated = ofHook('hook_updated', ['changes']);
export const hookDeleted = ofHook('hook_deleted');
export const hookDisabled = ofHook('hook_disabled', ['reason']);
export const hookSecretRotated = ofHook('hook_secret_rotated');
export const hookRedeliveryRequested = ofHook('hook_redelivery_requested', [
  'deliveryId',
  'deliveryCount',
  'from',
  'until',
]);
export const hookTestRequested = ofHook('hook_test_requested', ['deliveryId']);
