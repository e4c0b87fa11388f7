/**
 * The client of Charter. Each operation has a method with the name of its operationId. Methods resolve with the body,
 * or with the id of the job that a response without a body names. They throw CharterApiError for an error response,
 * CharterConnectionError when no response arrives, and CharterParameterError for an invalid id.
 */

export { canonicalJson } from './audit/canonical-json.ts';
export {
  auditLineOf,
  auditSourceOf,
  type CloudEvent,
  type FlatRecord,
  tenantOfSource,
  trailOfSource,
} from './audit/cloud-event.ts';
export { csvCell, csvTable } from './audit/csv.ts';
export { type AuditEncoder, auditEncoder, type ExportedTrail } from './audit/encoder.ts';
export { type CancelJobOptions, type CharterClient, createClient } from './client.ts';
export {
  CharterApiError,
  CharterConnectionError,
  CharterParameterError,
  type ErrorDetail,
  type RateLimitExceeded,
  UNKNOWN_ERROR,
} from './errors.ts';
export type { EventOf, StreamOptions } from './events.ts';
export type * from './models.ts';
export type {
  BasicCredentials,
  CallOptions,
  ClientOptions,
  PatchOptions,
  PostOptions,
  RetryPolicy,
} from './options.ts';
export { ALL_ENUM_MEMBERS } from './options.ts';
export { nextQuery } from './pages.ts';
export {
  GUEST_REPORT_COLUMNS,
  REQUEST_REPORT_COLUMNS,
  type ReportColumn,
  teamReportColumns,
} from './report-columns.ts';
export {
  APP_SCOPES,
  type components,
  HOLDING_KINDS,
  type operations,
  POLICY_KINDS,
  type paths,
  type webhooks,
} from './schema.ts';
export { newUuid } from './transport.ts';
export {
  type VerifiedWebhook,
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from './verify-webhook.ts';
export type { Wait } from './wait.ts';
export { readRateLimit, type WaitForJobOptions } from './wait-for-job.ts';
export type { JobChange, WatchJobOptions } from './watch-job.ts';
