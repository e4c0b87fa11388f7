import Type, { type Static } from 'typebox';
import { findUsers } from '../../domain/directory/find-people.ts';
import {
  describeDeletion,
  type FourEyesSettings,
  notificationsForApprovers,
  requireSecondApproval,
} from '../../domain/identity/second-approval.ts';
import { assertAttachable } from '../../domain/policies/attach-policy.ts';
import { getPolicy } from '../../domain/policies/read-policies.ts';
import { judgeTeamAction } from '../../domain/teams/access.ts';
import type { Deps } from '../../engine/deps.ts';
import { causeOfJob } from '../../engine/jobs/define-job.ts';
import { type JobRecord, logLine } from '../../engine/jobs/model.ts';
import { type NewJob, newJobRecord } from '../../engine/jobs/ports.ts';
import { actorOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import { hasCode, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { Nullable, OneOf } from '../../kernel/schema.ts';
import { ACTIONS } from './actions.ts';
import { bulkRequested } from './events.ts';
import { bulkJob } from './job.ts';
import {
  BULK_ACTIONS,
  type BulkAction,
  type BulkParameters,
  type BulkPlan,
  type BulkTeam,
  MAX_TEAMS,
  progressOf,
} from './model.ts';
import { type SelectedTeam, type Selection, selectTeams } from './select-teams.ts';

export interface BulkInput {
  action: BulkAction;
  selection: Selection;
  parameters: { siteReadOnly?: boolean; policyId?: string; user?: { id: string } };
  /** Maximum number of teams. */
  cap: number | undefined;
  /** The request as the caller sent it, without the ids. */
  request: Record<string, unknown>;
}

/** The parameter that each action accepts. */
const TAKES: Readonly<Partial<Record<BulkAction, keyof BulkInput['parameters']>>> = {
  archive: 'siteReadOnly',
  addOwner: 'user',
  attachPolicy: 'policyId',
  detachPolicy: 'policyId',
};

const PATH_OF = {
  siteReadOnly: 'parameters.shouldSetSpoSiteReadOnlyForMembers',
  user: 'parameters.user',
  policyId: 'parameters.policyId',
} as const;

/**
 * Checks and resolves the parameters.
 * @throws InvalidRequest at the parameter; Forbidden for a policy
 */
async function resolve(
  deps: Deps,
  principal: Principal,
  { action, parameters }: BulkInput,
): Promise<BulkParameters> {
  const taken = TAKES[action];
  for (const [name, path] of Object.entries(PATH_OF)) {
    const isGiven = parameters[name as keyof typeof PATH_OF] !== undefined;
    if (isGiven && name !== taken)
      throw invalidField(
        path,
        say('bulk.superfluous', 'The action {action} does not take this parameter.', { action }),
      );
    if (!isGiven && name === taken && taken !== 'siteReadOnly') {
      throw invalidField(
        path,
        say('bulk.missing', 'The action {action} needs this parameter.', { action }),
        'Required',
      );
    }
  }
  const { siteReadOnly, policyId, user } = parameters;
  if (siteReadOnly !== undefined) return { siteReadOnly };
  if (user !== undefined) {
    const named = [{ path: 'parameters.user.id', reference: user.id }];
    const [found] = await findUsers(deps.suite, principal.tenantId, named);
    if (found?.userType === 'Guest') {
      throw invalidField(
        'parameters.user.id',
        say('bulk.guestOwner', 'A guest cannot own a team.'),
        'GuestCannotOwn',
      );
    }
    return { userId: found!.id };
  }
  if (policyId === undefined) return {};
  const policy = await getPolicy(deps, principal, { policyId }).catch((error: unknown) => {
    if (!hasCode(error, 'NotFound')) throw error;
    throw invalidField(
      'parameters.policyId',
      say('bulk.unknownPolicy', "No policy has the id '{id}'.", { id: policyId }),
      'UnknownPolicy',
    );
  });
  if (action === 'attachPolicy') assertAttachable(policy, 'parameters.policyId');
  return { policyId: policy.id };
}

/** @throws InvalidRequest at `cap` */
const capOf = ({ selection, cap }: BulkInput): number => {
  if (cap !== undefined) return Math.min(cap, MAX_TEAMS);
  if ('ids' in selection) return MAX_TEAMS;
  const message = say(
    'bulk.capMissing',
    'A filter needs a cap: the number of teams that you expect. A dry run shows how many match.',
  );
  throw invalidField('cap', message, 'Required');
};

const toBulkTeam = ({ id, listed }: SelectedTeam): BulkTeam => ({
  teamId: id,
  displayName: listed?.displayName ?? null,
});

/**
 * Starts a job that applies the action to each team. A deletion waits for a second administrator when the settings
 * require one. A call repeated under the same operation id returns the same job.
 * @throws InvalidRequest, Forbidden
 */
export async function startBulk(
  deps: Deps & { settings: FourEyesSettings },
  principal: Principal,
  { operationId, requestId }: RequestContext,
  input: BulkInput,
): Promise<JobRecord> {
  const { tenantId } = principal;
  const earlier = await deps.store.in(tenantId).jobs.find(operationId);
  if (earlier !== undefined) return earlier;
  const { action, selection, request } = input;
  const parameters = await resolve(deps, principal, input);
  const teams = (await selectTeams(deps, principal, selection, capOf(input))).map(toBulkTeam);
  if (teams.length === 0)
    throw invalidField('filter', say('bulk.noTeams', 'No team matches the filter.'), 'NoTeams');
  const required =
    action === 'delete' ? await requireSecondApproval(deps, principal, 'bulk-deletion') : undefined;
  const at = deps.clock.now();
  const plan: BulkPlan = { action, parameters, roles: [...principal.roles] };
  const job: NewJob<BulkPlan> = {
    id: operationId,
    type: bulkJob.type,
    requester: actorOf(principal),
    requestId,
    request: { ...request, teams: teams.length },
    plan,
    steps: ['changeTeams'],
    log: [
      logLine(at, required?.line ?? say('bulk.queued', 'Queued for {count} teams.', { count: teams.length })),
    ],
    ...(required && { secondApproval: required.secondApproval }),
    subjectId: null,
    bulk: progressOf(action, { waiting: teams.length, done: 0, skipped: 0, failed: 0 }),
  };
  const { filter, parameters: asked } = request;
  const record = bulkRequested.record(job, causeOfJob(job), { filter, parameters: asked });
  return deps.store.transaction(tenantId, async (unit) => {
    if (!(await unit.jobs.add(job, at, record))) return (await unit.jobs.find(job.id)) as JobRecord;
    await unit.bulkTeams.add(job.id, teams);
    if (required === undefined) await unit.queue.runJob({ tenantId, jobId: job.id });
    else {
      const facts = describeDeletion(job.id, job.requester, teams.length);
      await unit.notifications.add(notificationsForApprovers(required, facts), at);
    }
    return newJobRecord(job, at);
  });
}

/** Maximum number of teams in a preview; `count` counts all. */
const MAX_SHOWN = 1000;

/** The expected result for a team, from the data in the lists of teams. The job itself checks again. */
const ForeseenTeam = Type.Object({
  id: Type.String(),
  displayName: Nullable(Type.String()),
  outcome: OneOf(['done', 'skipped', 'failed']),
  code: Type.Optional(Type.String({ description: 'Reason why the team is skipped, or code of the error' })),
});
type ForeseenTeam = Static<typeof ForeseenTeam>;

export const BulkPreview = Type.Object({
  action: OneOf(BULK_ACTIONS),
  count: Type.Integer({ description: 'Number of selected teams' }),
  affected: Type.Integer({ description: 'Number of teams that the action is expected to change' }),
  teams: Type.Array(ForeseenTeam, {
    description: `The first ${MAX_SHOWN} teams, with the expected results`,
  }),
});
type BulkPreview = Static<typeof BulkPreview>;

function previewOf(action: BulkAction, principal: Principal, selected: SelectedTeam): ForeseenTeam {
  const { id, listed } = selected;
  const team = { id, displayName: listed?.displayName ?? null };
  if (listed === undefined) return { ...team, outcome: 'failed', code: 'NotFound' };
  const { teamAction, unchanged } = ACTIONS[action];
  if (teamAction === undefined) return { ...team, outcome: 'done' };
  const { role, visibility, isArchived } = listed;
  const verdict = judgeTeamAction(teamAction, principal, {
    role: role ?? undefined,
    suiteTeam: { team: { visibility, isArchived } },
  });
  if (verdict === 'hidden' || verdict === 'denied') return { ...team, outcome: 'failed', code: 'Forbidden' };
  const isThere = action === 'archive' ? isArchived : action === 'unarchive' && !isArchived;
  if (isThere) return { ...team, outcome: 'skipped', code: unchanged };
  return verdict === 'archived'
    ? { ...team, outcome: 'failed', code: 'TeamArchived' }
    : { ...team, outcome: 'done' };
}

/**
 * Returns the teams that a bulk request would change. Changes nothing itself.
 * @throws InvalidRequest, Forbidden
 */
export async function previewBulk(deps: Deps, principal: Principal, input: BulkInput): Promise<BulkPreview> {
  await resolve(deps, principal, input);
  const selected = await selectTeams(deps, principal, input.selection, input.cap);
  const teams = selected.map((team) => previewOf(input.action, principal, team));
  const affected = teams.filter(({ outcome }) => outcome === 'done').length;
  return { action: input.action, count: teams.length, affected, teams: teams.slice(0, MAX_SHOWN) };
}
