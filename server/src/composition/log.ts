import { type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { describeBuild } from '../kernel/build.ts';

/** Returns an error for the log without the fields that libraries attach, such as a whole connection. */
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
      base: { node: config.nodeName, version: describeBuild() },
      serializers: { err: describeError },
    },
    // Logs to standard error: the output for people and scripts is on standard output.
    pino.destination({ dest: 2, sync: false }),
  );
