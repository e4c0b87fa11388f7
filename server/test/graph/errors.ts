/** Errors in the form of Microsoft Graph (learn.microsoft.com/graph/errors). */

export interface Answer {
  status: number;
  headers?: Record<string, string>;
  /** JSON, or bytes for a photo or a report. */
  body?: unknown;
}

export class GraphError extends Error {
  readonly status: number;
  readonly code: string;
  readonly innerCode: string | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, message: string, innerCode?: string, headers = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.innerCode = innerCode;
    this.headers = headers;
  }
}

/** Returns the response for an error, with `date` and `request-id` for Microsoft's support. */
export function errorResponse(error: GraphError, at: Date, requestId: string): Answer {
  const inner = {
    ...(error.innerCode === undefined ? {} : { code: error.innerCode, message: error.message }),
    date: at.toISOString().slice(0, 19),
    'request-id': requestId,
    'client-request-id': requestId,
  };
  return {
    status: error.status,
    headers: error.headers,
    body: { error: { code: error.code, message: error.message, innerError: inner } },
  };
}

/** Returns the directory's 404. */
export const noDirectoryObject = (id: string): GraphError =>
  new GraphError(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );

/** Returns the 404 of the Teams service. */
export const notFound = (what: string): GraphError =>
  new GraphError(404, 'NotFound', `${what} was not found.`);

export const badRequest = (message: string, innerCode?: string): GraphError =>
  new GraphError(400, 'BadRequest', message, innerCode);

/** Returns the directory's 400. */
export const badDirectoryRequest = (message: string): GraphError =>
  new GraphError(400, 'Request_BadRequest', message);

export const unsupportedQuery = (message: string): GraphError =>
  new GraphError(400, 'Request_UnsupportedQuery', message);

export const unknownProperty = (name: string, type: string): GraphError =>
  badRequest(
    `The property '${name}' does not exist on type 'microsoft.graph.${type}'. Make sure to only use property names that are defined by the type.`,
  );

export const conflict = (message: string): GraphError => new GraphError(409, 'Conflict', message);

export const forbidden = (message: string): GraphError => new GraphError(403, 'Forbidden', message);

export function throttled(seconds: number | undefined): GraphError {
  const headers = seconds === undefined ? {} : { 'retry-after': `${seconds}` };
  return new GraphError(429, 'TooManyRequests', 'Too many requests.', undefined, headers);
}
