/** The teams that Charter looks after, with what their template and their policies say of their life. */
import type { CatalogTemplate } from '../catalog/model.ts';
import type { Store } from '../store.ts';
import {
  type GovernedTeam,
  type LifecycleSettings,
  ofKind,
  type Policy,
  type PolicyReach,
  policiesFor,
} from './model.ts';

/** What a team's life ends by, and who says so. */
export interface TeamLifecycle extends LifecycleSettings {
  source: { type: 'template' | 'policy'; id: string; name: string };
}

export interface TeamWithLifecycle extends GovernedTeam {
  /** Undefined where neither a policy nor the team's template asks for one. */
  lifecycle: TeamLifecycle | undefined;
}

export interface GovernedTeamsPage {
  /** By id. */
  teams: TeamWithLifecycle[];
  /** Id to go on after; undefined at the end. */
  next: string | undefined;
}

/** What a template knows of its own teams is narrower than a rule for everybody. */
const NARROWER_THAN_TEMPLATE: readonly PolicyReach[] = ['attached', 'template'];

/**
 * Which lifecycle a team has: that of a policy it was given, else of one for its template, else the template's
 * own, else the one for everybody.
 */
export function lifecycleOf(
  team: GovernedTeam,
  template: CatalogTemplate | undefined,
  policies: readonly Policy[],
): TeamLifecycle | undefined {
  const [narrowest] = ofKind(policiesFor(policies, team), 'lifecycle');
  const configuration = template?.templateConfiguration;
  const ofTemplate = configuration?.lifecycle.enabled ? configuration : undefined;
  if (narrowest && (!ofTemplate || NARROWER_THAN_TEMPLATE.includes(narrowest.reach))) {
    const { inactivityDays, graceDays, action } = narrowest.settings;
    const source = { type: 'policy' as const, id: narrowest.id, name: narrowest.name };
    return { inactivityDays, graceDays, action, source };
  }
  if (ofTemplate === undefined) return undefined;
  const { inactivityDays, graceDays, action } = ofTemplate.lifecycle;
  const source = { type: 'template' as const, id: ofTemplate.id, name: ofTemplate.name };
  return { inactivityDays, graceDays, action, source };
}

/**
 * A page of the tenant's governed teams, archived ones among them, in the order of their ids. Templates and
 * policies are read as they are now.
 */
export async function listGovernedTeams(
  store: Pick<Store, 'in'>,
  tenantId: string,
  { top, after }: { top: number; after?: string | undefined },
): Promise<GovernedTeamsPage> {
  const { policies, templates } = store.in(tenantId);
  const [found, enabled, catalog] = await Promise.all([
    policies.listGoverned({ top, after }),
    policies.listEnabled(),
    templates.list(),
  ]);
  const byId = new Map(catalog.map((template) => [template.templateConfiguration.id, template]));
  const teams = found.slice(0, top).map((team) => {
    const template = team.templateId === null ? undefined : byId.get(team.templateId);
    return { ...team, lifecycle: lifecycleOf(team, template, enabled) };
  });
  return { teams, next: found.length > top ? teams.at(-1)?.teamId : undefined };
}
