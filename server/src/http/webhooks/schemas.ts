import Type from 'typebox';
import { DELIVERY_STATUSES } from '../../domain/webhooks/model.ts';
import { DEFAULT_OVERLAP_HOURS, MOST_OVERLAP_HOURS } from '../../domain/webhooks/rotate-hook-secret.ts';
import { EVENT_TYPES } from '../../flows/definitions.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import { Closed, Collection, DateTime, Id, Nullable, named, Omissible, OneOf, refTo } from '../schema.ts';

export const HookId = Closed({ hookId: Id('The webhook’s id') });

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'Address that receives the messages: https on the public internet, without spaces and without a fragment; http to loopback in development only. Its query may hold keys: it is encrypted at rest, shown to the creator alone, and `?***` elsewhere',
  examples: ['https://hooks.example.com/charter'],
});
/** Short ones too: receivers that exist have what they have. */
export const Secret = Type.String({ minLength: 1, maxLength: 512 });

const Verb = Omissible(OneOf(['post'], { description: 'Messages are POSTed' }));
const ContentType = Omissible(OneOf(['json', 'application/json']));

export const HookConfig = named(
  'HookConfig',
  Closed({
    verb: Verb,
    url: Url,
    content_type: ContentType,
    secret: Omissible(
      Type.Unsafe<string>({
        ...Secret,
        description: 'What messages are signed with; made when left out, and better so',
      }),
    ),
  }),
);

export const EventCodes = Type.Array(OneOf(EVENT_TYPES), {
  minItems: 1,
  maxItems: 100,
  description: 'Codes of getHooksEvents',
});

export const HookFilter = Closed({
  templates: Omissible(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 100,
      description: 'Only events of these templates and of teams made from them; empty: of all',
    }),
  ),
});

export const HookName = Type.String({ minLength: 1, maxLength: 128 });
export const HookDescription = Nullable(Type.String({ maxLength: 1024 }));

export const HookPayload = named(
  'HookPayload',
  Closed({
    name: Omissible(Type.Unsafe<string>({ ...HookName, description: 'The host of the URL when left out' })),
    description: Type.Optional(HookDescription),
    active: Omissible(Type.Boolean({ description: 'Whether messages are sent; true unless said' })),
    events: EventCodes,
    config: refTo(HookConfig),
    filter: Omissible(HookFilter),
  }),
);

export const HookUpdate = named(
  'HookUpdate',
  Closed({
    name: Omissible(HookName),
    description: Type.Optional(
      Type.Unsafe<string | null>({ ...HookDescription, description: 'null clears it' }),
    ),
    active: Omissible(
      Type.Boolean({ description: 'true switches it on, also after the service has switched it off' }),
    ),
    events: Omissible(EventCodes),
    config: Omissible(Closed({ verb: Verb, url: Omissible(Url), content_type: ContentType })),
    filter: Omissible(HookFilter),
  }),
);

export const HookSecretRotation = named(
  'HookSecretRotation',
  Closed({
    overlapHours: Omissible(
      Type.Integer({
        minimum: 0,
        maximum: MOST_OVERLAP_HOURS,
        description: `How long the present secret goes on signing beside the new one; ${DEFAULT_OVERLAP_HOURS} unless said. 0 ends all earlier secrets at once`,
      }),
    ),
    secret: Omissible(Type.Unsafe<string>({ ...Secret, description: 'The new secret; made when left out' })),
  }),
);

export const Hook = named(
  'Hook',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    description: Type.Optional(Type.String()),
    active: Type.Boolean(),
    events: Type.Array(Type.String()),
    config: Closed({
      verb: OneOf(['post']),
      url: Type.String(),
      content_type: OneOf(['json']),
      secret: Type.Optional(Type.String({ description: 'Only where it is made known: keep it' })),
    }),
    filter: Closed({ templates: Type.Array(Type.String()) }),
    scope: OneOf(['tenant', 'personal'], {
      description:
        '`tenant`: receives the events of the whole tenant. `personal`: those of teams its creator owns and requests its creator made or approves',
    }),
    creator: Closed({
      id: Type.String(),
      kind: OneOf(['user', 'app', 'system']),
      displayName: Type.String(),
    }),
    createdDateTime: DateTime,
    lastModifiedDateTime: DateTime,
    failingSince: Type.Optional(DateTime),
    disabledReason: Type.Optional(
      OneOf(['gone', 'failing'], {
        description: 'Why the service switched it off: 410, or five days of failure',
      }),
    ),
  }),
);

export const Hooks = Collection('Hooks', Hook);

/** Query values are text; the route reads them. */
export const HooksQuery = Closed(PAGE_OPTIONS);

export const HookDeliveriesQuery = Closed({
  status: Type.Optional(OneOf(DELIVERY_STATUSES)),
  ...PAGE_OPTIONS,
});

export const HookDeliveryId = Closed({
  hookId: Id('The webhook’s id'),
  deliveryId: Id('The delivery’s id'),
});

export const HookDeliveryAttempt = named(
  'HookDeliveryAttempt',
  Closed({
    time: DateTime,
    status: Type.Optional(Type.Integer({ description: 'HTTP status of the answer; left out without one' })),
    durationMilliseconds: Type.Integer(),
    response: Type.Optional(Type.String({ description: 'The first 1,024 bytes of the answer' })),
    error: Type.Optional(Type.String({ description: 'Why it failed; left out for a success' })),
  }),
);

export const HookDelivery = named(
  'HookDelivery',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String({
      format: 'uuid',
      description: 'The same in every attempt: `X-Charter-Delivery` and `webhook-id`',
    }),
    hookId: Type.String({ format: 'uuid' }),
    event: Type.String({ description: 'A code of getHooksEvents, or hook_test' }),
    eventId: Type.String({ format: 'uuid' }),
    status: OneOf(DELIVERY_STATUSES, {
      description: '`pending`: to be tried, or tried again. `failed`: given up after the last try',
    }),
    createdDateTime: DateTime,
    nextAttemptDateTime: Type.Optional(DateTime),
    completedDateTime: Type.Optional(DateTime),
    attempts: Type.Array(refTo(HookDeliveryAttempt), {
      description: 'Oldest first: the latest 50, in a list the latest 10',
    }),
  }),
);

export const HookDeliveries = Collection('HookDeliveries', HookDelivery);

export const HookRedelivery = named(
  'HookRedelivery',
  Closed({
    from: DateTime,
    until: Type.Unsafe<string>({ ...DateTime, description: 'RFC 3339, UTC; not included' }),
    status: Omissible(OneOf(['delivered', 'failed'], { description: 'Only those; both when left out' })),
  }),
);

export const HookRedeliveryResult = named(
  'HookRedeliveryResult',
  Closed({
    '@odata.context': Type.String(),
    count: Type.Integer({ description: 'How many are sent again' }),
  }),
);

export const HookEvent = named(
  'HookEvent',
  Closed({
    code: Type.String(),
    category: Type.String(),
    description: Type.String(),
    schema: Type.Object({}, { additionalProperties: true, description: 'JSON Schema of the payload' }),
  }),
);

export const HooksEvents = Collection('HooksEvents', HookEvent);

export const HookSignatureRequest = named(
  'HookSignatureRequest',
  Closed({
    secret: Type.String({ minLength: 1, maxLength: 512 }),
    payload: Type.Object({}, { additionalProperties: true, description: 'The message as JSON' }),
  }),
);

export const HookSignature = named(
  'HookSignature',
  Closed({
    '@odata.context': Type.String(),
    signature: Type.String({ description: 'Hexadecimal HMAC-SHA-256 of JSON.stringify(payload)' }),
  }),
);
