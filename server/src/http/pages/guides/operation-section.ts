/** Describes one operation of openapi.json as a section of Markdown. */
import { type LinkOf, nameOf, row, type Schema, tableOf, typeOf } from './schema-tables.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

export type Content = Record<string, { schema: Schema; example?: unknown }>;

export interface ApiResponse {
  description: string;
  content?: Content;
  headers?: Record<string, unknown>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  /** Errors are references; other responses are not. */
  responses: Record<string, ApiResponse | { $ref: string }>;
  'x-tier'?: number;
  'x-roles'?: string[];
  'x-scopes'?: string[];
}

/** An operation with its address. */
export type Call = Operation & { method: string; path: string };

/** Headers of every response. The specification describes them. */
const COMMON_HEADERS = /^(?:request-id|(?:X-)?RateLimit.*)$/;

/** Returns a section below a heading. Leaves out empty parts. */
export const section = (level: number, heading: string, ...parts: string[]): string =>
  [`${'#'.repeat(level)} ${heading}`, ...parts]
    .filter((part) => part !== '')
    .map((part) => `${part.trimEnd()}\n\n`)
    .join('');

export const listHeaders = (headers: ApiResponse['headers']): string =>
  Object.keys(headers ?? {})
    .filter((name) => !COMMON_HEADERS.test(name))
    .map((name) => `\`${name}\``)
    .join(', ');

/** Returns the responses of an operation other than its errors. */
export const resultsOf = (operation: Operation): [status: string, response: ApiResponse][] =>
  Object.entries(operation.responses).flatMap(([status, response]) =>
    '$ref' in response ? [] : [[status, response]],
  );

/** Returns an example of a message. Only a body of JSON is shown. */
export function messageOf(head: readonly string[], content: Content | undefined): string {
  const body = content?.['application/json']?.example;
  const [type] = Object.keys(content ?? {});
  const lines = [
    ...head,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    ...(body === undefined ? [] : ['', JSON.stringify(body, null, 2)]),
  ];
  return `\`\`\`http\n${lines.join('\n')}\n\`\`\`\n`;
}

function describeParameters({ parameters = [] }: Call, linkOf: LinkOf): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, schema, description }) =>
    row(`\`${name}\``, place, typeOf(schema, linkOf), required ? 'yes' : 'no', description ?? ''),
  );
  return `**Parameters**\n\n| parameter | in | type | required | description |\n|---|---|---|---|---|\n${rows.join('')}`;
}

function describeBody({ requestBody }: Call, schema: Schema | undefined, linkOf: LinkOf): string {
  if (requestBody === undefined || schema === undefined) return '';
  const [type] = Object.keys(requestBody.content);
  const table = tableOf(schema, linkOf);
  return [
    `**Body** (\`${type}\`${requestBody.required ? '' : ', optional'})`,
    schema.description ?? '',
    table === '' ? typeOf(schema, linkOf) : table,
  ].join('\n\n');
}

function describeResponses(call: Call, errorsPage: string, linkOf: LinkOf): string {
  const rows = resultsOf(call).map(([status, { description, content, headers }]) =>
    row(
      status,
      description,
      Object.entries(content ?? {})
        .map(([type, { schema }]) => (type === 'application/json' ? typeOf(schema, linkOf) : `\`${type}\``))
        .join(', '),
      listHeaders(headers),
    ),
  );
  const errors = Object.entries(call.responses).flatMap(([status, response]) =>
    '$ref' in response ? [`${status} ${nameOf(response.$ref)}`] : [],
  );
  return `**Responses**\n\n| status | meaning | body | headers |\n|---|---|---|---|\n${rows.join('')}\n[Errors](${errorsPage}#errors): ${errors.join(', ')}`;
}

function describeExample(call: Call): string {
  const path = (call.parameters ?? [])
    .filter(({ in: place, example }) => place === 'path' && example !== undefined)
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
      call.path,
    );
  return [
    '**Example**\n\n',
    messageOf([`${call.method} ${path}`, 'Authorization: Bearer {token}'], call.requestBody?.content),
    ...resultsOf(call).map(([status, { content }]) => `\n${messageOf([`HTTP/1.1 ${status}`], content)}`),
  ].join('');
}

/**
 * Returns the section of an operation.
 * @param body schema of the request's body
 * @param errorsPage path of the document that describes the errors
 */
export const describeCall = (
  call: Call,
  body: Schema | undefined,
  errorsPage: string,
  linkOf: LinkOf,
): string =>
  section(
    2,
    call.operationId,
    `**${call.summary}**: \`${call.method} ${call.path}\``,
    call.description,
    describeParameters(call, linkOf),
    describeBody(call, body, linkOf),
    describeResponses(call, errorsPage, linkOf),
    describeExample(call),
  );
