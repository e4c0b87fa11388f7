/** Compiles the validators of requests and the serializers of responses at their first use. */
import AjvCompiler from '@fastify/ajv-compiler';
import SerializerCompiler from '@fastify/fast-json-stringify-compiler';

/** Maximum number of values in a request whose errors are all reported. A larger request gets only its first error. */
const MAX_VALUES = 20_000;

const buildAjv = AjvCompiler();

/** Counts the values in JSON, and stops soon after `most`. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const item of Object.values(value)) {
    if (count > most) break;
    count += countValues(item, most - count);
  }
  return count;
}

/**
 * Builds validators that stop at the first error, and collect all errors only for a request of limited size: a megabyte
 * of wrong values would otherwise occupy the event loop for half a second.
 */
export const buildValidator: typeof buildAjv = (schemas, options) => {
  const compileFirst = buildAjv(schemas, withAllErrors(options, false));
  const compileAll = buildAjv(schemas, withAllErrors(options, true));
  return (definition) => {
    let findFirst: ReturnType<typeof compileFirst> | undefined;
    let findAll: typeof findFirst;
    return ((value: unknown) => {
      findFirst ??= compileFirst(definition);
      if (findFirst(value)) return true;
      if (countValues(value, MAX_VALUES) > MAX_VALUES) return { error: findFirst.errors };
      findAll ??= compileAll(definition);
      findAll(value);
      return { error: findAll.errors };
    }) as ReturnType<typeof compileFirst>;
  };
};

type Options = Parameters<typeof buildAjv>[1];

/** Does not validate the schemas themselves at each start: the test of the OpenAPI document does. */
const withAllErrors = (options: Options, allErrors: boolean): Options => {
  const customOptions = { ...options?.customOptions, allErrors, meta: false, validateSchema: false };
  return { ...options, customOptions } as Options;
};

const buildAll = SerializerCompiler();

type Serialize = ReturnType<ReturnType<typeof buildAll>>;

/** Compiled serializers by their schemas. Schemas are constants, so all services of a process share the serializers. */
const compiled = new WeakMap<object, Serialize>();

/** Compiles each serializer at its first use, because compiling all of them would add a second to every start. */
export const buildSerializer: typeof buildAll = (schemas, options) => {
  const compile = buildAll(schemas, options);
  return (definition) => {
    const schema = definition.schema as object;
    return (value) => {
      let serialize = compiled.get(schema);
      if (serialize === undefined) {
        serialize = compile(definition);
        compiled.set(schema, serialize);
      }
      return serialize(value);
    };
  };
};
