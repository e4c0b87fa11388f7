/**
 * Collects the definitions of all events, audit records and types of job from the exports of the modules listed here.
 * The event catalogue, the webhook schemas, the audit trails and the job runner derive from them.
 */
import * as answerEvents from '../domain/answers/events.ts';
import * as brandingEvents from '../domain/branding/events.ts';
import * as templateRecords from '../domain/catalog/template-records.ts';
import * as archiveChannelJobs from '../domain/channels/archive-channel.ts';
import * as channelEvents from '../domain/channels/events.ts';
import * as appEvents from '../domain/identity/app-events.ts';
import * as identityEvents from '../domain/identity/events.ts';
import * as identityRecords from '../domain/identity/identity-records.ts';
import * as roleJobs from '../domain/identity/role-job.ts';
import { notifyAtEnd } from '../domain/notifications/job-ends.ts';
import * as policyRecords from '../domain/policies/policy-records.ts';
import * as privacyRecords from '../domain/privacy/privacy-records.ts';
import * as registrationRecords from '../domain/registrations/registration-records.ts';
import * as scimRecords from '../domain/scim/records.ts';
import * as teamEvents from '../domain/teams/events.ts';
import * as teamJobs from '../domain/teams/team-jobs.ts';
import * as hookRecords from '../domain/webhooks/hook-records.ts';
import * as readRecords from '../engine/audit/read-log.ts';
import * as rejectedCallRecords from '../engine/audit/rejected-calls.ts';
import { describeTrails, type TrailPart } from '../engine/audit/trails.ts';
import type { EventDefinition } from '../engine/events/define-event.ts';
import * as decisionRecords from '../engine/jobs/decision-records.ts';
import type { AnyJobDefinition } from '../engine/jobs/define-job.ts';
import * as jobRecords from '../engine/jobs/read-records.ts';
import * as approvalRecords from './approvals/approval-records.ts';
import * as approvalEvents from './approvals/events.ts';
import * as bulkEvents from './bulk/events.ts';
import * as bulkJobs from './bulk/job.ts';
import * as channelRequestEvents from './channel-requests/events.ts';
import * as channelJobs from './channel-requests/job.ts';
import * as channelViolationEvents from './channels/events.ts';
import * as lifecycleEvents from './lifecycle/events.ts';
import * as ownerEvents from './owners/events.ts';
import * as provisioningEvents from './provisioning/events.ts';
import * as provisioningJobs from './provisioning/job.ts';
import * as restorationEvents from './restoration/events.ts';
import * as reviewEvents from './reviews/events.ts';
import * as joinRequestEvents from './team-directory/events.ts';

const MODULES: readonly object[] = [
  teamEvents,
  answerEvents,
  brandingEvents,
  teamJobs,
  channelEvents,
  archiveChannelJobs,
  provisioningEvents,
  provisioningJobs,
  channelRequestEvents,
  channelJobs,
  approvalEvents,
  templateRecords,
  policyRecords,
  restorationEvents,
  reviewEvents,
  channelViolationEvents,
  lifecycleEvents,
  ownerEvents,
  joinRequestEvents,
  bulkEvents,
  bulkJobs,
  hookRecords,
  appEvents,
  identityEvents,
  identityRecords,
  roleJobs,
  registrationRecords,
  scimRecords,
  privacyRecords,
  rejectedCallRecords,
  readRecords,
  jobRecords,
  decisionRecords,
  approvalRecords,
];

type Definition =
  | EventDefinition
  | (TrailPart & { defines: 'record' })
  | (AnyJobDefinition & { defines: 'job' });

const isDefinition = (exported: unknown): exported is Definition =>
  typeof exported === 'object' && exported !== null && 'defines' in exported;

const DEFINITIONS = MODULES.flatMap((module) => Object.values(module)).filter(isDefinition);

export const EVENTS = DEFINITIONS.filter((definition) => definition.defines === 'event');
export const EVENT_TYPES = EVENTS.map(({ code }) => code);

export const JOB_DEFINITIONS: readonly AnyJobDefinition[] = DEFINITIONS.filter(
  (definition) => definition.defines === 'job',
).map(notifyAtEnd);

export const TRAILS = describeTrails(DEFINITIONS.filter((definition) => definition.defines !== 'job'));
export const TRAIL_CODES = TRAILS.map(({ code }) => code);
