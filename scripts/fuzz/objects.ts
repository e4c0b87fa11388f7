/** The state of a lane: the objects that it has seen in responses, and the tenants that they belong to. */
import type { Dice } from '../../server/test/dice.ts';
import type { Operation } from './description.ts';
import type { FuzzRequest, FuzzResponse } from './oracle.ts';
import { parseJson } from './oracle.ts';

type Members = Record<string, unknown>;
type Params = Readonly<Record<string, string>>;

/**
 * Maximum number of remembered objects of each kind. Deleted objects stay, so that they are used after their deletion.
 */
const MAX_OF_A_KIND = 60;
/** UUIDs except those of version 5, which are derived from content: two tenants may derive the same one. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-46-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that hold a reference, by the path parameter that takes its id. */
const REFERENCES: Readonly<Record<string, string>> = {
  team: 'teamId',
  job: 'jobId',
  approval: 'approvalRequestId',
  template: 'templateId',
};

/** Returns the path parameter that takes the ids of a collection, by the path of the collection. */
const parametersByPath = (operations: readonly Operation[]): Map<string, string> =>
  new Map(
    operations.flatMap(({ path }) =>
      [...path.matchAll(/\/\{(\w+)\}/g)].map(({ index, 1: name }) => [path.slice(0, index), name as string]),
    ),
  );

/** @param name the path parameter for the id, which selects it in an item with several ids */
function idOf(item: Members, name?: string): string | undefined {
  const own = name === undefined ? undefined : item[name];
  if (typeof own === 'string' && own !== '') return own;
  const { templateConfiguration: configuration } = item;
  const inner = isMembers(configuration) ? configuration.id : undefined;
  const id = item.id ?? inner ?? item.code ?? item.appId ?? item.version ?? item.principalId;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The tenants that have seen each id in a response, and those that have sent an id or name. All lanes share it. */
export class Owners {
  readonly #marks: ReadonlyMap<string, string>;
  readonly #seen = new Map<string, Set<string>>();
  readonly #sent = new Set<string>();

  /** @param marks the text that each name made for a tenant contains, by tenant */
  constructor(marks: ReadonlyMap<string, string>) {
    this.#marks = marks;
  }

  saw(id: string, tenant: string): void {
    const tenants = this.#seen.get(id) ?? new Set();
    this.#seen.set(id, tenants.add(tenant));
  }

  /** A service may show a tenant the ids and names that it has sent, for example in the record of a rejected call. */
  sent(text: string, tenant: string): void {
    for (const [id] of text.matchAll(UUID)) this.#sent.add(`${tenant} ${id}`);
    for (const name of this.#othersNamesIn(text, tenant)) this.#sent.add(`${tenant} ${name}`);
  }

  /** Returns the ids in a text that only other tenants have seen. */
  foreignIn(text: string, tenant: string): string[] {
    return [...new Set(text.match(UUID))].filter((id) => this.#seen.get(id)?.has(tenant) === false);
  }

  /** Returns the names of other tenants in a text. In a path, the space of a name is encoded. */
  #othersNamesIn(text: string, tenant: string): string[] {
    const others = [...this.#marks].filter(([of]) => of !== tenant).map(([, mark]) => mark);
    const names = others.flatMap((mark) => text.match(new RegExp(`${mark}((%20|[ +])\\d+)?`, 'g')) ?? []);
    return [...new Set(names.map((name) => name.replace(/%20|\+/, ' ')))];
  }

  /** Returns the ids and names in a response that the tenant can't know. */
  leakedIn(text: string, tenant: string): string[] {
    const foreign = [...this.foreignIn(text, tenant), ...this.#othersNamesIn(text, tenant)];
    return foreign.filter((one) => !this.#sent.has(`${tenant} ${one}`));
  }
}

export class Objects {
  readonly #parameterOf: ReadonlyMap<string, string>;
  readonly #owners: Owners;
  /** Path parameters of the objects seen, by tenant and by the parameter with the object's id. */
  readonly #seen = new Map<string, Params[]>();

  constructor(operations: readonly Operation[], owners: Owners) {
    this.#parameterOf = parametersByPath(operations);
    this.#owners = owners;
  }

  add(tenant: string, name: string, params: Params): void {
    const key = `${tenant} ${name}`;
    const seen = this.#seen.get(key) ?? [];
    this.#seen.set(key, seen);
    const pairs = Object.entries(params);
    if (seen.some((each) => pairs.every(([key, value]) => each[key] === value))) return;
    seen.push(params);
    if (seen.length > MAX_OF_A_KIND) seen.splice(1, 1);
    this.#owners.saw(params[name] as string, tenant);
  }

  /** Returns the parameters of a seen object. */
  one(dice: Dice, tenant: string, name: string): Params | undefined {
    const seen = this.#seen.get(`${tenant} ${name}`) ?? [];
    // New objects are more interesting than old ones.
    return dice.below(3) === 0 ? seen.at(-1) : dice.of(seen);
  }

  /** Returns the parameters of the object that was last seen. */
  newest(tenant: string, name: string): Params | undefined {
    return this.#seen.get(`${tenant} ${name}`)?.at(-1);
  }

  /** Remembers the objects of a response. */
  learn({ operation, caller, path }: FuzzRequest, { status, text }: FuzzResponse): void {
    if (status < 200 || status > 299) return;
    const body = parseJson(text);
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
    const pattern = new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/?]+)')}(?:\\?|$)`);
    const given = pattern.exec(path)?.slice(1) ?? [];
    const params = Object.fromEntries(
      names.map((name, index) => [name, decodeURIComponent(given[index] ?? '')]),
    );
    const last = names.at(-1);
    // Such a PUT joins two objects: a role and a person, or a policy and a team.
    if (operation.method === 'PUT' && last !== undefined && operation.path.endsWith(`{${last}}`)) {
      this.add(caller.tenant, last, params);
    }
    const parameter = this.#parameterOf.get(operation.path);
    const items = Array.isArray(body)
      ? body
      : isMembers(body) && Array.isArray(body.value)
        ? body.value
        : [body];
    for (const item of items.filter(isMembers).slice(0, 30)) {
      const id = idOf(item, parameter);
      const isJob = typeof item.progress === 'number' && 'steps' in item;
      const name = isJob ? 'jobId' : parameter;
      if (id !== undefined && name !== undefined) {
        this.add(caller.tenant, name, isJob ? { jobId: id } : { ...params, [name]: id });
      }
      this.#learnReferences(caller.tenant, item);
    }
    for (const [id] of text.matchAll(UUID)) {
      if (this.#owners.foreignIn(id, caller.tenant).length === 0) this.#owners.saw(id, caller.tenant);
    }
  }

  #learnReferences(tenant: string, item: Members, depth = 0): void {
    for (const [key, value] of Object.entries(item)) {
      if (!isMembers(value)) continue;
      const name = REFERENCES[key];
      const id = idOf(value);
      if (name !== undefined && id !== undefined) this.add(tenant, name, { [name]: id });
      if (depth < 3) this.#learnReferences(tenant, value, depth + 1);
    }
  }
}
