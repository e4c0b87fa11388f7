/** Webhooks and their deliveries (docs/specification.md, sections 5 and 11). */
import Type, { type Static } from 'typebox';
import type { EventType } from '../../engine/events/model.ts';
import type { Actor, Role } from '../../engine/principal.ts';
import { DateTime, Nullable, OneOf, Uuid } from '../../kernel/schema.ts';

/**
 * The scope of the events that a webhook receives (docs/specification.md, section 4). `tenant`: all events that it
 * subscribes to. `personal`: those about teams that its creator owns, and about requests that its creator made or
 * approves. The scope is derived from the creator's roles when they create or change the webhook, and again for each
 * event, as far as the service knows the roles (access.ts).
 */
export type HookScope = 'tenant' | 'personal';

/**
 * Reason for disabling a webhook. `gone`: the receiver responded with 410. `failing`: every attempt failed for five
 * days.
 */
export type DisabledReason = 'gone' | 'failing';

export interface HookSecret {
  sealed: string;
  /** End of the overlap after a rotation; null for the current secret. */
  expiresAt: string | null;
}

/** Facts about the creator that the scope depends on. */
export interface CreatorState {
  /** Source of the role behind the scope `tenant`; null if there is none. */
  roleFrom: 'assignment' | 'token' | null;
  /** Whether the creator was in the suite's directory when the scope was last set. */
  inDirectory: boolean;
}

export interface HookRecord {
  id: string;
  name: string;
  description: string | null;
  active: boolean;
  events: EventType[];
  /** URL without its query. */
  url: string;
  /** Query of the URL, encrypted; null if there is none. */
  sealedQuery: string | null;
  /** Ids of the templates whose events it receives; empty for all templates. */
  templates: string[];
  /** Secrets, newest first. */
  secrets: HookSecret[];
  scope: HookScope;
  standing: CreatorState;
  creator: Actor;
  createdAt: Date;
  updatedAt: Date;
  /**
   * Time of the first failure since the last success, activation or change of the URL; null if no attempt has failed
   * since then.
   */
  failingSince: Date | null;
  disabledReason: DisabledReason | null;
}

/** The parts of a webhook that a delivery needs. */
export type Receiver = Pick<HookRecord, 'id' | 'url' | 'sealedQuery' | 'secrets' | 'failingSince'>;

export type HookUrl = Pick<HookRecord, 'url' | 'sealedQuery'>;

const MASK = '?***';

export const isMasked = (url: string): boolean => url.endsWith(MASK);

export const maskUrl = ({ url, sealedQuery }: HookUrl): string => (sealedQuery === null ? url : url + MASK);

/** A webhook that subscribes to an event, with the current facts about its creator. */
export interface SubscribedHook extends HookRecord {
  /** The creator's roles assigned by the service. */
  assignedRoles: Role[];
  /** Whether the creator's app registration is enabled; null for people and unregistered apps. */
  appEnabled: boolean | null;
  /** Time at which the webhook was disabled; null if it is active or never was. It still receives earlier events. */
  inactiveSince: Date | null;
}

/**
 * Describes a webhook for API responses. Only the responses of calls that set a secret contain it.
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
export type DeliveredEventType = EventType | typeof TEST_EVENT;

/** Event of the calls for own steps of templates; webhooks can't subscribe to it. */
export const STEP_EVENT = 'provisioning_step';

/** `pending`: another attempt follows. `failed`: no attempt follows. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const RequestHeader = Type.Object(
  { name: Type.String(), value: Type.String() },
  { $id: 'HookRequestHeader' },
);
export type RequestHeader = Static<typeof RequestHeader>;

/** The parts of a sent request that can't be derived later, because settings and secrets change. */
export interface SentRequest {
  /** Prefix of the header names. */
  prefix: string;
  /** Version of the service. */
  version: string;
  /** Hexadecimal signature. */
  signature: string;
  /** Signatures of the Standard Webhooks specification, separated by spaces. */
  signatures: string;
}

export const DeliveryAttempt = Type.Object(
  {
    /** Start of the attempt. */
    time: DateTime,
    status: Nullable(Type.Integer({ description: 'HTTP status of the response; absent if there was none' })),
    durationMilliseconds: Type.Integer(),
    response: Nullable(Type.String({ description: 'The first 1,024 bytes of the response' })),
    error: Nullable(Type.String({ description: 'Reason of a failure' })),
    requestHeaders: Type.Optional(
      Nullable(
        Type.Array(RequestHeader, {
          description:
            'Headers that the service set, with the signatures as sent. Present only in the response about one delivery, and absent when no request was sent or an earlier version sent it',
        }),
      ),
    ),
  },
  { $id: 'HookDeliveryAttempt' },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** An attempt as stored. `sent` is null when no request was sent; attempts of earlier versions lack it. */
export interface StoredAttempt extends Omit<DeliveryAttempt, 'requestHeaders'> {
  sent?: SentRequest | null;
}

/** A message to one webhook. */
export const Delivery = Type.Object({
  id: Type.String({
    format: 'uuid',
    description: 'The same in every attempt: `X-Charter-Delivery` and `webhook-id`',
  }),
  hookId: Uuid,
  event: Type.Unsafe<DeliveredEventType>(
    Type.String({ description: 'A code of getHooksEvents, or hook_test' }),
  ),
  eventId: Uuid,
  status: OneOf(DELIVERY_STATUSES, {
    description: '`pending` waits for an attempt, `failed` had its last attempt',
  }),
  createdDateTime: DateTime,
  nextAttemptDateTime: Nullable(DateTime),
  completedDateTime: Nullable(DateTime),
  attempts: Type.Array(DeliveryAttempt, {
    description: 'Oldest first: the latest 50, in a list the latest 10',
  }),
});
export type Delivery = Static<typeof Delivery>;

/** A delivery with its message exactly as sent; null when the webhook may no longer receive it. */
export type DeliveryWithBody = Delivery & { body: string | null };

export type StoredDelivery = Omit<DeliveryWithBody, 'attempts'> & { attempts: StoredAttempt[] };
