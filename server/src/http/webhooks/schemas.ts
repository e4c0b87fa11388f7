import Type from 'typebox';
import { EVENT_TYPES } from '../../domain/events/model.ts';
import { Closed, Collection, DateTime, Id, Nullable, named, OneOf, refTo } from '../schema.ts';

export const HookId = Closed({ hookId: Id('The webhook’s id') });

const Url = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: 'Where it is sent to: https on the public internet; http to loopback in development only',
  examples: ['https://hooks.example.com/charter'],
});
export const Secret = Type.String({ minLength: 8, maxLength: 512 });

export const HookConfig = named(
  'HookConfig',
  Closed({
    verb: Type.Optional(OneOf(['post'], { description: 'Messages are POSTed' })),
    url: Url,
    content_type: Type.Optional(OneOf(['json'])),
    secret: Type.Optional(
      Type.Unsafe<string>({ ...Secret, description: 'What messages are signed with; made when left out' }),
    ),
  }),
);

export const EventCodes = Type.Array(OneOf(EVENT_TYPES), {
  minItems: 1,
  maxItems: 100,
  description: 'Codes of getHooksEvents',
});

export const HookFilter = Closed({
  templates: Type.Optional(
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
    name: Type.Optional(
      Type.Unsafe<string>({ ...HookName, description: 'The host of the URL when left out' }),
    ),
    description: Type.Optional(HookDescription),
    active: Type.Optional(Type.Boolean({ description: 'Whether messages are sent; true unless said' })),
    events: EventCodes,
    config: refTo(HookConfig),
    filter: Type.Optional(HookFilter),
  }),
);

export const Hook = named(
  'Hook',
  Closed({
    '@odata.context': Type.Optional(Type.String()),
    id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    description: Nullable(Type.String()),
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
        'Whether it hears of everything in the tenant, or only of teams its creator owns and requests its creator made or approves',
    }),
    creator: Closed({
      id: Type.String(),
      kind: OneOf(['user', 'app', 'system']),
      displayName: Type.String(),
    }),
    createdDateTime: DateTime,
    lastModifiedDateTime: DateTime,
    failingSince: Nullable(DateTime),
    disabledReason: Nullable(
      OneOf(['gone', 'failing'], {
        description: 'Why the service switched it off: 410, or five days of failure',
      }),
    ),
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
