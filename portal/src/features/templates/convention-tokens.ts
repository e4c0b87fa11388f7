/** Parts of a convention that a person can insert instead of writing code. */

/** Fields of the requester that conventions often use. They may be empty: a guest has no department. */
const PERSON_FIELDS = [
  'displayName',
  'department',
  'country',
  'city',
  'companyName',
  'usageLocation',
] as const;

type PersonField = (typeof PERSON_FIELDS)[number];

export interface ExampleRequest {
  name: string;
  template: string;
  person: Partial<Record<PersonField, string | undefined>>;
  now: Date;
}

export interface ConventionToken {
  id: PersonField | 'name' | 'description' | 'template' | 'year' | 'date' | 'alias';
  source: string;
  example: (request: ExampleRequest) => string;
}

const toAlias = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-');

const ALIAS = `<%= request.team.name.toLowerCase().normalize('NFD').replace(/[\\u0300-\\u036f]/g, '').replace(/[^a-z0-9]+/g, '-') %>`;

export const CONVENTION_TOKENS: readonly ConventionToken[] = [
  { id: 'name', source: '<%= request.team.name.trim() %>', example: ({ name }) => name.trim() },
  { id: 'alias', source: ALIAS, example: ({ name }) => toAlias(name) },
  { id: 'description', source: '<%= request.team.description %>', example: () => '' },
  { id: 'template', source: '<%= request.template.name %>', example: ({ template }) => template },
  ...PERSON_FIELDS.map((field) => ({
    id: field,
    source: `<%= user.${field} || '' %>`,
    example: ({ person }: ExampleRequest) => person[field] ?? '',
  })),
  {
    id: 'year',
    source: '<%= new Date().getUTCFullYear() %>',
    example: ({ now }) => String(now.getUTCFullYear()),
  },
  {
    id: 'date',
    source: '<%= new Date().toISOString().slice(0, 10) %>',
    example: ({ now }) => now.toISOString().slice(0, 10),
  },
];
