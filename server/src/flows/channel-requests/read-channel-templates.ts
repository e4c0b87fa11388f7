import { assertCanReadCatalog } from '../../domain/catalog/access.ts';
import { type AudienceDeps, templatesFor } from '../../domain/catalog/audience.ts';
import type { CatalogChannelTemplate } from '../../domain/catalog/model.ts';
import { authoriseTeamAction, userIdOf } from '../../domain/teams/access.ts';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { appliesTo, judgeRequestChannel, type PlaceOfTemplate } from './access.ts';

/**
 * Returns all channel templates of the tenant, enabled or not, by name.
 * @throws Forbidden
 */
export async function listChannelTemplates(
  { store }: { store: Pick<Store, 'in'> },
  principal: Principal,
): Promise<readonly CatalogChannelTemplate[]> {
  assertCanReadCatalog(principal);
  return store.in(principal.tenantId).templates.listChannelTemplates();
}

export async function readPlace(
  { store }: Pick<Deps, 'store'>,
  tenantId: string,
  { team, sensitivityLabelId }: SuiteTeam,
): Promise<PlaceOfTemplate> {
  const { team: governed } = await store.in(tenantId).policies.findGoverning(team.id);
  return { templateId: governed?.templateId ?? null, sensitivityLabelId };
}

/**
 * Returns the enabled channel templates from which the caller may request a channel in the team, by name; none while
 * the team is archived.
 * @throws NotFound
 */
export async function listTeamChannelTemplates(
  deps: Deps & AudienceDeps,
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<CatalogChannelTemplate[]> {
  const { tenantId } = principal;
  const access = await authoriseTeamAction(deps, principal, teamId, 'readChannels');
  const templates = await deps.store.in(tenantId).templates.listChannelTemplates();
  const enabled = templates.filter(
    ({ templateConfiguration, newChannel }) =>
      templateConfiguration.enabled && judgeRequestChannel(principal, access, newChannel) === 'allowed',
  );
  if (enabled.length === 0) return [];
  const userId = userIdOf(principal);
  const [place, requester] = await Promise.all([
    readPlace(deps, tenantId, access.suiteTeam),
    userId === undefined ? undefined : deps.suite.users.profile(tenantId, userId),
  ]);
  const applicable = enabled.filter(({ newChannel }) => appliesTo(newChannel, place));
  return templatesFor(deps.rules, applicable, requester, principal);
}
