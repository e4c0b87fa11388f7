/** Generates the client's methods and model types from openapi.json. scripts/write-sdk.ts writes the file. */
import { readFile } from 'node:fs/promises';
import { DESCRIPTION } from './generate-schema.ts';

export const METHODS = new URL('./src/methods.ts', import.meta.url);

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: { in: string; name: string; schema: object }[];
  requestBody?: { required?: boolean; content: object };
  responses: Record<string, { content?: Record<string, { schema?: { format?: string } }>; headers?: object }>;
  /** Schemas of server-sent events, by name. */
  'x-events'?: Record<string, { $ref: string }>;
}

interface Description {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

const HEAD = `/** Generated from openapi.json by scripts/write-sdk.ts. Do not edit. */
import type { AcceptedJob, Bytes, Call } from './caller.ts';
import type { EventOf, StreamOptions } from './events.ts';
import type { CallOptions, PatchOptions, PostOptions } from './options.ts';
import type { components, operations } from './schema.ts';

type Schemas = components['schemas'];
type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;
type PathOf<Id extends keyof operations> = operations[Id]['parameters']['path'];
type BodyOf<Id extends keyof operations> = operations[Id] extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? NonNullable<Body>
  : never;
type Json<Answer> = Answer extends { content: { 'application/json': infer Body } } ? Body : undefined;
type AnswerOf<Id extends keyof operations> = operations[Id]['responses'] extends { 201: infer Created }
  ? Json<Created>
  : operations[Id]['responses'] extends { 200: infer Found }
    ? Json<Found>
    : operations[Id]['responses'] extends { 202: infer Accepted }
      ? Json<Accepted>
      : undefined;
`;

const OCTETS = 'application/octet-stream';

const isBinary = ({ schema }: { schema?: { format?: string } }): boolean => schema?.format === 'binary';

const OPTIONS: Record<string, string> = { post: 'PostOptions', patch: 'PatchOptions' };

/** Returns the type of a method's options. PATCH, and other operations with the header If-Match, take `ifMatch`. */
function optionsOf(method: string, { parameters = [], 'x-events': events }: Operation): string {
  if (events) return 'StreamOptions';
  const own = OPTIONS[method];
  const compares = parameters.some(({ name }) => name.toLowerCase() === 'if-match');
  if (!compares || own === 'PatchOptions') return own ?? 'CallOptions';
  return own === undefined ? 'PatchOptions' : `${own} & PatchOptions`;
}

/**
 * Returns the type of a method's result, and its call: `events`, `body`, `none`, or `job` for an empty 202 with
 * Location.
 */
function resultOf(operation: Operation): { type: string; call: string } {
  const { operationId, parameters = [], responses, 'x-events': events } = operation;
  if (events) {
    const members = Object.entries(events).map(([name, { $ref }]) => `${name}: ${$ref.split('/').at(-1)}`);
    const type = `{ ${members.join('; ')} }`;
    return { type: `AsyncGenerator<EventOf<${type}>, void, undefined>`, call: `call.events<${type}>` };
  }
  if (Object.values(responses).some(({ content = {} }) => Object.values(content).some(isBinary))) {
    return { type: 'Promise<ReadableStream<Uint8Array<ArrayBuffer>>>', call: 'call.download' };
  }
  // The methods send no `dryRun`, and only a dry run responds with 200.
  const hasDryRun = parameters.some(({ name }) => name === 'dryRun');
  const success = Object.entries(responses).filter(
    ([status]) => status.startsWith('2') && !(hasDryRun && status === '200'),
  );
  const filled = success.filter(([, answer]) => answer.content);
  const [status] = filled[0] ?? [];
  if (status !== undefined) {
    const jsonOf = (code: string): string => `Json<operations['${operationId}']['responses'][${code}]>`;
    const isUniform = new Set(filled.map(([, { content }]) => JSON.stringify(content))).size === 1;
    const isOptional = filled.length < success.length;
    if (!isUniform || isOptional) {
      const types = [...filled.map(([code]) => jsonOf(code)), ...(isOptional ? ['undefined'] : [])];
      return { type: `Promise<${types.join(' | ')}>`, call: 'call.body' };
    }
    const answer = hasDryRun && status === '202' ? jsonOf('202') : `AnswerOf<'${operationId}'>`;
    return { type: `Promise<${answer}>`, call: 'call.body' };
  }
  return success.some(([code]) => code === '202')
    ? { type: 'Promise<AcceptedJob>', call: 'call.job' }
    : { type: 'Promise<void>', call: 'call.none' };
}

function methodOf(method: string, path: string, operation: Operation): string {
  const { operationId, summary, parameters = [], requestBody } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const hasQuery = method === 'get' && parameters.some((parameter) => parameter.in === 'query');
  const takesBytes = requestBody !== undefined && OCTETS in requestBody.content;
  const { type, call: reading } = resultOf(operation);
  const call = takesBytes ? 'call.upload' : reading;
  const taken = [
    ...inPath.map((name) => `${name}: PathOf<'${operationId}'>['${name}']`),
    ...(takesBytes ? ['body: Bytes'] : []),
    ...(requestBody && !takesBytes
      ? [`body${requestBody.required ? '' : '?'}: BodyOf<'${operationId}'>`]
      : []),
    ...(hasQuery ? [`query: QueryOf<'${operationId}'> = {}`] : []),
    `options: ${optionsOf(method, operation)} = {}`,
  ];
  const input = [
    ...(inPath.length ? [`path: { ${inPath.join(', ')} }`] : []),
    ...(requestBody ? ['body'] : []),
    ...(hasQuery ? ['query'] : []),
  ];
  return `/** ${summary}. */
${operationId}: (${taken.join(', ')}): ${type} =>
  ${call}('${method.toUpperCase()}', '${path}', { ${input.join(', ')} }, options),`;
}

const aliasOf = (name: string): string => `export type ${name} = Schemas['${name}'];`;

const queryAliasOf = ({ operationId }: Operation): string =>
  `export type ${operationId.replace(/^get/, '')}Query = QueryOf<'${operationId}'>;`;

/** Returns the text of sdk/src/methods.ts, formatted by Biome. */
export async function generateMethods(): Promise<string> {
  const { paths, components } = JSON.parse(await readFile(DESCRIPTION, 'utf8')) as Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] as string);
  const queries = operations.filter(
    ({ method, operation }) =>
      method === 'get' && operation.parameters?.some((parameter) => parameter.in === 'query'),
  );
  const groupTexts = [...groups].map(
    ([tag, members]) =>
      `${tag}: {\n${members.map(({ method, path, operation }) => methodOf(method, path, operation)).join('\n\n')}\n},`,
  );
  return [
    HEAD,
    ...Object.keys(components.schemas).map(aliasOf),
    '',
    ...queries.map(({ operation }) => queryAliasOf(operation)),
    '',
    `/** Creates one method for each operation, grouped by tag. */
export const createMethods = (call: Call) => ({
${groupTexts.join('\n\n')}
});
`,
  ].join('\n');
}
