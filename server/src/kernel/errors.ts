/**
 * The error type that modules pass to one another. Its public part (code, message, details, facts, retryAfterSeconds)
 * reaches the caller as an ApiError and its headers. Its cause and `log` go to the log only.
 */
import { asMessage, type Message, type MessageParameter, messageOf, say, sentences } from './messages.ts';

export { messageOf } from './messages.ts';

/** Stable error codes (docs/specification.md, section 6). Clients switch on them, so their meaning never changes. */
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
  | 'StepFailed'
  | 'ServiceUnavailable';

/** One problem. `target` names its place: a JSON path in the input (`team.name`), a query option or a policy. */
export interface ErrorDetail extends Message {
  target: string;
  code: string;
}

/** Public facts of some errors, in addition to code, message and details. */
export interface ErrorFacts {
  /** Value of WWW-Authenticate (RFC 9110, 11.6.1; RFC 6750, 3). */
  challenge?: string;
  /** Methods that the address supports, for the header Allow. */
  allow?: string;
  rateLimitExceeded?: { tier: string; rateLimitWindow: number; rateLimitMax: number };
}

/** The caller that the rejected credentials identify. */
export interface RejectedCaller {
  tenantId: string;
  kind: 'user' | 'app';
  id: string;
  displayName: string;
}

/** An object that exists in the suite. */
export interface CreatedObject {
  type: string;
  id?: string;
  displayName: string;
}

export interface CharterErrorOptions {
  details?: ErrorDetail[];
  /** Public: facts that the response contains in addition to code and message, such as the challenge of a 401. */
  facts?: ErrorFacts;
  log?: Record<string, unknown>;
  /** Private: the rejected caller, when the credentials identify one; for the security trail. */
  caller?: RejectedCaller;
  /** Private: the object exists, but the caller may not know that; for the security trail. */
  hides?: true;
  cause?: unknown;
  /** Seconds after which the same request may succeed; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Private: objects that the failed call has created and left. A job lists them. */
  left?: readonly CreatedObject[];
  /** Private: a job waits `retryAfterSeconds` without jitter. The suite has reserved the time, or paused all calls. */
  isReserved?: boolean;
  /** Private: later attempts fail too, although errors with this code are usually transient. */
  isFinal?: boolean;
}

export class CharterError extends Error implements Message {
  readonly code: ErrorCode;
  readonly messageCode?: string;
  readonly messageParameters?: Readonly<Record<string, MessageParameter>>;
  readonly details: ErrorDetail[];
  readonly facts: ErrorFacts;
  readonly log: Record<string, unknown>;
  readonly caller: RejectedCaller | undefined;
  readonly hides: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly isReserved: boolean;
  readonly isFinal: boolean;
  readonly left: readonly CreatedObject[] | undefined;

  /** @param message for the caller; a plain text is not translated */
  constructor(code: ErrorCode, message: string | Message, options: CharterErrorOptions = {}) {
    const text = asMessage(message);
    super(text.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CharterError';
    this.code = code;
    if (text.messageCode !== undefined) this.messageCode = text.messageCode;
    if (text.messageParameters !== undefined) this.messageParameters = text.messageParameters;
    this.details = options.details ?? [];
    this.facts = options.facts ?? {};
    this.log = options.log ?? {};
    this.caller = options.caller;
    this.hides = options.hides ?? false;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isReserved = options.isReserved ?? false;
    this.isFinal = options.isFinal ?? false;
    this.left = options.left;
  }
}

export const isCharterError = (error: unknown): error is CharterError => error instanceof CharterError;

export const hasCode = (error: unknown, ...codes: ErrorCode[]): boolean =>
  isCharterError(error) && codes.includes(error.code);

export const invalidRequest = (message: string | Message, details: ErrorDetail[] = []): CharterError =>
  new CharterError('InvalidRequest', message, { details });

/** Returns a 400 whose message repeats all its details, because some clients show the message only. */
export const invalidFields = (details: ErrorDetail[]): CharterError =>
  invalidRequest(sentences(details.map(messageOf)), details);

export const invalidField = (
  target: string,
  message: string | Message,
  code = 'InvalidValue',
): CharterError =>
  new CharterError('InvalidRequest', message, { details: [{ target, code, ...asMessage(message) }] });

/**
 * Returns a 400 with one detail for each violated rule. The `target` of a detail is the kind of a policy, a convention,
 * a limit, or `audience`.
 */
export const policyViolation = (message: string | Message, details: ErrorDetail[]): CharterError =>
  new CharterError('PolicyViolation', message, { details });

/** Returns a 404 for an object that does not exist. hidden() has the same text. */
export const notFound = (what: string, id: string, options: CharterErrorOptions = {}): CharterError =>
  new CharterError(
    'NotFound',
    say('notFound', "No {what} with the id '{id}' exists, or you may not see it.", { what, id }),
    options,
  );

/** Returns the same 404 for an object that exists, but not for this caller. */
export const hidden = (what: string, id: string): CharterError => notFound(what, id, { hides: true });

export const conflict = (message: string | Message): CharterError => new CharterError('Conflict', message);

/** Returns a 403 for an operation that the caller may not perform. For an object that they may not read: hidden(). */
export const forbidden = (message: string | Message): CharterError => new CharterError('Forbidden', message);
