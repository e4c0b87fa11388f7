import Type from 'typebox';
import type { JobSummary as Summary } from '../../engine/jobs/describe-job.ts';
import type { BulkProgress } from '../../engine/jobs/model.ts';
import { BULK_ACTIONS } from '../../flows/bulk/model.ts';
import { JOB_DEFINITIONS } from '../../flows/definitions.ts';
import { FILTER_MAX_LENGTH } from '../filter.ts';
import { PAGE_OPTIONS } from '../paging.ts';
import {
  ActorReference,
  Closed,
  Collection,
  DateTime,
  described,
  Id,
  MessageFields,
  MessageText,
  Model,
  OneOf,
  Resource,
  Uuid,
} from '../schema.ts';
import { ChannelPlan, ProvisioningPlan } from './provisioning-plan.ts';

export const JobParams = Closed({ jobId: Id('The job’s id') });

const JobStep = Model('JobStep', {
  name: Type.String(),
  status: OneOf(['waiting', 'active', 'completed', 'failed', 'skipped']),
  startedDateTime: Type.Optional(DateTime),
  completedDateTime: Type.Optional(DateTime),
  message: Type.Optional(Type.String({ description: 'Why the step waits, or has failed' })),
  messageCode: MessageFields.messageCode,
  nextTryDateTime: Type.Optional(described(DateTime, 'Time of the next try of a step that waits')),
});

const JobError = Closed({
  code: Type.String(),
  ...MessageFields,
  step: Type.Optional(Type.String({ description: 'The step that failed; the job can be retried from it' })),
});

const JobData = Type.Object(
  {
    request: Type.Object({}, { additionalProperties: true, description: 'The request as it was sent' }),
    plan: Type.Optional(ProvisioningPlan),
    channelPlan: Type.Optional(ChannelPlan),
    approval: Type.Optional(Closed({ id: Type.String() })),
    team: Type.Optional(Closed({ id: Type.String() })),
    channel: Type.Optional(Closed({ id: Type.String() })),
    error: Type.Optional(JobError),
    built: Type.Optional(
      Type.Array(
        Closed({ type: Type.String(), id: Type.Optional(Type.String()), displayName: Type.String() }),
        { description: 'What a failed or cancelled job made and left' },
      ),
    ),
  },
  { additionalProperties: true },
);

const JobCancellation = Closed(
  {
    requestedBy: ActorReference,
    requestedDateTime: DateTime,
    remove: Type.Boolean({ description: 'Whether what was built is to be deleted' }),
    removed: Type.Boolean({ description: 'Whether it is deleted' }),
  },
  { description: 'Present when somebody cancelled the job' },
);

const JobBulk = Closed(
  {
    action: OneOf(BULK_ACTIONS),
    count: Type.Integer({ description: 'Number of teams' }),
    done: Type.Integer(),
    skipped: Type.Integer(),
    failed: Type.Integer(),
  },
  { description: 'Progress of a job that changes many teams (`TeamBulk`)' },
);

const JobSecondApproval = Closed(
  {
    roles: Type.Array(Type.String(), { description: 'Roles of those who may approve' }),
    expiresDateTime: DateTime,
    outcome: Type.Optional(OneOf(['approved', 'rejected'])),
    approver: Type.Optional(described(ActorReference, 'The second administrator, once decided')),
    message: Type.Optional(Type.String()),
    decidedDateTime: Type.Optional(DateTime),
  },
  { description: 'Present when a second administrator must approve the job before it starts' },
);

/** Fields that lists of jobs contain too. */
const SUMMARY = {
  id: Uuid,
  type: Type.Unsafe<string>(OneOf(JOB_DEFINITIONS.map(({ type }) => type))),
  status: OneOf(['waiting', 'active', 'completed', 'failed', 'delayed', 'paused']),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Percent; never decreases' }),
  requester: ActorReference,
  team: Closed(
    { id: Type.Optional(Type.String()), displayName: Type.Optional(Type.String()) },
    { description: 'The team that the job makes or changes; without an id until it exists' },
  ),
  template: Type.Optional(
    Closed({ id: Type.String(), name: Type.String({ description: 'As it was at the time of the request' }) }),
  ),
  cancellation: Type.Optional(JobCancellation),
  bulk: Type.Optional(Type.Unsafe<BulkProgress>(JobBulk)),
  secondApproval: Type.Optional(JobSecondApproval),
  createdDateTime: DateTime,
  lastActionDateTime: DateTime,
};

export const Job = Resource('Job', {
  ...SUMMARY,
  log: Type.Array(MessageText({ description: '`<RFC 3339 time> <message>`' })),
  data: JobData,
  steps: Type.Array(JobStep),
});

const JobSummary = Model('JobSummary', {
  ...SUMMARY,
  step: Type.Optional(Type.String({ description: 'The first step that is not done' })),
  error: Type.Optional(JobError),
  approval: Type.Optional(Closed({ id: Uuid })),
});

export const Jobs = Collection('Jobs', JobSummary);

export const JOB_FILTER_OPTION = {
  $filter: Type.Optional(
    Type.String({
      maxLength: FILTER_MAX_LENGTH,
      description:
        '`eq` over `status`, `outcome` (completed, open, rejected, withdrawn, failed), `error/step` of failed jobs, `type`, `template/id` and `requester/id`; `eq`, `ge`, `gt`, `le`, `lt` over `createdDateTime`; joined by `and`',
      examples: ["status eq 'failed' and createdDateTime ge 2026-11-01T00:00:00Z"],
    }),
  ),
};

export const JobsQuery = Closed({
  $search: Type.Optional(
    Type.String({ description: 'Parts of words in the name of the team', examples: ['harbour tun'] }),
  ),
  ...JOB_FILTER_OPTION,
  ...PAGE_OPTIONS,
});

export const JobProgress = Model('JobProgress', {
  id: Uuid,
  status: SUMMARY.status,
  progress: SUMMARY.progress,
  team: Closed({ id: Type.Optional(Type.String()) }),
  error: Type.Optional(JobError),
  cancellation: Type.Optional(JobCancellation),
  bulk: Type.Optional(Type.Unsafe<BulkProgress>(JobBulk)),
  steps: Type.Array(JobStep),
  log: Type.Array(MessageText(), { description: 'The lines since the event before' }),
  lastActionDateTime: DateTime,
});

export const JobEnd = Model('JobEnd', { id: Uuid, status: SUMMARY.status });

/** Returns the published form of a job. Its subject is always a team, and its origin a template or nothing. */
export const presentJob = <J extends Pick<Summary, 'origin' | 'subject'>>({
  origin,
  subject,
  ...job
}: J) => ({
  ...job,
  template: origin,
  team: subject,
});
