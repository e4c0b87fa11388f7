/** Serialization of answers by their schemas. */
import SerializerCompiler from '@fastify/fast-json-stringify-compiler';

const buildAll = SerializerCompiler();

/** Compiles each serializer at its first use, because compiling all of them would add a second to every start. */
export const buildSerializer: typeof buildAll = (schemas, options) => {
  const compile = buildAll(schemas, options);
  return (definition) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (value) => {
      serialize ??= compile(definition);
      return serialize(value);
    };
  };
};
