/** Server state of webhooks and their deliveries: keys, loading and invalidation. */
import type { Hook, HookDelivery, HookPayload } from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'hooks';
/** Deliveries happen at any time, so an open page is refreshed at this interval. */
const REFRESH_MILLISECONDS = 5_000;
const EVENTS_FRESH_MILLISECONDS = 3_600_000;

export type DeliveryStatus = HookDelivery['status'];
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const satisfies DeliveryStatus[];

export function useWebhooks() {
  const { webhooks } = useClient();
  return usePages({ queryKey: [KEY, 'list'], query: {}, load: webhooks.getHooks });
}

/** The largest page of webhooks. */
const MAX_OF_A_PAGE = 999;

/** The webhooks that receive the events of the whole organisation, among those that the reader may see. */
export function useOrganizationWebhooks(isNeeded: boolean) {
  const { webhooks } = useClient();
  return useQuery({
    queryKey: [KEY, 'organization'],
    queryFn: ({ signal }) => webhooks.getHooks({ $top: MAX_OF_A_PAGE }, { signal }),
    select: ({ value }) => value.filter(({ scope }) => scope === 'tenant'),
    enabled: isNeeded,
  });
}

export function useWebhook(hookId: string) {
  const { webhooks } = useClient();
  return useQuery({
    queryKey: [KEY, 'one', hookId],
    queryFn: ({ signal }) => webhooks.getHook(hookId, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

export function useWebhookEvents() {
  const { webhooks } = useClient();
  return useQuery({
    queryKey: [KEY, 'events'],
    queryFn: ({ signal }) => webhooks.getHooksEvents({ signal }),
    staleTime: EVENTS_FRESH_MILLISECONDS,
  });
}

export function useDeliveries(hookId: string, status: DeliveryStatus | undefined) {
  const { webhooks } = useClient();
  return usePages({
    queryKey: [KEY, 'one', hookId, 'deliveries', status],
    query: status === undefined ? {} : { status },
    load: (query, options) => webhooks.getHookDeliveries(hookId, query, options),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

export function useDelivery(hookId: string, deliveryId: string) {
  const { webhooks } = useClient();
  return useQuery({
    queryKey: [KEY, 'one', hookId, 'delivery', deliveryId],
    queryFn: ({ signal }) => webhooks.getHookDelivery(hookId, deliveryId, { signal }),
    refetchInterval: REFRESH_MILLISECONDS,
  });
}

export interface HookDraft {
  name: string;
  description: string;
  url: string;
  events: readonly string[];
}

function toPayload({ name, description, url, events }: HookDraft): HookPayload {
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    description: description.trim() === '' ? null : description.trim(),
    events: [...events] as HookPayload['events'],
    config: { url: url.trim() },
  };
}

/** Creates the webhook, or changes the given one. */
export function useSaveWebhook(hook: Hook | undefined) {
  const { webhooks } = useClient();
  return useHookMutation((draft: HookDraft) =>
    hook === undefined
      ? webhooks.createHook(toPayload(draft))
      : webhooks.updateHook(hook.id, toPayload(draft)),
  );
}

/** The actions on a webhook. Each refreshes the lists and pages of webhooks. */
export function useWebhookActions(hookId: string) {
  const { webhooks } = useClient();
  return {
    activate: useHookMutation((active: boolean) => webhooks.updateHook(hookId, { active })),
    remove: useHookMutation(() => webhooks.deleteHook(hookId)),
    /** @param hasLeaked whether the current secret ends at once, instead of after the overlap */
    rotate: useHookMutation((hasLeaked: boolean) =>
      webhooks.rotateHookSecret(hookId, hasLeaked ? { overlapHours: 0 } : {}),
    ),
    test: useHookMutation(() => webhooks.testHook(hookId)),
    redeliver: useHookMutation((deliveryId: string) => webhooks.redeliverHookDelivery(hookId, deliveryId)),
    redeliverAll: useHookMutation((range: { from: string; until: string; status: 'failed' | 'pending' }) =>
      webhooks.redeliverHookDeliveries(hookId, range),
    ),
  };
}

function useHookMutation<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: refreshAfter(queries, [KEY]),
  });
}
