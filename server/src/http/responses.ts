/** Builds responses from the results of handlers: status, headers, `@odata.context` and the fields of collections. */
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { TSchema } from 'typebox';
import {
  ALL_VALUES,
  hasFutureValues,
  hasProperty,
  prefersAllValues,
  presenterOf,
  type ResponseReader,
} from './bodies.ts';
import { inLanguage } from './errors.ts';
import type { Operation } from './operations.ts';
import { collectionOf } from './paging.ts';
import {
  ApiResponse,
  type Call,
  ChosenResponse,
  type CollectionResult,
  OtherResponse,
  type RouteSchema,
  type ServerEvent,
} from './route.ts';
import { sendEvents } from './streams.ts';

/** Inserts the path parameters into the fragment. The ids of channels keep their `:` and `@`. */
const fill = (fragment: string, params: Record<string, string>): string =>
  fragment.replace(/:(\w+)/g, (_, name: string) => encodeURI(params[name] ?? ''));

/** Normalises the data of the events by their schemas (bodies.ts). */
async function* presentEvents(
  schemas: NonNullable<RouteSchema['events']>,
  events: AsyncIterable<ServerEvent>,
  reader: ResponseReader,
) {
  const presenters = new Map(Object.entries(schemas).map(([name, schema]) => [name, presenterOf(schema)]));
  for await (const event of events) {
    const present = presenters.get(event.event);
    yield present ? { ...event, data: present(event.data, reader) } : event;
  }
}

/**
 * Returns the fragment of `@odata.context`; undefined for a response without one. By default, the fragment is derived
 * from the operation's path (OData 4.01 Protocol, 10).
 */
function contextOf({ path, success, route: { schema } }: Operation): string | undefined {
  const answer = schema.response ?? schema.collection;
  if (schema.context !== undefined || !answer || !hasProperty(answer, '@odata.context'))
    return schema.context;
  const address = path.slice(1).replace(/\/(:\w+)/g, "('$1')");
  const isEntity = schema.response !== undefined && (success === 201 || address.endsWith(')'));
  return isEntity ? `${address.replace(/\('[^']+'\)$/, '')}/$entity` : address;
}

const chosenPresenters = new WeakMap<TSchema, ReturnType<typeof presenterOf>>();

/** Returns the presenter of one of several schemas of a status. */
function chosenPresenter(schema: TSchema): ReturnType<typeof presenterOf> {
  if (!chosenPresenters.has(schema)) chosenPresenters.set(schema, presenterOf(schema));
  return chosenPresenters.get(schema);
}

/** Returns the function that sends the result of the operation's handler. */
export function responderOf(operation: Operation) {
  const { success, route } = operation;
  const { response, collection, events, otherResponses = {} } = route.schema;
  const context = contextOf(operation);
  const schema = response ?? collection;
  const schemas = Object.entries({ ...otherResponses, ...(schema && { [success]: schema }) });
  const presenters = new Map(schemas.map(([status, each]) => [Number(status), presenterOf(each)]));
  const isEvolvable = schemas.some(([, each]) => hasFutureValues(each));
  /**
   * Returns `Vary`, and `Preference-Applied` if the caller wants all values, for a response with evolvable
   * enumerations.
   */
  const choiceOf = ({ wantsAllValues }: ResponseReader): Record<string, string> => ({
    ...(isEvolvable && { vary: 'Accept-Language, Prefer' }),
    ...(isEvolvable && wantsAllValues && { 'preference-applied': ALL_VALUES }),
  });
  const toBody = (body: unknown, call: Call<RouteSchema>): unknown => {
    const members = collection ? collectionOf(body as CollectionResult<unknown>, call) : body;
    if (context === undefined) return members;
    const fragment = fill(context, (call.params ?? {}) as Record<string, string>);
    return { '@odata.context': `${call.baseUrl}/$metadata#${fragment}`, ...(members as object) };
  };
  return (result: unknown, call: Call<RouteSchema>, reply: FastifyReply) => {
    const reader = { language: call.language, wantsAllValues: prefersAllValues(call.header('prefer')) };
    if (events && call.signal && !(result instanceof ApiResponse)) {
      const presented = presentEvents(events, result as AsyncIterable<ServerEvent>, reader);
      return sendEvents(reply.headers(inLanguage(call.language)), presented, call.signal);
    }
    const { body, headers } = result instanceof ApiResponse ? result : new ApiResponse(result);
    const status = result instanceof OtherResponse ? result.status : success;
    reply.status(status).headers(headers);
    if (route.schema.sendsBytes && status === success)
      return reply.send(Readable.from(body as AsyncIterable<Uint8Array>));
    if (!schemas.length || body === undefined) return reply.send();
    const present =
      (result instanceof ChosenResponse ? chosenPresenter(result.schema) : presenters.get(status)) ??
      ((value: unknown) => value);
    if (result instanceof ChosenResponse) {
      // Without a serializer of its own, Fastify serialises by the first schema of the status that the body matches.
      const serialize = reply.compileSerializationSchema(result.schema as never);
      reply.type('application/json; charset=utf-8').serializer(serialize as (payload: unknown) => string);
    }
    reply.headers({ ...inLanguage(call.language), ...choiceOf(reader) });
    return reply.send(present(toBody(body, call), reader));
  };
}
