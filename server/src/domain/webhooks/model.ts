/** Webhooks and their deliveries (docs/specification.md, sections 5 and 11). */
import type { EventType } from '../../engine/events/model.ts';
import type { Actor, Role } from '../../engine/principal.ts';

/**
 * Which events a webhook receives (docs/specification.md, section 4). `tenant`: all it subscribes to. `personal`: those about
 * teams its creator owns, and requests its creator made or approves. Follows from the creator's roles when the webhook
 * is created, and again with each event, as far as the service knows them (access.ts).
 */
export type HookScope = 'tenant' | 'personal';

/** Why the service switched a webhook off: its receiver is gone (410), or every attempt failed for five days. */
export type DisabledReason = 'gone' | 'failing';

export interface HookSecret {
  sealed: string;
  /** End of its overlap after a rotation; null for the present secret. */
  expiresAt: string | null;
}

/** Facts about the creator that the scope depends on. */
export interface HookStanding {
  /** Source of the role behind the scope `tenant`; null without one. */
  roleFrom: 'assignment' | 'token' | null;
  /** Whether the creator was in the suite's directory. */
  inDirectory: boolean;
}

export interface HookRecord {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  events: EventType[];
  /** Address without its query. */
  url: string;
  /** Query of the address, encrypted; null without one. */
  sealedQuery: string | null;
  /** Ids of the templates whose events it receives; empty: all. */
  templates: string[];
  /** Newest first. */
  secrets: HookSecret[];
  scope: HookScope;
  standing: HookStanding;
  creator: Actor;
  createdAt: Date;
  updatedAt: Date;
  /** Time of the first failure since the last success; null after a success. */
  failingSince: Date | null;
  disabledReason: DisabledReason | null;
}

export type HookUrl = Pick<HookRecord, 'url' | 'sealedQuery'>;

const MASK = '?***';

export const isMasked = (url: string): boolean => url.endsWith(MASK);

export const maskUrl = ({ url, sealedQuery }: HookUrl): string => (sealedQuery === null ? url : url + MASK);

/** A webhook that subscribes to an event, with the present facts about its creator. */
export interface SubscribedHook extends HookRecord {
  /** The creator's roles assigned by the service. */
  assignedRoles: Role[];
  /** Whether the creator's app registration is enabled; null for people and unregistered apps. */
  appEnabled: boolean | null;
  /** When it was switched off; earlier events are still delivered to it. */
  inactiveSince: Date | null;
}

/**
 * Describes a webhook in API responses. Only the responses that set a secret hold it.
 * @param url the URL as the caller may see it; masked by default
 */
export const describeHook = (
  record: HookRecord,
  { secret, url = maskUrl(record) }: { secret?: string; url?: string } = {},
) => ({
  id: record.id,
  name: record.name,
  description: record.description,
  active: record.active,
  events: record.events,
  config: {
    verb: 'post' as const,
    url,
    content_type: 'json' as const,
    ...(secret !== undefined && { secret }),
  },
  filter: { templates: record.templates },
  scope: record.scope,
  creator: record.creator,
  createdDateTime: record.createdAt.toISOString(),
  lastModifiedDateTime: record.updatedAt.toISOString(),
  failingSince: record.failingSince?.toISOString() ?? null,
  disabledReason: record.disabledReason,
});

export type Hook = ReturnType<typeof describeHook>;

/** Event of a test delivery; webhooks can't subscribe to it. */
export const TEST_EVENT = 'hook_test';
export type DeliveredEvent = EventType | typeof TEST_EVENT;

/** `pending`: another attempt follows. `failed`: given up. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export interface DeliveryAttempt {
  /** Start; RFC 3339. */
  time: string;
  /** Status of the answer; null when there was none. */
  status: number | null;
  durationMilliseconds: number;
  /** The first 1,024 bytes of the answer's body as text; null when there was no answer. */
  response: string | null;
  /** Reason of the failure, a sentence; null for a success. */
  error: string | null;
}

/** A message to one webhook. */
export interface Delivery {
  /** The same in every attempt (`X-Charter-Delivery`, `webhook-id`). */
  id: string;
  hookId: string;
  event: DeliveredEvent;
  eventId: string;
  status: DeliveryStatus;
  createdDateTime: string;
  nextAttemptDateTime: string | null;
  completedDateTime: string | null;
  /** Oldest first; only the latest of many. */
  attempts: DeliveryAttempt[];
}

/** A delivery with its message. */
export interface DeliveryWithBody extends Delivery {
  /** The message exactly as sent; null when the webhook may no longer receive it. */
  body: string | null;
}
