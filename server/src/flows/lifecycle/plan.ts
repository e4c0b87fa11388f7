/**
 * What a lifecycle run would do at a time, team by team. The simulation shows it and the run does it: both walk
 * through the same decisions in the same order, and count against the same cap.
 */

import type { CatalogTemplate } from '../../domain/catalog/model.ts';
import type { RoleAssignmentStore } from '../../domain/identity/ports.ts';
import type { GovernedTeam, Policy } from '../../domain/policies/model.ts';
import type { TeamActivity } from '../../domain/teams/suite.ts';
import type { Role } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { hasCode, isCharterError } from '../../kernel/errors.ts';
import { decide, type Situation } from './decide.ts';
import type { TeamFacts } from './model.ts';
import { lifecycleRulesFor, templatesById } from './rules.ts';
import type { Planned } from './runs.ts';

export interface PlanDeps {
  store: Store;
  suite: Pick<Suite, 'activity'>;
  /** Who is asked where a team has no owner. */
  roles: Pick<RoleAssignmentStore, 'list'>;
}

/** How many teams one run may archive or delete; the larger of the two counts. */
export interface CapSettings {
  /** Of the teams that Charter looks after. */
  maxPercent: number;
  maxTeams: number;
}

export const capFor = ({ maxPercent, maxTeams }: CapSettings, governedTeams: number): number =>
  Math.max(maxTeams, Math.floor((governedTeams * maxPercent) / 100));

/** Teams that are looked at together. */
const PAGE = 500;

const ADMINISTRATORS: readonly Role[] = ['GOVERNANCE_MANAGER', 'TEAMS_SERVICE_ADMIN', 'GLOBAL_ADMIN'];

/** People who look after the tenant's teams, as far as the service itself gave them that role. */
export async function findAdministrators(
  { roles }: Pick<PlanDeps, 'roles'>,
  tenantId: string,
): Promise<string[]> {
  const assigned = await roles.list(tenantId);
  const ids = assigned
    .filter(({ role }) => ADMINISTRATORS.includes(role))
    .map(({ principalId }) => principalId);
  return [...new Set(ids)];
}

/** What holds for all teams while a plan is made. */
interface Grounds {
  policies: readonly Policy[];
  templates: ReadonlyMap<string, CatalogTemplate>;
  administratorIds: readonly string[];
}

const factsOf = (activity: TeamActivity, { administratorIds }: Grounds): TeamFacts => ({
  displayName: activity.displayName,
  isArchived: activity.isArchived,
  lastActivityAt: new Date(activity.lastActivityDateTime),
  addresseeIds: activity.ownerIds.length > 0 ? activity.ownerIds : administratorIds,
});

export class LifecyclePlan {
  readonly #deps: PlanDeps;
  readonly #tenantId: string;
  readonly #grounds: Grounds;
  readonly at: Date;

  private constructor(deps: PlanDeps, tenantId: string, grounds: Grounds, at: Date) {
    this.#deps = deps;
    this.#tenantId = tenantId;
    this.#grounds = grounds;
    this.at = at;
  }

  static async begin(deps: PlanDeps, tenantId: string, at: Date): Promise<LifecyclePlan> {
    const { policies, templates } = deps.store.in(tenantId);
    const [enabled, catalog, administratorIds] = await Promise.all([
      policies.listEnabled(),
      templates.list(),
      findAdministrators(deps, tenantId),
    ]);
    const grounds = { policies: enabled, templates: templatesById(catalog), administratorIds };
    return new LifecyclePlan(deps, tenantId, grounds, at);
  }

  get administratorIds(): readonly string[] {
    return this.#grounds.administratorIds;
  }

  /**
   * Every team that has a lifecycle, or had one, page by page in the order of their ids; with `governed`, every team
   * that Charter looks after.
   * @throws what the suite throws when it does not answer at all
   */
  async *pages(which: 'concerned' | 'governed' = 'concerned'): AsyncGenerator<Planned[]> {
    const { policies } = this.#deps.store.in(this.#tenantId);
    let after: string | undefined;
    do {
      const found = await policies.listGoverned({ top: PAGE, after });
      const page = found.slice(0, PAGE);
      after = found.length > PAGE ? page.at(-1)?.teamId : undefined;
      yield await this.#planPage(page, which);
    } while (after !== undefined);
  }

  /** As it is decided now; undefined when the team has no lifecycle and had none. */
  async lookAgain(teamId: string): Promise<Planned | undefined> {
    const governed = await this.#deps.store.in(this.#tenantId).policies.findGoverned(teamId);
    return governed && (await this.#planPage([governed], 'concerned'))[0];
  }

  async #planPage(page: readonly GovernedTeam[], which: 'concerned' | 'governed'): Promise<Planned[]> {
    const { policies, templates } = this.#grounds;
    const ruled = page.map((team) => ({ ...team, rules: lifecycleRulesFor(team, policies, templates) }));
    // Before the suite is asked: a team whose archiving is done by now must be seen archived.
    const records = await this.#deps.store
      .in(this.#tenantId)
      .lifecycles.findAll(page.map(({ teamId }) => teamId));
    const concerned = ruled.filter(
      ({ teamId, rules }) => which === 'governed' || rules !== undefined || records.has(teamId),
    );
    const teams = await this.#teamsOf(concerned.map(({ teamId }) => teamId));
    return concerned.map(({ teamId, rules }): Planned => {
      const situation: Situation = { rules, team: teams.get(teamId) ?? 'gone', record: records.get(teamId) };
      return { teamId, situation, decision: decide(situation, this.at) };
    });
  }

  /** One call for all; when the suite refuses that, one for each, so that one team does not hide the others. */
  async #teamsOf(teamIds: readonly string[]): Promise<Map<string, TeamFacts | 'unknown'>> {
    try {
      return await this.#read(teamIds);
    } catch (error) {
      if (isAway(error)) throw error;
    }
    const teams = new Map<string, TeamFacts | 'unknown'>();
    for (const teamId of teamIds) {
      try {
        for (const [id, facts] of await this.#read([teamId])) teams.set(id, facts);
      } catch (error) {
        if (isAway(error)) throw error;
        teams.set(teamId, 'unknown');
      }
    }
    return teams;
  }

  async #read(teamIds: readonly string[]): Promise<Map<string, TeamFacts>> {
    const found = await this.#deps.suite.activity.of(this.#tenantId, teamIds);
    return new Map(found.map((activity) => [activity.teamId, factsOf(activity, this.#grounds)]));
  }
}

/** The suite or the database as a whole does not answer, so asking for another team makes no sense. */
const isAway = (error: unknown): boolean => !isCharterError(error) || hasCode(error, 'ServiceUnavailable');

/** Actions of a plan, those first whose grace is over longest. Archiving and deleting count against the cap. */
export function inTurn(actions: readonly Planned[]): Planned[] {
  const dueAt = ({ situation: { record } }: Planned): number =>
    (record?.state === 'expired' ? record.expiredAt : record?.expiresAt)?.getTime() ?? 0;
  return actions.toSorted((a, b) => dueAt(a) - dueAt(b) || (a.teamId < b.teamId ? -1 : 1));
}

export const countsAgainstCap = ({ decision }: Planned): boolean =>
  decision.kind === 'expire' && decision.action !== 'None';
