/** Webhooks: who asked to be told what, and what became of each message (contract 5 and 11). */
import type { EventType } from '../../engine/events/model.ts';
import type { Actor, Role } from '../../engine/principal.ts';

/**
 * What a hook hears (contract 4). `tenant`: everything of its events. `personal`: only of teams its creator
 * owns, and of requests its creator made or approves. Decided by the creator's roles when the hook is made, and
 * again with every event, as far as the service knows them (policy.ts).
 */
export type HookScope = 'tenant' | 'personal';

/** Why a hook was switched off by the service: its address is gone (410), or it failed for five days. */
export type DisabledReason = 'gone' | 'failing';

/** A secret that messages are signed with; kept encrypted. */
export interface HookSecret {
  /** What the secret box made of it. */
  sealed: string;
  /** When it stops signing, after a rotation; null for the present one. */
  expiresAt: string | null;
}

/** What the service knew of the creator when the scope was decided. */
export interface HookStanding {
  /** Where the role behind the scope `tenant` came from; null without one. */
  roleFrom: 'assignment' | 'token' | null;
  /** Whether the creator was in the suite's directory. */
  inDirectory: boolean;
}

/** A hook as it is kept. */
export interface HookRecord {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  events: EventType[];
  url: string;
  /** Ids of the templates whose events it hears; empty: all. */
  templates: string[];
  /** Newest first. */
  secrets: HookSecret[];
  scope: HookScope;
  standing: HookStanding;
  creator: Actor;
  createdAt: Date;
  updatedAt: Date;
  /** Since when every attempt failed; null while the last one succeeded. */
  failingSince: Date | null;
  disabledReason: DisabledReason | null;
}

/** A hook that hears of an event, with what the service knows of its creator now. */
export interface SubscribedHook extends HookRecord {
  /** Roles that the service itself gives to the creator. */
  assignedRoles: Role[];
  /** Whether the creator's registration is switched on; null for people, and for apps known by tokens only. */
  appEnabled: boolean | null;
  /** Since when it is off; it hears of what happened before. */
  inactiveSince: Date | null;
}

/** The hook as the interface shows it. */
export interface Hook {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  events: EventType[];
  config: {
    verb: 'post';
    url: string;
    content_type: 'json';
    /** Only in the answer that makes it known. */
    secret?: string;
  };
  filter: { templates: string[] };
  scope: HookScope;
  creator: Actor;
  createdDateTime: string;
  lastModifiedDateTime: string;
  failingSince: string | null;
  disabledReason: DisabledReason | null;
}

export const describeHook = (record: HookRecord, secret?: string): Hook => ({
  id: record.id,
  name: record.name,
  description: record.description,
  active: record.active,
  events: record.events,
  config: {
    verb: 'post',
    url: record.url,
    content_type: 'json',
    ...(secret === undefined ? {} : { secret }),
  },
  filter: { templates: record.templates },
  scope: record.scope,
  creator: record.creator,
  createdDateTime: record.createdAt.toISOString(),
  lastModifiedDateTime: record.updatedAt.toISOString(),
  failingSince: record.failingSince?.toISOString() ?? null,
  disabledReason: record.disabledReason,
});

/** What a test sends; no hook subscribes to it. */
export const TEST_EVENT = 'hook_test';
export type DeliveredEvent = EventType | typeof TEST_EVENT;

/** `pending`: not received yet, to be tried (again). `failed`: given up after the last try. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One POST, and what came of it. */
export interface DeliveryAttempt {
  /** When it began; RFC 3339. */
  time: string;
  /** Status of the answer; null when there was none. */
  status: number | null;
  durationMilliseconds: number;
  /** The first 1,024 bytes of the answer's body as text; null when there was no answer. */
  response: string | null;
  /** Why it failed, in a sentence; null for a success. */
  error: string | null;
}

/** A message to one hook. */
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
  /** Oldest first; of a delivery that was often redelivered, the latest ones. */
  attempts: DeliveryAttempt[];
}
