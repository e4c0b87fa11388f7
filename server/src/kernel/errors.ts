/**
 * The one error type that crosses room borders. Its public half (code, message, details) is sent to the
 * caller as ApiError; its private half (cause, log) goes to the log only.
 */

/** Stable error codes (contract 6); a client may switch on them, so they never change meaning. */
export type ErrorCode =
  | 'InvalidRequest'
  | 'PolicyViolation'
  | 'Unauthenticated'
  | 'Forbidden'
  | 'NotFound'
  | 'MethodNotAllowed'
  | 'NotAcceptable'
  | 'Conflict'
  | 'TeamArchived'
  | 'ApprovalAlreadyResolved'
  | 'NameAlreadyExists'
  | 'PreconditionFailed'
  | 'PayloadTooLarge'
  | 'UnsupportedMediaType'
  | 'IdempotencyKeyReused'
  | 'TooManyRequests'
  | 'InternalError'
  | 'SuiteError'
  | 'ServiceUnavailable';

/** One place in the input (a JSON path such as `team.name`) or one policy, and what is wrong with it. */
export interface ErrorDetail {
  target: string;
  code: string;
  message: string;
}

/** Public facts that some errors carry besides code, message and details. */
export interface ErrorFacts {
  /** Value of WWW-Authenticate (RFC 9110 11.6.1, RFC 6750 3). */
  challenge?: string;
  /** Methods that the address knows, for Allow. */
  allow?: string;
  rateLimitExceeded?: { tier: string; rateLimitWindow: number; rateLimitMax: number };
}

/** Whom credentials name that are not accepted. */
export interface RefusedCaller {
  tenantId: string;
  kind: 'user' | 'app';
  id: string;
  displayName: string;
}

export interface CharterErrorOptions {
  details?: ErrorDetail[];
  /** Public: facts the answer carries beside the error, such as a 401's challenge. */
  facts?: ErrorFacts;
  /** Private: what the log should say besides the message. Never sent to the caller. */
  log?: Record<string, unknown>;
  /** Private: who was refused, where the credentials name somebody for sure; for the security trail. */
  caller?: RefusedCaller;
  /** Private: it exists, and the caller may not know that; for the security trail. */
  hides?: true;
  /** Private: the error underneath. */
  cause?: unknown;
  /** Seconds after which the same request may succeed; sent as Retry-After. */
  retryAfterSeconds?: number;
}

export class CharterError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetail[];
  readonly facts: ErrorFacts;
  readonly log: Record<string, unknown>;
  readonly caller: RefusedCaller | undefined;
  readonly hides: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: CharterErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CharterError';
    this.code = code;
    this.details = options.details ?? [];
    this.facts = options.facts ?? {};
    this.log = options.log ?? {};
    this.caller = options.caller;
    this.hides = options.hides ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

export const isCharterError = (error: unknown): error is CharterError => error instanceof CharterError;

export const hasCode = (error: unknown, ...codes: ErrorCode[]): boolean =>
  isCharterError(error) && codes.includes(error.code);

/** 400 that names each place of the input. */
export const invalidRequest = (message: string, details: ErrorDetail[] = []): CharterError =>
  new CharterError('InvalidRequest', message, { details });

/** 400 for one place of the input. */
export const invalidField = (target: string, message: string, code = 'InvalidValue'): CharterError =>
  new CharterError('InvalidRequest', message, { details: [{ target, code, message }] });

/** 400 with one detail per broken policy; `target` is the policy's name. */
export const policyViolation = (message: string, details: ErrorDetail[]): CharterError =>
  new CharterError('PolicyViolation', message, { details });

/** 404 for what does not exist and, in the same words, for what the caller may not know exists. */
export const notFound = (what: string, id: string, options: CharterErrorOptions = {}): CharterError =>
  new CharterError('NotFound', `No ${what} with the id '${id}' exists, or you may not see it.`, options);

/** The same 404, for what does exist. */
export const hidden = (what: string, id: string): CharterError => notFound(what, id, { hides: true });

/** 403 for what the caller can see but may not do. */
export const forbidden = (message: string): CharterError => new CharterError('Forbidden', message);
