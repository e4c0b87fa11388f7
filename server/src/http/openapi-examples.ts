/**
 * Derives examples of requests and responses from their schemas. A field whose schema has no example or constant gets a
 * value by its name, or else by its type.
 */

/** The keywords of JSON Schema that decide an example. */
export interface DescribedSchema {
  $ref?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  anyOf?: DescribedSchema[];
  items?: DescribedSchema;
  minimum?: number;
  properties?: Record<string, DescribedSchema>;
  required?: string[];
}

export type Schemas = Record<string, DescribedSchema>;

const ID = '019a2c40-7d1e-7c54-a1a5-6a1c4f0f2b10';
const TIME = '2026-11-21T08:00:00.000Z';
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

/** Example values, by the name of the field. */
const VALUES: Readonly<Record<string, unknown>> = {
  '@odata.context': 'https://charter.example/v1.0/$metadata#value',
  '@odata.nextLink': 'https://charter.example/v1.0/users?$skiptoken=WyJBZGEiXQ',
  actorId: 'ada',
  appId: 'provisioning-portal',
  classification: 'Internal',
  color: '#0078D4',
  companyName: 'Fabrikam',
  contentUrl: 'https://wiki.fabrikam.example/launch',
  websiteUrl: 'https://wiki.fabrikam.example/launch',
  removeUrl: 'https://wiki.fabrikam.example/launch',
  department: 'Marketing',
  displayName: 'Product launch',
  description: 'Plans and files of the product launch',
  email: 'ada@fabrikam.example',
  event: 'team_created',
  events: ['team_created'],
  givenName: 'Ada',
  hash: HASH,
  id: ID,
  language: 'en-US',
  link: 'https://charter.example/approvals',
  log: [`${TIME} The team was created.`],
  mail: 'ada@fabrikam.example',
  mailNickname: 'product-launch',
  manifest: 'id: project\nname: Project\n',
  message: 'Approved for the launch.',
  metadata: { costCentre: '4711' },
  name: 'Product launch',
  payload: { event: 'team_created' },
  preferredLanguage: 'en-US',
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  sensitivityLabelId: ID,
  signature: HASH,
  sortOrderIndex: '10000',
  surname: 'Lovelace',
  tenantId: 'fabrikam',
  text: 'Your team Product launch is ready.',
  url: 'https://hooks.example.com/charter',
  userPrincipalName: 'ada@fabrikam.example',
  version: '1',
  webUrl: 'https://teams.example.com/product-launch',
  welcomeMessage: 'Welcome to the product launch.',
};

/** Whether the value has the schema's type. Never true for a schema with a format or an enum. */
function fits(value: unknown, { type, format, enum: values }: DescribedSchema): boolean {
  if (format !== undefined || values !== undefined) return false;
  return type === (Array.isArray(value) ? 'array' : typeof value);
}

/** Returns a value that is valid against a schema of the description. */
export function exampleOf(schema: DescribedSchema, schemas: Schemas, name = ''): unknown {
  const { $ref, anyOf, properties, items, required = [] } = schema;
  if ($ref !== undefined) return exampleOf(schemas[$ref.split('/').at(-1) as string] ?? {}, schemas, name);
  if (schema.examples !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (fits(VALUES[name], schema)) return VALUES[name];
  if (schema.enum !== undefined) return schema.enum[0];
  if (anyOf !== undefined) return exampleOf(anyOf[0] ?? {}, schemas, name);
  if (items !== undefined) return [exampleOf(items, schemas, name.replace(/s$/, ''))];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties ?? {})
          // Omits optional fields without a type, which are accepted and ignored.
          .filter(
            ([key, member]) =>
              required.includes(key) || (member.type ?? member.$ref ?? member.anyOf ?? member.const),
          )
          .map(([key, member]) => [key, exampleOf(member, schemas, key)]),
      );
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return { uuid: ID, 'date-time': TIME }[schema.format ?? ''] ?? (name || 'text');
  }
}
