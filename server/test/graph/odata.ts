/** Applies the OData query options that a route supports, and rejects others. */
import { badDirectoryRequest, badRequest, unsupportedQuery } from './errors.ts';
import { type Filter, parseFilter } from './filter.ts';
import { parseSearch } from './search.ts';

export type Entity = Record<string, unknown>;

export interface QueryRules {
  /** Names permitted in `$select`. */
  properties: readonly string[];
  /** Names returned without `$select`; all properties when absent. */
  defaults?: readonly string[];
  options: readonly ('$select' | '$filter' | '$search' | '$orderby' | '$top' | '$count' | '$expand')[];
  /**
   * `most`: largest `$top`. `usual`: default page size. `served`: largest page, even if `$top` is larger; default:
   * `most`. `hasSkip`: whether the links of the second and later pages have `$skip`, as "Paging Microsoft Graph data in
   * your app" permits.
   */
  pages?: { most: number; usual: number; served?: number; hasSkip?: boolean };
  /** Directory objects: some queries need ConsistencyLevel eventual and $count. */
  advanced?: boolean;
  type: string;
}

export interface Query {
  parameters: URLSearchParams;
  headers: Record<string, string | undefined>;
  /** URL of the collection, without the query. */
  url: string;
}

const isEventual = (query: Query): boolean => query.headers.consistencylevel?.toLowerCase() === 'eventual';

/** Options of `@odata.nextLink`. Their value is the position of the first entity of the page. */
const LINKED = ['$skiptoken', '$skip'];

/** Rejects options that the route does not support. */
export function checkOptions(query: Query, rules: QueryRules): void {
  for (const name of query.parameters.keys()) {
    const known = (rules.options as readonly string[]).includes(name) || LINKED.includes(name);
    if (!known) throw badRequest(`Query option '${name}' is not allowed.`);
  }
}

const isSelectable = (name: string, rules: QueryRules): boolean =>
  rules.properties.includes(name) || (rules.type === 'user' && name.startsWith('extension_'));

function selected(query: Query, rules: QueryRules): readonly string[] {
  const select = query.parameters.get('$select');
  if (select === null) return rules.defaults ?? rules.properties;
  const names = select.split(',').map((one) => one.trim());
  for (const one of names) {
    if (!isSelectable(one, rules)) {
      const text = `Could not find a property named '${one}' on type 'microsoft.graph.${rules.type}'.`;
      throw rules.advanced ? badDirectoryRequest(text) : badRequest(text);
    }
  }
  return names;
}

/** Returns the properties in `$select`, or the default ones without it, always with the id and annotations. */
export function project(entity: Entity, query: Query, rules: QueryRules): Entity {
  const projected: Entity = {};
  for (const [name, value] of Object.entries(entity)) {
    if (name.startsWith('@')) projected[name] = value;
  }
  const wanted = selected(query, rules);
  for (const one of wanted.includes('id') ? wanted : ['id', ...wanted]) {
    if (entity[one] !== undefined) projected[one] = entity[one];
    else if (!one.startsWith('extension_')) projected[one] = null;
  }
  return projected;
}

function demandAdvanced(query: Query, filter: Filter | undefined): void {
  const { parameters } = query;
  if (parameters.has('$search') && !isEventual(query)) {
    throw unsupportedQuery(
      "Request with $search query parameter only works through MSGraph with a special request header: 'ConsistencyLevel: eventual'",
    );
  }
  const sortedFilter = parameters.has('$orderby') && parameters.has('$filter');
  if (filter?.isAdvanced || sortedFilter) {
    if (!isEventual(query) || parameters.get('$count') !== 'true') {
      throw unsupportedQuery(
        'Operator or sort is not supported without ConsistencyLevel: eventual and $count=true.',
      );
    }
  }
  if (parameters.get('$count') === 'true' && !isEventual(query)) {
    throw badDirectoryRequest("$count is not currently supported without 'ConsistencyLevel: eventual'.");
  }
}

function pageSize(query: Query, { pages }: QueryRules): number {
  const { most, usual, served = most } = pages ?? { most: 999, usual: 100 };
  const top = query.parameters.get('$top');
  if (top === null) return usual;
  const size = Number(top);
  if (!Number.isInteger(size) || size < 1 || size > most) {
    throw badRequest(`Invalid page size specified: '${top}'. Must be between 1 and ${most} inclusive.`);
  }
  return Math.min(size, served);
}

function ordered(entities: Entity[], query: Query): Entity[] {
  const order = query.parameters.get('$orderby');
  if (order === null) return entities;
  const [property = '', direction = 'asc'] = order.split(' ');
  const sign = direction === 'desc' ? -1 : 1;
  const key = (entity: Entity): string => String(entity[property] ?? '').toLowerCase();
  return entities.toSorted(
    (one, other) => sign * (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0),
  );
}

/** Returns a page of the collection, filtered and sorted, with `@odata.nextLink` unless it is the last one. */
export function collectionResponse(
  entities: Entity[],
  query: Query,
  rules: QueryRules,
  context: string,
): Entity {
  checkOptions(query, rules);
  const { parameters } = query;
  const expression = parameters.get('$filter');
  const filter = expression === null ? undefined : parseFilter(expression, rules.properties);
  if (rules.advanced) demandAdvanced(query, filter);
  const search = parameters.get('$search');
  const found = entities
    .filter((entity) => filter?.matches(entity) ?? true)
    .filter(search === null ? () => true : parseSearch(search, rules.properties));
  const linked = LINKED.map((name) => parameters.get(name)).find((value) => value !== null);
  const start = Number(linked?.replace('at-', '') ?? 0);
  const size = pageSize(query, rules);
  const page = ordered(found, query).slice(start, start + size);
  const answer: Entity = { '@odata.context': context };
  if (parameters.get('$count') === 'true') answer['@odata.count'] = found.length;
  if (start + size < found.length) {
    const next = new URLSearchParams(parameters);
    for (const name of LINKED) next.delete(name);
    if (rules.pages?.hasSkip && start > 0) next.set('$skip', String(start + size));
    else next.set('$skiptoken', `at-${start + size}`);
    answer['@odata.nextLink'] = `${query.url}?${next}`;
  }
  answer.value = page.map((entity) => project(entity, query, rules));
  return answer;
}

export function entityResponse(entity: Entity, query: Query, rules: QueryRules, context: string): Entity {
  const single = { ...rules, options: rules.options.filter((one) => one === '$select' || one === '$expand') };
  checkOptions(query, {
    ...single,
    options: [...single.options, ...(rules.advanced ? ['$count' as const] : [])],
  });
  return { '@odata.context': context, ...project(entity, query, rules) };
}
