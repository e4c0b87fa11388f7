/** Schemas that several operations share. A schema with a `$id` becomes a named component of the OpenAPI document. */
import Type, { type Static, type TOptional, type TProperties, type TSchema, type TUnknown } from 'typebox';
import { Closed, DateTime, MessageFields, MessageText, Nullable, OneOf, Uuid } from '../kernel/schema.ts';

export { Closed, DateTime, MessageFields, MessageText, Nullable, OneOf, Uuid };

/** All named schemas. The app registers them. */
export const namedSchemas: TSchema[] = [];

/** Registers a schema under its published name and returns a reference to it. */
export function named<T extends TSchema>(name: string, schema: T) {
  namedSchemas.push({ ...schema, $id: name });
  return Type.Unsafe<Static<T>>({ $ref: `${name}#` });
}

/** Returns the schema with another description. */
export const described = <T extends TSchema>(schema: T, description: string) =>
  Type.Unsafe<Static<T>>({ ...schema, description });

/** An optional field that may be null, because some clients send `null` for fields without a value. */
export const Omissible = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

/** Returns read-only fields that are accepted and ignored, so that a resource can be sent back as it was read. */
export const readOnlyFields = <const Name extends string>(...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, Type.Optional(Type.Unknown({ description: 'Ignored' }))]),
  ) as Record<Name, TOptional<TUnknown>>;

type Given<T> = { [Key in keyof T]: Exclude<T[Key], null> };

/** Returns an object without the fields whose value is null. */
export const withoutNulls = <T extends object>(sent: T): Given<T> =>
  Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null)) as Given<T>;

/** A closed object under its published name. */
export const Model = <T extends TProperties>(name: string, properties: T, options?: object) =>
  named(name, Closed(properties, options));

/** A model that is the whole body of a response, with its `@odata.context`. */
export const Resource = <T extends TProperties>(name: string, properties: T) =>
  Model(name, { '@odata.context': Type.Optional(Type.String()), ...properties });

/** The keywords of a domain schema that decide its form in responses. */
interface Declared extends TSchema {
  $id?: string;
  type?: string;
  anyOf?: Declared[];
  items?: Declared;
  properties?: TProperties;
}

/** Models of domain objects, by name. */
const models = new Map<string, TSchema>();

/** Returns a domain schema in the form of responses. An object with a `$id` becomes a model of that name. */
function answerOf(schema: Declared): TSchema {
  const { $id, anyOf: [value, none] = [], items, properties } = schema;
  if (value !== undefined && none?.type === 'null') return Type.Optional(answerOf(value));
  // A spread copy loses TypeBox's mark of an optional field, which is not enumerable.
  const optional = Type.IsOptional(schema) ? Type.Optional : (answer: TSchema) => answer;
  if (items !== undefined) return optional({ ...schema, items: answerOf(items) });
  if (properties === undefined) return schema;
  const model = models.get($id ?? '');
  if (model !== undefined) return optional({ ...model });
  const closed = { ...schema, ...Closed(shown({ properties })) };
  if ($id === undefined) return optional(closed);
  models.set($id, named($id, closed));
  return optional({ ...models.get($id) });
}

/** Returns the fields of a domain object in the form of responses, which omit fields whose value is null. */
export const shown = <P extends TProperties>({ properties }: { properties: P }): P =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, answerOf(schema)])) as P;

const ApiErrorErrorInnerError = named(
  'ApiErrorErrorInnerError',
  Type.Object({
    date: DateTime,
    'request-id': Type.String(),
    'client-request-id': Type.Optional(Type.String()),
  }),
);

const ApiErrorError = named(
  'ApiErrorError',
  Type.Object({
    code: Type.String({ description: 'Stable; a client may switch on it' }),
    message: Type.String(),
    innerError: ApiErrorErrorInnerError,
    details: Type.Optional(
      Type.Array(Type.Object({ target: Type.String(), code: Type.String(), message: Type.String() })),
    ),
  }),
);

named(
  'ApiError',
  Type.Object({
    '@odata.context': Type.Optional(Type.String()),
    error: ApiErrorError,
    rateLimitExceeded: Type.Optional(
      Type.Object({
        tier: Type.String({ examples: ['tier-1'] }),
        rateLimitWindow: Type.Integer({ description: 'Milliseconds' }),
        rateLimitMax: Type.Integer(),
      }),
    ),
  }),
);

/** A fact about the suite that callers should know. */
export const SuiteNotice = Model('SuiteNotice', {
  code: OneOf(['accessLost']),
  ...MessageFields,
  since: DateTime,
});

/** A list: `{ "@odata.context", "@odata.count", "value", "@odata.nextLink"? }` (docs/specification.md, section 2). */
export const Collection = <T extends TSchema>(name: string, item: T) =>
  named(
    name,
    Type.Object({
      '@odata.context': Type.String(),
      '@odata.count': Type.Integer(),
      '@odata.nextLink': Type.Optional(Type.String()),
      '@charter.notices': Type.Optional(
        Type.Array(SuiteNotice, {
          description: 'In lists from Charter’s copy of the suite: why the copy may be outdated',
        }),
      ),
      value: Type.Array(item),
    }),
  );

/** The actor of a change, as the audit trails record it. */
export const ActorReference = Closed({
  id: Type.String(),
  kind: OneOf(['user', 'app', 'system']),
  displayName: Type.String(),
});

/** A boolean option of a query. */
export const Flag = (description: string) => Type.Optional(Type.Boolean({ description }));

/** An opaque id of the suite or of the service, as a path parameter. */
export const Id = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
