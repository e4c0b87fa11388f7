/** From an error to what the person, or the script, is told. */
import type { CharterApiError } from '@charter/sdk';
import { CommanderError } from 'commander';
import { CommandFailure, EXIT, type ExitCode } from './exit-codes.ts';
import { printable, printableJson, styled } from './terminal.ts';

export interface Failure {
  exitCode: ExitCode;
  message: string;
  details: readonly { target: string; code?: string; message: string }[];
  /** HTTP status and error code, when the service answered. */
  status?: number;
  code?: string;
  requestId?: string;
}

function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.notPermitted;
  if (status === 404) return EXIT.notFound;
  if (status === 429 || status === 503) return EXIT.tryLater;
  return EXIT.refused;
}

/** What the service's own code refuses, when a command runs beside it. */
const EXIT_CODES_BESIDE: Readonly<Record<string, ExitCode>> = {
  InvalidRequest: EXIT.usage,
  NotFound: EXIT.notFound,
  ServiceUnavailable: EXIT.unreachable,
};

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');

/** By name, not by class: the client library is loaded only by the commands that need it. */
const isApiError = (error: Error): error is CharterApiError => error.name === 'CharterApiError';

function fromApi(error: CharterApiError): Failure {
  const { status, code, message, details, requestId } = error;
  const hint = status === 401 ? ' Set CHARTER_TOKEN, or add --as <upn>.' : '';
  return {
    exitCode: exitCodeOf(status),
    message: message + hint,
    details,
    status,
    code,
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** undefined when the error only says that help or the version was shown. */
export function toFailure(error: unknown): Failure | undefined {
  if (error instanceof CommanderError) {
    // Commander has printed what is wrong, or the help that was asked for.
    return error.exitCode === 0 ? undefined : { exitCode: EXIT.usage, message: '', details: [] };
  }
  if (!(error instanceof Error)) return { exitCode: EXIT.refused, message: String(error), details: [] };
  if (error instanceof CommandFailure)
    return { exitCode: error.exitCode, message: error.message, details: [] };
  if (isApiError(error)) return fromApi(error);
  if (error.name === 'CharterConnectionError') {
    const message = `${error.message} Is it running? CHARTER_URL or --url says where it is.`;
    return { exitCode: EXIT.unreachable, message, details: [] };
  }
  if (error.name === 'ConfigError') return { exitCode: EXIT.usage, message: error.message, details: [] };
  const beside = error.name === 'CharterError' ? EXIT_CODES_BESIDE[codeOf(error)] : undefined;
  return { exitCode: beside ?? EXIT.refused, message: error.message, details: [] };
}

/** One plain sentence, then a line per detail, then the id that finds the call in the service's log. */
export function describeFailure(failure: Failure): string {
  const lines = [`${styled('red', 'error:')} ${printable(failure.message)}`];
  for (const { target, message } of failure.details)
    lines.push(`  ${printable(target)}: ${printable(message)}`);
  if (failure.requestId !== undefined) lines.push(`  request-id: ${printable(failure.requestId)}`);
  return lines.join('\n');
}

/** The same for a script that asked for JSON: one line. */
export const failureAsJson = (failure: Failure): string => printableJson({ error: failure });
