/** Makes answers from what handlers return: status, headers, `@odata.context` and the members of collections. */
import type { FastifyReply } from 'fastify';
import { presenterOf } from './bodies.ts';
import type { Operation } from './operations.ts';
import { collectionOf } from './paging.ts';
import { Answer, type Call, type Listed, OtherAnswer, type RouteSchema } from './route.ts';

/** Fills the fragment with path parameters. Ids of channels keep their `:` and `@`. */
const fill = (fragment: string, params: Record<string, string>): string =>
  fragment.replace(/:(\w+)/g, (_, name: string) => encodeURI(params[name] ?? ''));

/** Returns the function that sends what the operation's handler returned. */
export function answererOf({ success, route }: Operation) {
  const { response, collection, context, otherResponses = {} } = route.schema;
  const schema = response ?? collection;
  const schemas = Object.entries({ ...otherResponses, ...(schema && { [success]: schema }) });
  const presenters = new Map(schemas.map(([status, each]) => [Number(status), presenterOf(each)]));
  const toBody = (body: unknown, call: Call<RouteSchema>): unknown => {
    const members = collection ? collectionOf(body as Listed<unknown>, call) : body;
    if (context === undefined) return members;
    const fragment = fill(context, (call.params ?? {}) as Record<string, string>);
    return { '@odata.context': `${call.baseUrl}/$metadata#${fragment}`, ...(members as object) };
  };
  return (result: unknown, call: Call<RouteSchema>, reply: FastifyReply) => {
    const { body, headers } = result instanceof Answer ? result : new Answer(result);
    const status = result instanceof OtherAnswer ? result.status : success;
    reply.status(status).headers(headers);
    if (!schemas.length || body === undefined) return reply.send();
    const present = presenters.get(status) ?? ((value: unknown) => value);
    return reply.send(present(toBody(body, call)));
  };
}
