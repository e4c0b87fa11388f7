/** The operations of a served OpenAPI document, with validators of their responses. */
import AjvCompiler from '@fastify/ajv-compiler';

export interface JsonSchema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  patternProperties?: Record<string, JsonSchema>;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

interface Content {
  schema: JsonSchema;
}

interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  schema: JsonSchema;
}

interface DescribedAnswer {
  $ref?: string;
  content?: Record<string, Content>;
}

interface DescribedOperation {
  operationId: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, DescribedAnswer>;
  'x-roles': string[];
  'x-dry-run'?: JsonSchema;
}

export interface ApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, JsonSchema>; responses: Record<string, DescribedAnswer> };
}

/** Returns the violation of a value; undefined for a valid one. */
type Check = (value: unknown) => string | undefined;

/** A response that the document declares. Without a media type it is empty. */
export interface DeclaredResponse {
  mediaTypes: readonly string[];
  check: Check;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  body: JsonSchema | undefined;
  /** Whether the body is bytes. */
  takesBytes: boolean;
  roles: readonly string[];
  /** Only people may call it. */
  isForPeople: boolean;
  answers: ReadonlyMap<number, DeclaredResponse>;
  /** The response to a dry run, where the operation itself has no response body. */
  dryRun: DeclaredResponse | undefined;
}

const JSON_TYPE = 'application/json';
export const BYTES_TYPE = 'application/octet-stream';

/** Compiles each schema at its first use. */
function checkerOf({ components }: ApiDocument): (schema: JsonSchema | undefined) => Check {
  const shared = JSON.parse(JSON.stringify(components).replaceAll('"#/components/', '"api#/components/'));
  const compile = AjvCompiler()(
    { api: { $id: 'api', components: shared } },
    { customOptions: { strict: false, logger: false } },
  );
  return (schema) => {
    let validate: { (value: unknown): boolean; errors?: object[] } | undefined;
    return (value) => {
      if (schema === undefined) return undefined;
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
      validate ??= compile({ schema: JSON.parse(text) } as never) as never as NonNullable<typeof validate>;
      return validate(value) ? undefined : JSON.stringify(validate.errors?.slice(0, 3));
    };
  };
}

export function operationsOf(document: ApiDocument): Operation[] {
  const checkerFor = checkerOf(document);
  const toAnswer = (described: DescribedAnswer): DeclaredResponse => {
    const { content = {} } = described.$ref
      ? (document.components.responses[described.$ref.split('/').at(-1) as string] ?? {})
      : described;
    return { mediaTypes: Object.keys(content), check: checkerFor(content[JSON_TYPE]?.schema) };
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: operation.parameters ?? [],
      body: operation.requestBody?.content[JSON_TYPE]?.schema,
      takesBytes: operation.requestBody?.content[BYTES_TYPE] !== undefined,
      roles: operation['x-roles'],
      isForPeople: operation.description?.includes('Requires a user token.') ?? false,
      answers: new Map(
        Object.entries(operation.responses).map(([status, each]) => [Number(status), toAnswer(each)]),
      ),
      dryRun: operation['x-dry-run'] && {
        mediaTypes: [JSON_TYPE],
        check: checkerFor(operation['x-dry-run']),
      },
    })),
  );
}
