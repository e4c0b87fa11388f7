import Type, { type Static } from 'typebox';
import type { JobCondition, JobPosition, JobQuery } from '../../engine/jobs/ports.ts';
import { BULK_OUTCOMES, SKIP_REASONS } from '../../flows/bulk/model.ts';
import { cancelJob } from '../../flows/jobs/cancel-job.ts';
import { approveJob, rejectJob } from '../../flows/jobs/decide-job.ts';
import { followJob, type JobEvent, type JobReaderPosition } from '../../flows/jobs/follow-job.ts';
import { getJob, listJobs, listJobTeams } from '../../flows/jobs/read-jobs.ts';
import { retryJob } from '../../flows/jobs/retry-job.ts';
import { say } from '../../kernel/messages.ts';
import { asNumber, asTime, asUuid, readCursor } from '../cursors.ts';
import { type FilterField, type FilterLanguage, parseFilter } from '../filter.ts';
import { PAGE_OPTIONS, readTop } from '../paging.ts';
import { OtherResponse, route } from '../route.ts';
import {
  Closed,
  Collection,
  DateTime,
  Flag,
  MessageFields,
  Model,
  Nullable,
  Omissible,
  OneOf,
} from '../schema.ts';
import { readSearch, SEARCHED_NAMES } from '../search.ts';
import { Job, JobEnd, JobParams, JobProgress, Jobs, JobsQuery, presentJob } from './schemas.ts';

const EXACT: FilterField = { type: 'string', operators: ['eq'] };

/** The field of a JobCondition, by its published name. */
const FIELD_OF = {
  status: 'status',
  outcome: 'outcome',
  'error/step': 'failedStep',
  type: 'type',
  'template/id': 'originId',
  'requester/id': 'requesterId',
  createdDateTime: 'createdAt',
} as const satisfies Record<string, JobCondition['field']>;

const JOB_FILTER: FilterLanguage<keyof typeof FIELD_OF> = {
  subject: 'Jobs',
  supported: say(
    'filter.supported.jobs',
    'Supported are eq over status, outcome, error/step, type, template/id and requester/id, and eq, ge, gt, le, lt over createdDateTime, joined by and.',
  ),
  fields: {
    status: EXACT,
    outcome: EXACT,
    'error/step': EXACT,
    type: EXACT,
    'template/id': EXACT,
    'requester/id': EXACT,
    createdDateTime: { type: 'time', operators: ['eq', 'ge', 'gt', 'le', 'lt'] },
  },
};

/** @throws InvalidRequest at `$filter` that names the valid fields */
export const readJobConditions = ($filter: string | undefined): JobCondition[] =>
  ($filter === undefined ? [] : parseFilter($filter, JOB_FILTER)).map(
    ({ field, ...clause }) => ({ ...clause, field: FIELD_OF[field] }) as JobCondition,
  );

/**
 * Reads the query options of getJobs (docs/specification.md, section 2).
 * @throws InvalidRequest that names the option and its valid values
 */
function readJobsQuery({ $top, $skiptoken, $search, $filter }: Static<typeof JobsQuery>): JobQuery {
  const [createdAt, id] = readCursor($skiptoken, asTime, asUuid) ?? [];
  return {
    top: readTop($top),
    after: createdAt && id !== undefined ? { createdAt, id } : undefined,
    search: readSearch($search, SEARCHED_NAMES),
    conditions: readJobConditions($filter),
  };
}

/** Returns the values that the cursor of the next page contains. */
const keyOf = ({ createdAt, id }: JobPosition): (string | number)[] => [createdAt.getTime(), id];

export const getJobsRoute = route(
  {
    summary: 'List jobs',
    querystring: JobsQuery,
    collection: Jobs,
    description:
      'Newest first. Lists the jobs that the caller requested; for administrators all of the tenant. `getJob` has the log, the steps and the plan. A page with jobs of others is recorded in the trail `security` as `jobs_listed`, once an hour for each caller.',
  },
  async (deps, { principal, context, query }) => {
    const { items, next } = await listJobs(deps, principal, context, readJobsQuery(query));
    return { items: items.map(presentJob), next: next && keyOf(next) };
  },
);

export const getJobRoute = route(
  {
    summary: 'Get a job',
    params: JobParams,
    response: Job,
    description:
      'For its requester, its approvers and administrators. A read by others than requester and approvers is recorded in the trail `security` as `job_read`, once an hour for each caller.',
  },
  async (deps, { principal, context, params }) => presentJob(await getJob(deps, principal, context, params)),
);

/** The id of an event: the length of the log so far, such as `12`; `12.end` for the end event. */
const EVENT_ID = /^(\d{1,9})(\.end)?$/;

const idOf = ({ length, isAtEnd }: JobReaderPosition): string => `${length}${isAtEnd ? '.end' : ''}`;

/** Reads Last-Event-ID. Events start at the beginning if it has another form. */
function readPosition(lastEventId: string | undefined): JobReaderPosition | undefined {
  const found = EVENT_ID.exec(lastEventId ?? '');
  return found === null ? undefined : { length: Number(found[1]), isAtEnd: found[2] !== undefined };
}

async function* present(events: AsyncIterable<JobEvent>) {
  for await (const { event, position, data } of events) {
    const id = idOf(position);
    if (event === 'end') yield { event, id, data };
    else {
      const { subject, ...change } = data;
      yield { event, id, data: { ...change, team: subject } };
    }
  }
}

export const getJobEventsRoute = route(
  {
    summary: 'Follow a job',
    params: JobParams,
    headers: Closed({
      'last-event-id': Type.Optional(
        Type.String({
          description: 'Id of the last event that the caller has; the stream continues after it',
        }),
      ),
    }),
    events: { job: JobProgress, end: JobEnd },
    otherResponses: { 204: Type.Null() },
    description:
      'Server-sent events. Each `job` event has the state of the job and the lines of its log since the event before; the first one has all lines. An `end` event follows the last one: close the connection then. A reader that connects again after the end gets 204. A comment every 15 seconds keeps the connection open. The stream ends when the token expires, the right to read the job is gone, or the node stops or is full: connect again with `Last-Event-ID`.',
  },
  async (deps, { principal, context, params, header, signal }) => {
    const after = readPosition(header('last-event-id'));
    const events = await followJob(deps, principal, context, { ...params, after }, signal);
    return events === undefined ? new OtherResponse(204, undefined) : present(events);
  },
);

/** The result of a bulk job for one team. */
const JobTeam = Model('JobTeam', {
  teamId: Type.String(),
  displayName: Type.Optional(Type.String({ description: 'Absent when it is not known' })),
  outcome: OneOf(BULK_OUTCOMES, {
    description: '`waiting`: the job has not reached the team, or ended before it did',
  }),
  code: Type.Optional(
    Type.String({
      description: `Reason why the team was skipped (${SKIP_REASONS.join(', ')}), or code of its error`,
    }),
  ),
  message: Type.Optional(Type.String({ description: 'The error of a failed team' })),
  messageCode: MessageFields.messageCode,
  endedDateTime: Type.Optional(DateTime),
});

const JobTeams = Collection('JobTeams', JobTeam);

export const getJobTeamsRoute = route(
  {
    summary: 'List the results of a bulk job by team',
    params: JobParams,
    querystring: Closed({ outcome: Type.Optional(OneOf(BULK_OUTCOMES)), ...PAGE_OPTIONS }),
    collection: JobTeams,
    description: 'In the order of the request. Jobs of other types have none.',
  },
  async (deps, { principal, context, params, query }) => {
    const { items, next } = await listJobTeams(deps, principal, context, {
      ...params,
      top: readTop(query.$top),
      after: readCursor(query.$skiptoken, asNumber(2 ** 31 - 1))?.[0],
      outcome: query.outcome,
    });
    const results = items.map(({ position: _, endedAt, ...result }) => ({
      ...result,
      endedDateTime: endedAt?.toISOString() ?? null,
    }));
    return { items: results, next: next === undefined ? undefined : [next] };
  },
);

export const cancelJobRoute = route(
  {
    summary: 'Cancel a job',
    params: JobParams,
    querystring: Closed({
      remove: Flag('`true` deletes what the job has built; it stays otherwise'),
    }),
    response: Job,
    otherResponses: { 202: Job },
    context: 'jobs/$entity',
    description:
      'A job that waits ends at once: 200 with the job, whose `data.built` lists what stays. An active job ends after its present step, and a deletion takes time too: 202. A cancelled job is `failed` with the error code `Cancelled`. A job that waits for an approval ends together with it.',
  },
  async (deps, { principal, context, params, query }) => {
    const job = await cancelJob(deps, principal, context, { ...params, remove: query.remove ?? false });
    return job.status === 'failed' ? presentJob(job) : new OtherResponse(202, presentJob(job));
  },
);

const JobDecisionPayload = Model('JobDecisionPayload', {
  message: Omissible(Type.String({ maxLength: 2048, description: 'For the requester' })),
});

export const approveJobRoute = route(
  {
    summary: 'Approve a change of another administrator',
    errors: [409, 502],
    params: JobParams,
    body: Nullable(JobDecisionPayload),
    bodyOptional: true,
    response: Job,
    context: 'jobs/$entity',
    description:
      'For a job with `secondApproval`. For a person with one of its roles, never for the requester and never for an app. The job then runs on behalf of its requester. A later decision is rejected with 409 `ApprovalAlreadyResolved`.',
  },
  async (deps, { principal, context, params, body }) =>
    presentJob(
      await approveJob(deps, principal, context, { ...params, message: body?.message ?? undefined }),
    ),
);

export const rejectJobRoute = route(
  {
    summary: 'Reject a change of another administrator',
    errors: [409, 502],
    params: JobParams,
    body: Nullable(JobDecisionPayload),
    bodyOptional: true,
    response: Job,
    context: 'jobs/$entity',
    description:
      'For those who may approve it. The job fails with `ApprovalRejected`. The requester withdraws the change with `POST /jobs/{jobId}/cancel`.',
  },
  async (deps, { principal, context, params, body }) =>
    presentJob(await rejectJob(deps, principal, context, { ...params, message: body?.message ?? undefined })),
);

export const retryJobRoute = route(
  {
    summary: 'Retry a failed job',
    errors: [502],
    params: JobParams,
    response: Job,
    context: 'jobs/$entity',
    description:
      'Continues a job from the step at which it failed, under the same plan. A job that was rejected, withdrawn, not decided in time or cancelled is rejected with 409, and so is one whose name or singleton another request has taken.',
  },
  async (deps, { principal, context, params }) =>
    presentJob(await retryJob(deps, principal, context, params)),
);
