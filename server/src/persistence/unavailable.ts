/** A database that can't be reached, as callers may know it (contract 6: 503). */
import { CharterError } from '../kernel/errors.ts';

/** SQLSTATEs of a connection that is lost or not to be had (PostgreSQL manual, appendix A). */
const LOST_STATE = /^(08...|57P0[1-5]|53300)$/;
const LOST_SOCKET = /^(ECONNREFUSED|ECONNRESET|ECONNABORTED|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|EPIPE)$/;
/** What pg itself says of a connection that went away, without any code. */
const LOST_CLIENT = /^(Connection terminated|Client has encountered a connection error|Client was closed)/;

function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return LOST_STATE.test(code) || LOST_SOCKET.test(code) || LOST_CLIENT.test(error.message);
}

/** 503 for callers; why is in `cause`, for the log. */
export const unavailable = (cause: unknown): CharterError =>
  new CharterError('ServiceUnavailable', 'The database does not answer. Try again soon.', {
    cause,
    retryAfterSeconds: 5,
  });

/** The error, or a 503 in its place when the connection was lost. */
export const orUnavailable = (error: unknown): unknown =>
  isLostConnection(error) ? unavailable(error) : error;
