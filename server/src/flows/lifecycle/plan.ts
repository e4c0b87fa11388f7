/** Decides about all teams of a tenant as of one time, in order and up to a cap. Simulation and run share this code. */

import type { CatalogTemplate, CatalogTemplateLifecycle } from '../../domain/catalog/model.ts';
import type { SuiteContents } from '../../domain/contents/suite.ts';
import type { RoleAssignmentStore } from '../../domain/identity/ports.ts';
import type { Policy } from '../../domain/policies/model.ts';
import type { GovernedTeam } from '../../domain/teams/ports.ts';
import type { TeamActivity } from '../../domain/teams/suite.ts';
import { dependsOnAnswers } from '../../domain/teams/time-limits.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Role } from '../../engine/principal.ts';
import type { Suite, SuiteCapabilities } from '../../engine/suite.ts';
import { hasCode, isCharterError } from '../../kernel/errors.ts';
import { decide, type LifecycleSituation } from './decide.ts';
import type { LifecycleTeamFacts } from './model.ts';
import {
  lifecycleRulesFor,
  supportedLifecycle,
  templateLifecycleOf,
  templatesById,
  withTimeLimits,
} from './rules.ts';
import type { PlannedDecision } from './runs.ts';

export interface PlanDeps extends Pick<Deps, 'store'> {
  suite: Pick<Suite, 'activity' | 'capabilities'> & { contents: Pick<SuiteContents, 'usage'> };
  /** Finds the administrators to ask about teams without owners. */
  roles: Pick<RoleAssignmentStore, 'list'>;
}

/** Cap of one run: the larger of the two values limits the teams that it archives or deletes. */
export interface CapSettings {
  maxPercent: number;
  maxTeams: number;
}

export const capFor = ({ maxPercent, maxTeams }: CapSettings, governedTeams: number): number =>
  Math.max(maxTeams, Math.floor((governedTeams * maxPercent) / 100));

const PAGE = 500;

const ADMINISTRATORS: readonly Role[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** Returns the ids of people with an administrative role that was assigned in Charter. */
async function findAdministrators({ roles }: Pick<PlanDeps, 'roles'>, tenantId: string): Promise<string[]> {
  const assigned = await roles.list(tenantId);
  const ids = assigned
    .filter(({ role }) => ADMINISTRATORS.includes(role))
    .map(({ principalId }) => principalId);
  return [...new Set(ids)];
}

interface SharedFacts {
  policies: readonly Policy[];
  templates: ReadonlyMap<string, CatalogTemplate>;
  administratorIds: readonly string[];
  capabilities: SuiteCapabilities;
}

const factsOf = (
  activity: TeamActivity,
  isEmpty: boolean,
  { administratorIds }: SharedFacts,
): LifecycleTeamFacts => ({
  displayName: activity.displayName,
  isArchived: activity.isArchived,
  createdAt: new Date(activity.createdDateTime),
  isEmpty,
  lastActivityAt: new Date(activity.lastActivityDateTime),
  addresseeIds: activity.ownerIds.length > 0 ? activity.ownerIds : administratorIds,
});

export class LifecyclePlan {
  readonly #deps: PlanDeps;
  readonly #tenantId: string;
  readonly #facts: SharedFacts;
  readonly at: Date;

  private constructor(deps: PlanDeps, tenantId: string, facts: SharedFacts, at: Date) {
    this.#deps = deps;
    this.#tenantId = tenantId;
    this.#facts = facts;
    this.at = at;
  }

  static async begin(deps: PlanDeps, tenantId: string, at: Date): Promise<LifecyclePlan> {
    const { policies, templates } = deps.store.in(tenantId);
    const [enabled, catalog, administratorIds, capabilities] = await Promise.all([
      policies.listEnabled(),
      templates.list(),
      findAdministrators(deps, tenantId),
      deps.suite.capabilities(tenantId),
    ]);
    const facts = { policies: enabled, templates: templatesById(catalog), administratorIds, capabilities };
    return new LifecyclePlan(deps, tenantId, facts, at);
  }

  get administratorIds(): readonly string[] {
    return this.#facts.administratorIds;
  }

  /**
   * Decides about every team with rules or a record, in pages by id; with `governed`, about every governed team.
   * @throws the suite's error when the suite is unavailable
   */
  async *pages(which: 'concerned' | 'governed' = 'concerned'): AsyncGenerator<PlannedDecision[]> {
    const { governedTeams } = this.#deps.store.in(this.#tenantId);
    let after: string | undefined;
    do {
      const found = await governedTeams.list({ top: PAGE, after });
      const page = found.slice(0, PAGE);
      after = found.length > PAGE ? page.at(-1)?.teamId : undefined;
      yield await this.#planPage(page, which);
    } while (after !== undefined);
  }

  /** Decides about one team by its current facts; undefined when it is not governed, or has no rules and no record. */
  async lookAgain(teamId: string): Promise<PlannedDecision | undefined> {
    const governed = await this.#deps.store.in(this.#tenantId).governedTeams.find(teamId);
    return governed && (await this.#planPage([governed], 'concerned'))[0];
  }

  async #planPage(
    page: readonly GovernedTeam[],
    which: 'concerned' | 'governed',
  ): Promise<PlannedDecision[]> {
    const { policies, templates, capabilities } = this.#facts;
    const ruled = page.map((team) => ({
      ...team,
      rules: lifecycleRulesFor(team, policies, templates),
      lifecycle: supportedLifecycle(capabilities, templateLifecycleOf(team, templates)),
    }));
    // Reads the records before the suite, so that a team whose archiving has completed is seen as archived.
    const records = await this.#deps.store
      .in(this.#tenantId)
      .lifecycles.findAll(page.map(({ teamId }) => teamId));
    const concerned = ruled.filter(
      ({ teamId, rules }) => which === 'governed' || rules !== undefined || records.has(teamId),
    );
    const idsWith = (has: (lifecycle: CatalogTemplateLifecycle) => boolean): string[] =>
      concerned.filter(({ lifecycle }) => lifecycle && has(lifecycle)).map(({ teamId }) => teamId);
    const [teams, answered] = await Promise.all([
      this.#teamsOf(
        concerned.map(({ teamId }) => teamId),
        new Set(idsWith(({ emptyDays }) => emptyDays != null)),
      ),
      this.#deps.store.in(this.#tenantId).teamMetadata.of(idsWith(dependsOnAnswers)),
    ]);
    const metadataOf = new Map(answered.map(({ teamId, metadata }) => [teamId, metadata]));
    return concerned.map(({ teamId, rules, lifecycle, since }): PlannedDecision => {
      const team = teams.get(teamId) ?? 'gone';
      const createdAt = typeof team === 'string' ? since : team.createdAt;
      const situation: LifecycleSituation = {
        rules: withTimeLimits(rules, lifecycle, createdAt, metadataOf.get(teamId)),
        team,
        record: records.get(teamId),
      };
      return { teamId, situation, decision: decide(situation, this.at) };
    });
  }

  /**
   * Reads all teams in one call. If it fails, reads each by itself, so that the error of one team does not hide the
   * others.
   * @param measured the teams whose contents matter
   */
  async #teamsOf(
    teamIds: readonly string[],
    measured: ReadonlySet<string>,
  ): Promise<Map<string, LifecycleTeamFacts | 'unknown'>> {
    try {
      return await this.#read(teamIds, measured);
    } catch (error) {
      if (isAway(error)) throw error;
    }
    const teams = new Map<string, LifecycleTeamFacts | 'unknown'>();
    for (const teamId of teamIds) {
      try {
        for (const [id, facts] of await this.#read([teamId], measured)) teams.set(id, facts);
      } catch (error) {
        if (isAway(error)) throw error;
        teams.set(teamId, 'unknown');
      }
    }
    return teams;
  }

  async #read(
    teamIds: readonly string[],
    measured: ReadonlySet<string>,
  ): Promise<Map<string, LifecycleTeamFacts>> {
    const { activity, contents } = this.#deps.suite;
    const [found, usage] = await Promise.all([
      activity.of(this.#tenantId, teamIds),
      contents.usage(
        this.#tenantId,
        teamIds.filter((id) => measured.has(id)),
      ),
    ]);
    const empty = new Set(usage.filter(({ isEmpty }) => isEmpty).map(({ teamId }) => teamId));
    return new Map(found.map((team) => [team.teamId, factsOf(team, empty.has(team.teamId), this.#facts)]));
  }
}

/**
 * Whether further calls would fail too, because the suite or the database is unavailable or the error is unexpected.
 */
const isAway = (error: unknown): boolean => !isCharterError(error) || hasCode(error, 'ServiceUnavailable');

/**
 * Sorts actions by the end of the grace period, and retries by the earlier expiry, so that the cap delays the newest
 * ones.
 */
export function inDueOrder(actions: readonly PlannedDecision[]): PlannedDecision[] {
  const dueAt = ({ situation: { record } }: PlannedDecision): number =>
    (record?.state === 'expired' ? record.expiredAt : record?.expiresAt)?.getTime() ?? 0;
  return actions.toSorted((a, b) => dueAt(a) - dueAt(b) || (a.teamId < b.teamId ? -1 : 1));
}

export const countsAgainstCap = ({ decision }: PlannedDecision): boolean =>
  decision.kind === 'expire' && decision.action !== 'None';
