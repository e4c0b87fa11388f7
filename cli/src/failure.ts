/** Turns an error into an exit code and a message, as text or as JSON. */
import type { CharterApiError } from '@charter/sdk';
import { CommanderError } from 'commander';
import { CommandFailure, EXIT, type ExitCode } from './exit-codes.ts';
import { signInHint } from './local-issuer.ts';
import { printable, printableJson, styled } from './terminal.ts';

export interface Failure {
  exitCode: ExitCode;
  message: string;
  details: readonly { target: string; code?: string; message: string }[];
  /** HTTP status of the service's response; `code` is its error code. */
  status?: number;
  code?: string;
  requestId?: string;
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.notPermitted;
  if (status === 404) return EXIT.notFound;
  if (status === 429 || status === 503) return EXIT.tryLater;
  return EXIT.rejected;
}

/** Exit codes for errors of server code that runs inside the command, as `charter token` does. */
const LOCAL_EXIT_CODES: Readonly<Record<string, ExitCode>> = {
  InvalidRequest: EXIT.usage,
  Forbidden: EXIT.notPermitted,
  NotFound: EXIT.notFound,
  ServiceUnavailable: EXIT.unreachable,
};

/** Names of errors about the arguments or the settings of the command. */
const USAGE_ERRORS: readonly string[] = ['CharterParameterError', 'ConfigError'];

/** Exit codes of a `SchemaError`, by the code of the error. */
const SCHEMA_EXIT_CODES: Readonly<Record<string, ExitCode>> = {
  SchemaBehind: EXIT.schemaBehind,
  SchemaAhead: EXIT.schemaAhead,
};

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/**
 * Returns the exit code of an error of server code; undefined for other errors. It is `tryLater` for an unavailable
 * service that says when to retry.
 */
function localExitCode(error: Error): ExitCode | undefined {
  if (error.name === 'SchemaError') return SCHEMA_EXIT_CODES[codeOf(error)];
  if (error.name !== 'CharterError') return undefined;
  const isLater = 'retryAfterSeconds' in error && error.retryAfterSeconds !== undefined;
  const code = LOCAL_EXIT_CODES[codeOf(error)];
  return code === EXIT.unreachable && isLater ? EXIT.tryLater : code;
}

/** Compares the name, not the class, so that commands without a client do not load the SDK. */
const isApiError = (error: Error): error is CharterApiError => error.name === 'CharterApiError';

function fromApi(error: CharterApiError): Failure {
  const { status, code, message, details, requestId } = error;
  const hint = status === 401 ? ` ${signInHint()}` : '';
  return {
    exitCode: exitCodeOf(status),
    message: message + hint,
    details,
    status,
    code,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** Returns undefined when Commander threw because it had printed the help or the version. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof CommanderError) {
    // Commander has already printed its message.
    return error.exitCode === 0 ? undefined : { exitCode: EXIT.usage, message: '', details: [] };
  }
  if (!(error instanceof Error)) return { exitCode: EXIT.rejected, message: String(error), details: [] };
  if (error instanceof CommandFailure)
    return { exitCode: error.exitCode, message: error.message, details: [] };
  if (isApiError(error)) return fromApi(error);
  if (error.name === 'CharterConnectionError') {
    const message = `${error.message} Check that it runs, and that CHARTER_URL or --url has its address.`;
    return { exitCode: EXIT.unreachable, message, details: [] };
  }
  if (USAGE_ERRORS.includes(error.name)) return { exitCode: EXIT.usage, message: error.message, details: [] };
  return { exitCode: localExitCode(error) ?? EXIT.rejected, message: error.message, details: [] };
}

/** Returns the message, a line for each detail, and the request id, which the service's log contains too. */
export function describeFailure(failure: Failure): string {
  const lines = [`${styled('red', 'error:')} ${printable(failure.message)}`];
  for (const { target, message } of failure.details)
    lines.push(`  ${printable(target)}: ${printable(message)}`);
  if (failure.requestId !== undefined) lines.push(`  request-id: ${printable(failure.requestId)}`);
  return lines.join('\n');
}

/** Returns the failure as one line of JSON. */
export const failureAsJson = (failure: Failure): string => printableJson({ error: failure });
