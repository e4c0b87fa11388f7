/** The log of a node: JSON lines on standard error. */
import { hash } from 'node:crypto';
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import type { Config } from '../config.ts';
import { describeBuild } from '../kernel/build.ts';

/** Equal errors within this time share a line. */
const TOGETHER_MILLISECONDS = 10_000;
/** Maximum number of different errors whose repetitions are counted at the same time. */
const MAX_COUNTED = 1_000;
/** Level of errors in pino. */
const ERROR = 50;

/** Passwords in URLs, and credentials of an Authorization header. Texts of libraries may contain them. */
const SECRETS: readonly [RegExp, string][] = [
  [/(\w:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1***@'],
  [/\b(Bearer|Basic)\s+[\w.~+/=-]{8,}/gi, '$1 ***'],
];

const withoutSecrets = (text: string): string =>
  SECRETS.reduce((cleaned, [secret, mask]) => cleaned.replaceAll(secret, mask), text);

/** Returns an error for the log without the fields that libraries attach, such as a whole connection. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack = '', cause } = error;
  const code = 'code' in error ? { code: error.code } : {};
  return {
    name,
    message: withoutSecrets(message),
    ...code,
    stack: withoutSecrets(stack),
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
}

/**
 * Returns a short hash of the line's text and of the error's name, code and first two frames. Equal errors share it.
 * The error's message is left out, because it may name an object.
 */
function fingerprintOf(message: unknown, error: Error): string {
  const frames = (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 2);
  const code = 'code' in error ? String(error.code) : '';
  return hash('sha256', [String(message), error.name, code, ...frames].join('\n')).slice(0, 12);
}

interface Repeated {
  count: number;
  write(count: number): void;
}

/**
 * Writes the first of equal errors at once, and the others in one line with their `count` at the end of each interval,
 * or at the end of the process. Lines that have a count already pass unchanged.
 * @param flush writes out the lines of a process that exits
 */
function countRepeated(flush: () => void) {
  const intervals = new Map<string, Repeated | undefined>();
  const writeAll = (): void => {
    for (const repeated of intervals.values()) repeated?.write(repeated.count);
    flush();
  };
  let isFirst = true;
  const begin = (fingerprint: string): void => {
    if (isFirst) process.once('exit', writeAll);
    isFirst = false;
    intervals.set(fingerprint, undefined);
    setTimeout(() => {
      const repeated = intervals.get(fingerprint);
      intervals.delete(fingerprint);
      if (repeated === undefined) return;
      repeated.write(repeated.count);
      begin(fingerprint);
    }, TOGETHER_MILLISECONDS).unref();
  };
  return function logMethod(this: Logger, inputs: Parameters<LogFn>, method: LogFn, level: number): void {
    const [fields, message] = inputs as unknown as [unknown, unknown];
    const error = (fields as { err?: unknown } | null)?.err;
    if (level < ERROR || !(error instanceof Error)) {
      method.apply(this, inputs);
      return;
    }
    const fingerprint = fingerprintOf(message, error);
    const write = (count: number): void =>
      method.apply(this, [
        { fingerprint, ...(count > 1 && { count }), ...(fields as object) },
        message,
      ] as never);
    const isCounted = typeof (fields as { count?: unknown }).count === 'number';
    if (isCounted || !intervals.has(fingerprint)) {
      write(1);
      if (!isCounted && intervals.size < MAX_COUNTED) begin(fingerprint);
      return;
    }
    intervals.set(fingerprint, { count: (intervals.get(fingerprint)?.count ?? 0) + 1, write });
  };
}

/** @param destination of the lines. Default: standard error, because standard output is for people and scripts. */
export const createLog = (
  { logLevel, nodeName }: Pick<Config, 'logLevel' | 'nodeName'>,
  destination: DestinationStream & { flushSync?(): void } = pino.destination({ dest: 2, sync: false }),
): Logger =>
  pino(
    {
      level: logLevel,
      base: { node: nodeName, version: describeBuild() },
      serializers: { err: describeError },
      hooks: { logMethod: countRepeated(() => destination.flushSync?.()) },
    },
    destination,
  );
