/**
 * Generates the pages of the API reference from openapi.json: a list of all operations, a page for each tag with its
 * operations and objects, a page with the objects that several tags use, and a page with the events.
 */
import {
  type ApiResponse,
  type Call,
  describeCall,
  listHeaders,
  messageOf,
  type Operation,
  resultsOf,
  section,
} from './operation-section.ts';
import { type LinkOf, nameOf, row, type Schema, tableOf, typeOf, visitReferences } from './schema-tables.ts';

interface Description {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: Operation }>;
  tags: { name: string; description?: string }[];
  components: { schemas: Record<string, Schema>; responses: Record<string, ApiResponse> };
}

/** A page with its path among the documents, and its Markdown. */
export interface ReferencePage {
  source: string;
  address: string;
  title: string;
  text: string;
}

/** The list of all operations, which links to the other pages. */
export const OPERATIONS_PAGE = 'docs/operations-of-the-api.md';

const SHARED = 'objects';
const EVENTS = 'events';

const anchorOf = (name: string): string => name.toLowerCase();

const pageOf = (name: string, title: string, text: string): ReferencePage => ({
  source: `docs/api/${name}.md`,
  address: `api/${name}.html`,
  title,
  text: `# ${title}\n\n${text}`,
});

/** Returns the pages. Each page but the first is linked from the first one. */
export function describeApi(openapi: string): ReferencePage[] {
  const { paths, webhooks, tags, components } = JSON.parse(openapi) as Description;
  const calls: Call[] = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ ...call, method: method.toUpperCase(), path })),
  );
  const callsOf = (tag: string): Call[] => calls.filter((call) => call.tags[0] === tag);
  const used = tags.filter(({ name }) => callsOf(name).length > 0);

  /** Returns the schema of a body, whose members are listed with its operation. */
  const bodyOf = (call: Call): Schema | undefined => {
    const [content] = Object.values(call.requestBody?.content ?? {});
    const schema = content?.schema.anyOf?.find(({ type }) => type !== 'null') ?? content?.schema;
    return schema?.$ref === undefined ? schema : components.schemas[nameOf(schema.$ref)];
  };

  /** Returns the names of the schemas that a value refers to, directly or not. */
  const schemasIn = (value: unknown, names = new Set<string>()): Set<string> => {
    visitReferences(value, (name) => {
      if (names.has(name)) return;
      names.add(name);
      schemasIn(components.schemas[name], names);
    });
    return names;
  };
  /**
   * The schemas that the operations of each tag refer to. The schema of a request's body does not count, because its
   * members are listed with the operation.
   */
  const schemasOf = new Map(
    used.map(({ name }) => [
      name,
      schemasIn(
        callsOf(name).map((call) => [
          call.parameters,
          bodyOf(call),
          resultsOf(call).map(([, { content }]) => content),
        ]),
      ),
    ]),
  );
  /** The page of each schema: that of the only tag that uses it, or the shared one. */
  const homes = new Map(
    Object.keys(components.schemas).map((schema) => {
      const users = used.filter(({ name }) => schemasOf.get(name)?.has(schema));
      return [schema, users.length === 1 ? users[0]?.name : SHARED];
    }),
  );
  const linkOf: LinkOf = (schema) => `[${schema}](${homes.get(schema)}.md#${anchorOf(schema)})`;

  const describeSchemas = (level: number, names: readonly string[]): string =>
    names
      .toSorted()
      .map((name) => {
        const schema = components.schemas[name] as Schema;
        const table = tableOf(schema, linkOf);
        return section(level, name, schema.description ?? '', table === '' ? typeOf(schema, linkOf) : table);
      })
      .join('');

  const describeTag = ({ name, description = '' }: Description['tags'][number]): ReferencePage => {
    const own = [...(schemasOf.get(name) ?? [])].filter((schema) => homes.get(schema) === name);
    const sections = callsOf(name).map((call) => describeCall(call, bodyOf(call), `${SHARED}.md`, linkOf));
    const objects = own.length === 0 ? '' : `## Objects\n\n${describeSchemas(3, own)}`;
    return pageOf(
      name,
      `API: ${name}`,
      `${description}. [All operations](../operations-of-the-api.md)\n\n${sections.join('')}${objects}`,
    );
  };

  const linked = schemasIn(
    [components.responses, webhooks],
    new Set([...schemasOf.values()].flatMap((names) => [...names])),
  );
  const shared = [...linked].filter((schema) => homes.get(schema) === SHARED);
  const listOf = (tag: string): string =>
    callsOf(tag)
      .map((call) =>
        row(
          `[${call.operationId}](api/${tag}.md#${anchorOf(call.operationId)})`,
          `\`${call.method} ${call.path}\``,
          call.summary,
          call['x-roles']?.join(', ') ?? '',
          call['x-scopes']?.join(', ') ?? '',
          String(call['x-tier'] ?? ''),
        ),
      )
      .join('');

  const title = 'API reference';
  const index: ReferencePage = {
    source: OPERATIONS_PAGE,
    address: 'api.html',
    title,
    text: `# ${title}\n\nEach operation has its parameters, body, responses and an example. [Errors and shared objects](api/${SHARED}.md) has the errors, and the objects that operations of several groups use, and [Events](api/${EVENTS}.md) the bodies that webhooks receive. The [specification](specification.md) has the rules that all operations share. In a running service, requests can be tried at \`/docs\`; \`/openapi.json\` is the description in OpenAPI.\n\n${used
      .map(({ name, description = '' }) =>
        section(
          2,
          name,
          description,
          `| operation | address | what it does | roles | scopes | tier |\n|---|---|---|---|---|---|\n${listOf(name)}`,
        ),
      )
      .join('')}`,
  };
  const errors = `The body is an [ApiError](#apierror).\n\n| error | meaning | headers |\n|---|---|---|\n${Object.entries(
    components.responses,
  )
    .map(([name, { description, headers }]) => row(name, description, listHeaders(headers)))
    .join('')}`;
  const events = Object.entries(webhooks).map(([code, { post }]) => {
    const content = post.requestBody?.content;
    const body = content?.['application/json'];
    return section(
      2,
      code,
      post.summary,
      body === undefined ? '' : tableOf(body.schema, linkOf),
      body === undefined ? '' : `**Example**\n\n${messageOf([`X-Charter-Event: ${code}`], content)}`,
    );
  });
  return [
    index,
    ...used.map(describeTag),
    pageOf(
      SHARED,
      'API: errors and shared objects',
      `${section(2, 'Errors', errors)}${describeSchemas(2, shared)}`,
    ),
    pageOf(
      EVENTS,
      'API: events',
      `The body of the message that a webhook receives for each event. [Webhooks](../webhooks.md) describes the headers, the signature and the attempts.\n\n${events.join('')}`,
    ),
  ];
}
