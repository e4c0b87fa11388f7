/** The actions of bulk jobs on one team. Each follows the rules of the single operation. */
import { attachInTransaction, detachInTransaction } from '../../domain/policies/attach-policy.ts';
import { checkNewOwners } from '../../domain/policies/check-team.ts';
import { getPolicy } from '../../domain/policies/read-policies.ts';
import {
  assertTeamAction,
  authoriseTeamAction,
  readTeamAccess,
  type TeamAction,
} from '../../domain/teams/access.ts';
import { addTeamMemberOperation } from '../../domain/teams/change-members.ts';
import { deleteTeamOperation, listOwnerIds } from '../../domain/teams/delete-team.ts';
import { teamArchived, teamUnarchived } from '../../domain/teams/events.ts';
import type { Deps } from '../../engine/deps.ts';
import type { AnyOperation, SuiteOperation } from '../../engine/intents/perform.ts';
import { causeOf, type Principal, type RequestContext } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { notFound } from '../../kernel/errors.ts';
import { teamLifecycleRenewed } from '../lifecycle/events.ts';
import { LifecyclePlan } from '../lifecycle/plan.ts';
import { assertRenewable, renewInTransaction } from '../lifecycle/renew-team.ts';
import type { BulkAction, BulkParameters, BulkTeam, SkipReason } from './model.ts';

interface ChangeStanding {
  team: { id: string; displayName: string };
  siteReadOnly: boolean;
  /** Time just before the change, RFC 3339. */
  askedAt: string;
}

/**
 * Archives or unarchives a team. A retry treats a team that is already in the target state as changed, because an
 * earlier attempt may have made the change.
 */
const standingOperation = (
  definition: typeof teamArchived,
  change: (teams: Suite['teams'], tenantId: string, input: ChangeStanding) => Promise<boolean>,
): BulkOperation => {
  const operation: Pick<SuiteOperation<ChangeStanding, boolean>, keyof BulkOperation> = {
    execute: async ({ teams }, input, { tenantId, isRepeat }) =>
      (await change(teams, tenantId, input)) || isRepeat,
    event: ({ team }, hasChanged) =>
      hasChanged ? definition.happened({ target: { type: 'team', ...team }, payload: { team } }) : undefined,
    sameChangeSince: ({ askedAt }, { isRepeat }) => (isRepeat ? new Date(askedAt) : undefined),
  };
  return operation as unknown as BulkOperation;
};

const archiveOperation = standingOperation(teamArchived, (teams, tenantId, { team, siteReadOnly }) =>
  teams.archive(tenantId, team.id, { siteReadOnly }),
);

const unarchiveOperation = standingOperation(teamUnarchived, (teams, tenantId, { team }) =>
  teams.unarchive(tenantId, team.id),
);

export interface ActionContext {
  deps: Deps;
  principal: Principal;
  context: RequestContext;
  parameters: BulkParameters;
}

/** The part of an operation that a bulk job uses. The job itself is the recorded intent. */
export type BulkOperation = Pick<AnyOperation, 'execute' | 'event' | 'sameChangeSince'>;

interface Team {
  id: string;
  displayName: string;
}

/** `changed`: a concurrent write changed the same row, so the team must be prepared again. */
export type WriteOutcome = 'done' | 'unchanged' | 'changed';

/** Why the team is skipped, the input of the action's operation, or a change of the service's own database. */
export type PreparedAction = { team: Team } & (
  | { skip: SkipReason }
  | { input: object }
  | { write(unit: UnitOfWork, at: Date): Promise<WriteOutcome> }
);

interface ActionDefinition {
  /** The rule that authorises the caller; absent when only administrators can request the action. */
  teamAction?: TeamAction;
  /** The change to the suite, if the action makes one. */
  operation?: BulkOperation;
  /** Why a team that needs no change is skipped. */
  unchanged: SkipReason;
  /**
   * Authorises the caller and reads what the change needs.
   * @throws the errors of the single operation
   */
  prepare(context: ActionContext, team: BulkTeam): Promise<PreparedAction>;
}

/** Returns the action that archives or unarchives a team. */
const changeArchival = (wanted: 'archive' | 'unarchive', unchanged: SkipReason): ActionDefinition => ({
  teamAction: wanted,
  operation: wanted === 'archive' ? archiveOperation : unarchiveOperation,
  unchanged,
  async prepare({ deps, principal, parameters: { siteReadOnly = false } }, { teamId }) {
    const access = await readTeamAccess(deps, principal, teamId);
    const { id, displayName, isArchived } = access.suiteTeam.team;
    // Archiving and unarchiving are allowed to the same callers, but only the rule for unarchiving accepts archived
    // teams.
    assertTeamAction('unarchive', principal, access, teamId);
    const team = { id, displayName };
    if (isArchived === (wanted === 'archive')) return { team, skip: unchanged };
    const input: ChangeStanding = { team, siteReadOnly, askedAt: deps.clock.now().toISOString() };
    return { team, input };
  },
});

const deletion: ActionDefinition = {
  teamAction: 'delete',
  operation: deleteTeamOperation as unknown as BulkOperation,
  // Never used: a deletion is always a change.
  unchanged: 'NotArchived',
  async prepare({ deps, principal }, { teamId }) {
    const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'delete');
    const { id, displayName } = suiteTeam.team;
    const owners = await listOwnerIds(deps, principal.tenantId, id);
    return { team: { id, displayName }, input: { teamId: id, displayName, owners } };
  },
};

const addOwner: ActionDefinition = {
  teamAction: 'addMember',
  operation: addTeamMemberOperation as unknown as BulkOperation,
  unchanged: 'AlreadyOwner',
  async prepare({ deps, principal, context, parameters: { userId = '' } }, { teamId }) {
    const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'addMember');
    const { id, displayName } = suiteTeam.team;
    const team = { id, displayName };
    const askedAt = deps.clock.now().toISOString();
    const before = await deps.suite.teams.access(principal.tenantId, id, userId);
    if (before?.role === 'owner') return { team, skip: 'AlreadyOwner' };
    // The next check of the team records what a policy in the mode `report` finds (flows/owners).
    await checkNewOwners(deps, principal, context, team, [userId]);
    const member = { userId, role: 'owner' as const };
    return { team, input: { team, member, roleBefore: before?.role ?? null, askedAt } };
  },
};

/** A renewal asks nobody, so its plan needs no administrators. */
const NOBODY = { list: async () => [] };

const renew: ActionDefinition = {
  teamAction: 'renewLifecycle',
  unchanged: 'NoLifecycle',
  async prepare({ deps, principal, context }, { teamId }) {
    const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'renewLifecycle');
    const { id, displayName } = suiteTeam.team;
    const team = { id, displayName };
    const now = deps.clock.now();
    const plan = await LifecyclePlan.begin({ ...deps, roles: NOBODY }, principal.tenantId, now);
    const situation = (await plan.lookAgain(id))?.situation;
    if (situation?.rules === undefined) return { team, skip: 'NoLifecycle' };
    assertRenewable(situation, now);
    const revision = situation.record?.revision;
    const record = teamLifecycleRenewed.record(team, causeOf(principal, context));
    return {
      team,
      write: async (unit, at) =>
        (await renewInTransaction(unit, { teamId: id, revision, record }, at)) ? 'done' : 'changed',
    };
  },
};

const attachPolicy: ActionDefinition = {
  unchanged: 'AlreadyAttached',
  async prepare({ deps, principal, context, parameters: { policyId = '' } }, { teamId }) {
    const policy = await getPolicy(deps, principal, { policyId });
    const found = await deps.suite.teams.find(principal.tenantId, teamId);
    if (found === undefined) throw notFound('team', teamId);
    const { id, displayName } = found.team;
    const team = { id, displayName };
    return {
      team,
      write: async (unit, at) =>
        (await attachInTransaction(unit, { policy, team, principal, context }, at)) ? 'done' : 'unchanged',
    };
  },
};

const detachPolicy: ActionDefinition = {
  unchanged: 'NotAttached',
  async prepare({ deps, principal, context, parameters: { policyId = '' } }, { teamId, displayName }) {
    const policy = await getPolicy(deps, principal, { policyId });
    const team = { id: teamId, displayName: displayName ?? teamId };
    return {
      team,
      write: async (unit, at) =>
        (await detachInTransaction(unit, { policy, team, principal, context }, at)) ? 'done' : 'unchanged',
    };
  },
};

export const ACTIONS: Readonly<Record<BulkAction, ActionDefinition>> = {
  archive: changeArchival('archive', 'AlreadyArchived'),
  unarchive: changeArchival('unarchive', 'NotArchived'),
  delete: deletion,
  renew,
  addOwner,
  attachPolicy,
  detachPolicy,
};
