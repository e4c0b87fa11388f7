/** The error of a build on a database with an incompatible schema. */

/**
 * `SchemaBehind`: the database lacks migrations of this build. `SchemaAhead`: it has migrations, or tables of the
 * queue, on which this build can't run. A command ends with an exit code for each (cli/src/exit-codes.ts).
 */
export type SchemaErrorCode = 'SchemaBehind' | 'SchemaAhead';

/** Thrown at a start, with a message that says what the operator must do. */
export class SchemaError extends Error {
  readonly code: SchemaErrorCode;

  constructor(code: SchemaErrorCode, message: string) {
    super(message);
    this.name = 'SchemaError';
    this.code = code;
  }
}
