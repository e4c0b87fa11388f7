/** The log of a node. */

import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';

/** What the log says of an error. Fields that libraries hang on errors, such as a whole connection, stay out. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return { name, message, ...code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}

export const createLog = (config: Config): Logger =>
  pino(
    {
      level: config.logLevel,
      base: { node: config.nodeName },
      serializers: { err: describeError },
    },
    // Standard output is for people and scripts.
    pino.destination({ dest: 2, sync: false }),
  );
