/** The texts of a new team: those of the request, transformed by the template's conventions. */
import type { TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { RuleEngine, RuleFailureListener, RuleScope } from '../../domain/catalog/rules.ts';
import { ruleScope } from '../../domain/catalog/scope.ts';
import type { FoundPeople } from '../../domain/directory/find-people.ts';
import type { UserProfile } from '../../domain/directory/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { assertConventionsSucceeded, type RenderedTexts, renderTexts } from './conventions.ts';
import type { TeamTexts } from './plan.ts';
import type { TeamProvisioningRequest } from './request.ts';

/** The texts of a request, and its answers as rules see them (domain/answers). */
type RequestedTexts = Pick<TeamProvisioningRequest, 'team' | 'metadata'>;

/**
 * Returns the variables for conventions and conditions: the requested texts, with the template's defaults for missing
 * ones, and the answers.
 * @param people the people of the request, which conventions do not see
 */
export function conventionScope(
  principal: Principal,
  { team, metadata = {} }: RequestedTexts,
  { defaults, template }: Pick<TeamBlueprint, 'defaults' | 'template'>,
  requester: UserProfile | undefined,
  people?: Pick<FoundPeople, 'owners' | 'members'>,
): RuleScope {
  const requested = {
    name: team.name || (defaults.name ?? ''),
    description: team.description || (defaults.description ?? ''),
    welcomeMessage: team.welcomeMessage || (defaults.welcomeMessage ?? ''),
  };
  return ruleScope({
    requester,
    principal,
    team: requested,
    metadata,
    templateName: template.name,
    ...(people && { people }),
  });
}

/** @throws PolicyViolation naming each failed convention */
export async function writeTexts(
  rules: Pick<RuleEngine, 'renderConventions'> & RuleFailureListener,
  principal: Principal,
  request: RequestedTexts,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<TeamTexts> {
  const scope = conventionScope(principal, request, blueprint, requester);
  const { texts, failures } = await renderTexts(rules, principal.tenantId, blueprint, scope);
  assertConventionsSucceeded(rules, principal.tenantId, blueprint, failures);
  return texts;
}

/** Returns the texts of a preview, and the failed conventions, which are not recorded. */
export async function previewTexts(
  rules: Pick<RuleEngine, 'renderConventions'>,
  principal: Principal,
  request: RequestedTexts,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<RenderedTexts> {
  const scope = conventionScope(principal, request, blueprint, requester);
  return renderTexts(rules, principal.tenantId, blueprint, scope);
}
