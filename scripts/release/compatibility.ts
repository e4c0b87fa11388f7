/**
 * Compares two descriptions of the API (OpenAPI 3.1), and finds the changes that break clients of the older one.
 * docs/compatibility.md has the promises that this checks.
 *
 * A newer request may only accept more values, and a newer response may only contain more members. Texts and examples
 * are ignored.
 */

type Json = { [key: string]: unknown };

/** Whether the service reads the value (`request`) or writes it (`response`). */
type Direction = 'request' | 'response';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
/** Limits that accept less when they decrease, and limits that accept less when they increase. */
const UPPER = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const LOWER = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];

const record = (value: unknown): Json => (value ?? {}) as Json;
const list = <T>(value: unknown): T[] => (value === undefined ? [] : ([value].flat() as T[]));
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
/** Returns the alternatives of a schema, each merged with the schema's other keywords. */
function alternativesOf({ anyOf, oneOf, ...rest }: Json): Json[] {
  return list<Json>(anyOf ?? oneOf).map((each) => ({ ...rest, ...each }));
}
/** Returns the members of `older` that `newer` lacks. */
const lost = <T>(older: readonly T[], newer: readonly T[]): T[] =>
  older.filter((each) => !newer.some((other) => isEqual(each, other)));

class Comparison {
  readonly breaks: string[] = [];
  private readonly older: Json;
  private readonly newer: Json;
  /** Pairs of schemas whose comparison has begun. Ends the recursion of schemas that contain themselves. */
  private readonly seen: Set<string>;

  constructor(older: Json, newer: Json, seen: Iterable<string> = []) {
    this.older = older;
    this.newer = newer;
    this.seen = new Set(seen);
  }

  run(): string[] {
    const [older, newer] = [record(this.older.paths), record(this.newer.paths)];
    for (const [path, item] of Object.entries(older)) {
      for (const method of METHODS.filter((each) => record(item)[each])) {
        const place = `${method.toUpperCase()} ${path}`;
        const operation = record(newer[path])[method];
        if (operation === undefined) this.breaks.push(`${place} is gone`);
        else this.compareOperation(place, record(record(item)[method]), record(operation));
      }
    }
    const webhooks = record(this.newer.webhooks);
    for (const [event, item] of Object.entries(record(this.older.webhooks))) {
      if (webhooks[event] === undefined) this.breaks.push(`The event ${event} is gone`);
      else
        this.compareBody(
          `${event}: payload`,
          record(record(item).post),
          record(record(webhooks[event]).post),
        );
    }
    return this.breaks;
  }

  private compareOperation(place: string, older: Json, newer: Json): void {
    if (older.operationId !== newer.operationId)
      this.breaks.push(`${place}: the operation ${older.operationId} is now ${newer.operationId}`);
    for (const [key, what] of [
      ['x-roles', 'role'],
      ['x-scopes', 'scope'],
      ['security', 'way to authenticate'],
    ] as const)
      for (const each of lost(list(older[key]), list(newer[key])))
        this.breaks.push(
          `${place}: the ${what} ${typeof each === 'string' ? each : Object.keys(record(each))} no longer suffices`,
        );
    this.compareParameters(place, list<Json>(older.parameters), list<Json>(newer.parameters));
    this.compareRequest(place, record(older.requestBody), record(newer.requestBody));
    for (const [status, response] of Object.entries(record(older.responses))) {
      const found = record(newer.responses)[status];
      if (found === undefined) this.breaks.push(`${place}: the response ${status} is gone`);
      else this.compareResponse(`${place}: ${status}`, record(response), record(found));
    }
  }

  private compareParameters(place: string, older: Json[], newer: Json[]): void {
    const same = (one: Json) => (other: Json) => one.in === other.in && one.name === other.name;
    for (const parameter of older) {
      const found = newer.find(same(parameter));
      const name = `${place}: ${parameter.in} parameter ${parameter.name}`;
      if (!found) this.breaks.push(`${name} is gone`);
      else {
        if (found.required && !parameter.required) this.breaks.push(`${name} is now required`);
        this.compareSchemas(name, parameter.schema, found.schema, 'request');
      }
    }
    for (const parameter of newer)
      if (parameter.required && !older.some(same(parameter)))
        this.breaks.push(`${place}: ${parameter.in} parameter ${parameter.name} is new and required`);
  }

  private compareRequest(place: string, older: Json, newer: Json): void {
    if (newer.required && !older.required) this.breaks.push(`${place}: a body is now required`);
    for (const [type, content] of Object.entries(record(older.content))) {
      const found = record(newer.content)[type];
      if (found === undefined) this.breaks.push(`${place}: bodies of ${type} are no longer accepted`);
      else this.compareSchemas(`${place}: body`, record(content).schema, record(found).schema, 'request');
    }
  }

  private compareResponse(place: string, older: Json, newer: Json): void {
    for (const header of lost(Object.keys(record(older.headers)), Object.keys(record(newer.headers))))
      this.breaks.push(`${place}: the header ${header} is gone`);
    this.compareContents(place, record(older.content), record(newer.content));
  }

  /** Compares the bodies of a webhook: request bodies that the service writes. */
  private compareBody(place: string, older: Json, newer: Json): void {
    this.compareContents(
      place,
      record(record(older.requestBody).content),
      record(record(newer.requestBody).content),
    );
  }

  private compareContents(place: string, older: Json, newer: Json): void {
    for (const [type, content] of Object.entries(older)) {
      if (newer[type] === undefined) this.breaks.push(`${place}: ${type} is gone`);
      else this.compareSchemas(place, record(content).schema, record(newer[type]).schema, 'response');
    }
  }

  /** Returns the schema that a reference names, or the schema itself. */
  private resolve(document: Json, schema: unknown): Json {
    const { $ref, ...rest } = record(schema);
    if (typeof $ref !== 'string') return record(schema);
    const target = $ref
      .slice(2)
      .split('/')
      .reduce<unknown>((part, key) => record(part)[key], document);
    return { ...this.resolve(document, target), ...rest };
  }

  private compareSchemas(place: string, one: unknown, other: unknown, direction: Direction): void {
    if (one === undefined) return;
    if (other === undefined) {
      this.breaks.push(`${place}: is no longer described`);
      return;
    }
    const pair = JSON.stringify([record(one).$ref, record(other).$ref, direction]);
    if (record(one).$ref !== undefined && this.seen.has(pair)) return;
    if (record(one).$ref !== undefined) this.seen.add(pair);
    const [older, newer] = [this.resolve(this.older, one), this.resolve(this.newer, other)];
    if (alternativesOf(older).length + alternativesOf(newer).length > 0)
      this.compareAlternatives(place, older, newer, direction);
    else this.compareAlike(place, older, newer, direction);
  }

  /** Compares two schemas without alternatives. */
  private compareAlike(place: string, older: Json, newer: Json, direction: Direction): void {
    this.compareTypes(place, older, newer, direction);
    this.compareValues(place, older, newer, direction);
    if (direction === 'request') this.compareConditions(place, older, newer);
    this.compareProperties(place, older, newer, direction);
    if (older.items !== undefined) this.compareSchemas(`${place}[]`, older.items, newer.items, direction);
  }

  /** Requires a compatible alternative for each older one. A schema without alternatives counts as one alternative. */
  private compareAlternatives(place: string, older: Json, newer: Json, direction: Direction): void {
    const before = alternativesOf(older);
    const after = alternativesOf(newer);
    for (const [index, alternative] of (before.length > 0 ? before : [older]).entries()) {
      const attempts = (after.length > 0 ? after : [newer]).map((each) =>
        this.attempt(place, alternative, each, direction),
      );
      const best = attempts.sort((one, other) => one.length - other.length)[0] ?? [];
      // With several alternatives, the breaks of the closest one would not explain the incompatibility.
      if (best.length > 0 && attempts.length > 2)
        this.breaks.push(`${place}: alternative ${index + 1} is gone or has changed`);
      else this.breaks.push(...best);
    }
  }

  /** Returns the breaks between two alternatives, without recording them. */
  private attempt(place: string, older: Json, newer: Json, direction: Direction): string[] {
    const comparison = new Comparison(this.older, this.newer, this.seen);
    comparison.compareSchemas(place, older, newer, direction);
    return comparison.breaks;
  }

  private compareTypes(place: string, older: Json, newer: Json, direction: Direction): void {
    const [before, after] = [list<string>(older.type), list<string>(newer.type)];
    // Without a type, every type is accepted.
    const gone =
      direction === 'request'
        ? after.length === 0
          ? []
          : before.length === 0
            ? ['any']
            : lost(before, after)
        : before.length === 0
          ? []
          : after.length === 0
            ? ['any']
            : lost(after, before);
    if (gone.length === 0) return;
    this.breaks.push(
      direction === 'request'
        ? `${place}: the type ${gone} is no longer accepted`
        : `${place}: may now have the type ${gone}`,
    );
  }

  /** A response must keep its values too, because a client may wait for one. */
  private compareValues(place: string, older: Json, newer: Json, direction: Direction): void {
    const values = (schema: Json): unknown[] | undefined =>
      schema.const === undefined ? (schema.enum as unknown[] | undefined) : [schema.const];
    const [before, after] = [values(older), values(newer)];
    if (before === undefined && after !== undefined && direction === 'request')
      this.breaks.push(`${place}: only some values are accepted now`);
    if (before !== undefined && after !== undefined)
      for (const value of lost(before, after))
        this.breaks.push(`${place}: the value ${JSON.stringify(value)} is gone`);
  }

  private compareConditions(place: string, older: Json, newer: Json): void {
    const narrowed = (key: string, isNarrower: (before: number, after: number) => boolean): void => {
      const [before, after] = [older[key], newer[key]] as [number | undefined, number | undefined];
      if (after !== undefined && (before === undefined || isNarrower(before, after)))
        this.breaks.push(`${place}: ${key} is now ${after}`);
    };
    for (const key of UPPER) narrowed(key, (before, after) => after < before);
    for (const key of LOWER) narrowed(key, (before, after) => after > before);
    for (const key of ['pattern', 'format', 'uniqueItems', 'not', 'if', 'allOf'])
      if (newer[key] !== undefined && newer[key] !== false && !isEqual(older[key], newer[key]))
        this.breaks.push(`${place}: ${key} is now ${JSON.stringify(newer[key])}`);
  }

  private compareProperties(place: string, older: Json, newer: Json, direction: Direction): void {
    const [before, after] = [record(older.properties), record(newer.properties)];
    for (const [name, schema] of Object.entries(before)) {
      if (after[name] !== undefined) this.compareSchemas(`${place}.${name}`, schema, after[name], direction);
      else if (direction === 'response' || newer.additionalProperties === false)
        this.breaks.push(`${place}.${name} is gone`);
    }
    const [needed, needs] = [list<string>(older.required), list<string>(newer.required)];
    if (direction === 'request')
      for (const name of lost(needs, needed)) this.breaks.push(`${place}.${name} is now required`);
    else for (const name of lost(needed, needs)) this.breaks.push(`${place}.${name} may now be missing`);
    if (
      direction === 'request' &&
      older.additionalProperties !== false &&
      newer.additionalProperties === false
    )
      this.breaks.push(`${place}: other members are no longer accepted`);
  }
}

/**
 * Returns the breaking changes between the descriptions, one sentence with its location for each. An empty list means
 * that the newer one is compatible.
 */
export const findBreaks = (older: object, newer: object): string[] =>
  new Comparison(older as Json, newer as Json).run();
