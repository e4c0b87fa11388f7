/** TypeBox schemas for events, settings and bodies of operations. */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import type { Message } from './messages.ts';

/**
 * The type of a schema's values, for parameters of a function that also takes the schema. With `Static` alone,
 * TypeScript would try to infer the schema from these parameters too, which slows the type check down by seconds.
 */
export type ValueOf<S extends TSchema> = NoInfer<Static<S>>;

export const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

export const OneOf = <const T extends readonly string[]>(values: T, options: object = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: values, ...options });

/**
 * Replaces the enumerated values that the published document lacks, unless the caller asks for them. Clients generated
 * from the document would reject such values (Microsoft Graph: evolvable enumerations).
 */
export const UNKNOWN_FUTURE_VALUE = 'unknownFutureValue';

/** An object that rejects unknown fields (docs/specification.md, section 5). */
export const Closed = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** An object that later versions may extend. */
export const Open = <P extends TProperties>(properties: P, options: object = {}): TObject<P> =>
  Type.Object(properties, { additionalProperties: true, ...options });

export const Uuid = Type.String({ format: 'uuid' });

export const DateTime = Type.String({ format: 'date-time', description: 'RFC 3339, UTC' });

/** The format that marks the schemas that `MessageText` creates. */
export const MESSAGE_FORMAT = 'message';

/** A text that handlers return as a message, and that responses contain in the reader's language. */
export const MessageText = (options: { description?: string } = {}) =>
  Type.Unsafe<Message>({ type: 'string', format: MESSAGE_FORMAT, ...options });

/** The fields of a message. Responses contain its text in the reader's language. */
export const MessageFields = {
  message: Type.String({ description: 'In the language of `Accept-Language`' }),
  messageCode: Type.Optional(Type.String({ description: 'Stable code of the message, in every language' })),
};
