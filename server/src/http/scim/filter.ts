/** Translates SCIM filters (RFC 7644, 3.4.2.2) into conditions of the directory. */
import { type Filter, parse } from 'scim2-parse-filter';
import {
  type Comparison,
  type DirectoryFilter,
  type FieldKind,
  GROUP_FIELDS,
  type GroupField,
  type GroupFilter,
  PERSON_FIELDS,
  type PersonField,
  type PersonFilter,
} from '../../domain/directory/filter.ts';
import { say } from '../../kernel/messages.ts';
import { invalidScim } from './errors.ts';
import { ENTERPRISE_URN, GROUP_URN, USER_URN } from './schemas.ts';

/** Connectors send a few dozen characters. The limit bounds the recursion of the parser. */
const LONGEST_FILTER = 2_000;
/** Maximum number of comparisons and logical operators in a filter, counted together. */
const MAX_CONDITIONS = 50;

/** @throws InvalidRequest with `type` as its `scimType` */
export function parseScimFilter(text: string, type: 'invalidFilter' | 'invalidPath'): Filter {
  try {
    if (text.length <= LONGEST_FILTER) return parse(text);
  } catch {
    // The parser's error texts are not meant for callers.
  }
  throw invalidScim(
    type,
    say('scim.filterSyntax', 'The filter cannot be read. Write it as in: userName eq "ada@contoso.example".'),
  );
}

const unsupported = (part: string) =>
  invalidScim('invalidFilter', say('scim.filter', "The filter does not support '{part}'.", { part }));

/** The names that a filter of one type of resource may contain. */
interface Vocabulary<Field extends string> {
  urns: readonly string[];
  /** Fields of the directory by the lower-case path of their SCIM attribute. */
  paths: Readonly<Record<string, Field>>;
  kinds: Readonly<Record<Field, FieldKind>>;
  /**
   * Attributes with a constant value, by lower-case path: the value, and the fields of which a resource must have one
   * to have the attribute.
   */
  constants: ReadonlyMap<string, readonly [value: string, ...fields: Field[]]>;
}

const META = { 'meta.created': 'createdAt', 'meta.lastmodified': 'changedAt' } as const;
const PERSON_PATHS: Vocabulary<PersonField>['paths'] = {
  ...META,
  id: 'id',
  externalid: 'externalId',
  username: 'userPrincipalName',
  displayname: 'displayName',
  'name.formatted': 'displayName',
  'name.givenname': 'givenName',
  'name.familyname': 'surname',
  title: 'jobTitle',
  usertype: 'userType',
  preferredlanguage: 'preferredLanguage',
  active: 'accountEnabled',
  emails: 'mail',
  'emails.value': 'mail',
  'addresses.locality': 'city',
  'addresses.country': 'country',
  employeenumber: 'employeeNumber',
  costcenter: 'costCenter',
  organization: 'companyName',
  division: 'division',
  department: 'department',
  manager: 'managerId',
  'manager.value': 'managerId',
};
const GROUP_PATHS: Vocabulary<GroupField>['paths'] = {
  ...META,
  id: 'id',
  externalid: 'externalId',
  displayname: 'displayName',
  members: 'member',
  'members.value': 'member',
};

const PERSON: Vocabulary<PersonField> = {
  urns: [ENTERPRISE_URN, USER_URN],
  paths: PERSON_PATHS,
  kinds: PERSON_FIELDS,
  // Values that toUser gives to each stored address.
  constants: new Map([
    ['emails.type', ['work', 'mail']],
    ['emails.primary', ['true', 'mail']],
    ['addresses.type', ['work', 'city', 'country']],
    ['addresses.primary', ['true', 'city', 'country']],
  ]),
};
const GROUP: Vocabulary<GroupField> = {
  urns: [GROUP_URN],
  paths: GROUP_PATHS,
  kinds: GROUP_FIELDS,
  constants: new Map(),
};

type Value = string | boolean | Date | null;

const OPERATORS: Record<FieldKind, readonly string[]> = {
  text: ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'],
  exact: ['eq', 'ne', 'co', 'sw', 'ew'],
  flag: ['eq', 'ne'],
  time: ['eq', 'ne', 'gt', 'ge', 'lt', 'le'],
  member: ['eq'],
};

/** @throws InvalidRequest when the kind of field has no such value */
function readFilterValue(kind: FieldKind, value: unknown, path: string): Value {
  if (value === null && kind !== 'member') return null;
  if (kind === 'flag') {
    const text = String(value).toLowerCase();
    if (text === 'true' || text === 'false') return text === 'true';
  } else if (kind === 'time') {
    const time = new Date(typeof value === 'string' ? value : Number.NaN);
    if (!Number.isNaN(time.getTime())) return time;
  } else if (typeof value === 'string' || typeof value === 'number') return String(value).normalize('NFC');
  throw unsupported(path);
}

/**
 * Translates a filter on an attribute with a constant value (`constants`). A resource has the attribute when it has one
 * of the fields, so the filter matches these resources or none.
 */
function ofConstant<Field extends string>(
  [only, ...fields]: readonly [string, ...Field[]],
  filter: Filter,
): DirectoryFilter<Field> {
  if (filter.op !== 'pr' && filter.op !== 'eq') throw unsupported(filter.op);
  const isMet = filter.op === 'pr' || String(filter.compValue).toLowerCase() === only;
  return { op: 'or', filters: isMet ? fields.map((field) => ({ op: 'pr', field })) : [] };
}

function translator<Field extends string>({ urns, paths, kinds, constants }: Vocabulary<Field>) {
  let conditions = 0;

  const fieldOf = (path: string): Field => {
    const lower = path.toLowerCase();
    const urn = urns.find((one) => lower.startsWith(`${one.toLowerCase()}:`));
    const relative = urn === undefined ? lower : lower.slice(urn.length + 1);
    const field = Object.hasOwn(paths, relative) ? paths[relative] : undefined;
    if (field === undefined) throw unsupported(path);
    return field;
  };

  const translate = (filter: Filter, parent = ''): DirectoryFilter<Field> => {
    conditions += 1;
    if (conditions > MAX_CONDITIONS) throw unsupported('…');
    switch (filter.op) {
      case 'and':
      case 'or':
        return { op: filter.op, filters: filter.filters.map((part) => translate(part, parent)) };
      case 'not':
        return { op: 'not', filter: translate(filter.filter, parent) };
      case '[]':
        if (parent !== '') throw unsupported(filter.attrPath);
        return translate(filter.valFilter, `${filter.attrPath}.`);
      default:
        return compare(filter, parent + filter.attrPath);
    }
  };

  const compare = (filter: Extract<Filter, { attrPath: string }>, path: string): DirectoryFilter<Field> => {
    const constant = constants.get(path.toLowerCase());
    if (constant !== undefined) return ofConstant(constant, filter);
    const field = fieldOf(path);
    const kind = kinds[field];
    if (filter.op === 'pr') {
      if (kind === 'member') throw unsupported(`${path} pr`);
      return { op: 'pr', field };
    }
    if (filter.op === '[]' || !OPERATORS[kind].includes(filter.op)) throw unsupported(`${path} ${filter.op}`);
    const value = readFilterValue(kind, filter.compValue, path);
    if (value === null && !['eq', 'ne'].includes(filter.op)) throw unsupported(`${path} ${filter.op}`);
    return { op: filter.op as Comparison, field, value };
  };

  return translate;
}

/** @throws InvalidRequest (invalidFilter) */
export const readPersonFilter = (text: string | undefined): PersonFilter | undefined =>
  text === undefined ? undefined : translator(PERSON)(parseScimFilter(text, 'invalidFilter'));

/** @throws InvalidRequest (invalidFilter) */
export const readGroupFilter = (text: string | undefined): GroupFilter | undefined =>
  text === undefined ? undefined : translator(GROUP)(parseScimFilter(text, 'invalidFilter'));
