/** Renders the texts of a new team from the template's conventions (docs/specification.md, section 9). */

import { CONVENTIONS, type ConventionName, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { RuleEngine, RuleFailureListener } from '../../domain/catalog/rules.ts';
import { type RequestedTeam, ruleScope } from '../../domain/catalog/scope.ts';
import type { UserProfile } from '../../domain/users/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { type ErrorDetail, policyViolation } from '../../kernel/errors.ts';
import type { TeamTexts } from './plan.ts';
import type { TeamProvisioningRequest } from './request.ts';

type ConventionRules = Pick<RuleEngine, 'renderConventions'> & RuleFailureListener;

/** Returns the requested texts, with the template's defaults for missing ones. */
function requestedTeam({ team }: TeamProvisioningRequest, { defaults }: TeamBlueprint): RequestedTeam {
  return {
    name: team.name || (defaults.name ?? ''),
    description: team.description || (defaults.description ?? ''),
    welcomeMessage: team.welcomeMessage || (defaults.welcomeMessage ?? ''),
  };
}

/** Removes null characters and halves of surrogate pairs, which no store accepts. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();

/** Collapses white space: a name is one line. */
const oneLine = (text: string): string => storable(text.replace(/\s+/g, ' '));

/**
 * Returns the texts of the template's conventions.
 * @throws PolicyViolation naming each convention that has no value
 */
async function applyConventions(
  rules: ConventionRules,
  principal: Principal,
  { conventions, template }: TeamBlueprint,
  team: RequestedTeam,
  requester: UserProfile | undefined,
): Promise<Partial<Record<ConventionName, string>>> {
  const texts: Partial<Record<ConventionName, string>> = {};
  if (Object.keys(conventions).length === 0) return texts;
  const scope = ruleScope({ requester, principal, team, templateName: template.name });
  const outcomes = await rules.renderConventions(conventions as Record<string, string>, scope);
  const details: ErrorDetail[] = [];
  for (const [name, target] of Object.entries(CONVENTIONS)) {
    const outcome = outcomes[name];
    if (outcome === undefined) continue;
    if ('text' in outcome) {
      texts[name as ConventionName] = outcome.text;
      continue;
    }
    const { failure } = outcome;
    rules.failed?.({ tenantId: principal.tenantId, template, rule: target, failure });
    const message = `The template's ${target} could not be applied: ${failure.message} Ask its administrators to correct it.`;
    details.push({ target, code: 'ConventionFailed', message });
  }
  if (details.length === 0) return texts;
  throw policyViolation(details.map(({ message }) => message).join(' '), details);
}

/** @throws PolicyViolation naming each convention that has no value */
export async function writeTexts(
  rules: ConventionRules,
  principal: Principal,
  request: TeamProvisioningRequest,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<TeamTexts> {
  const team = requestedTeam(request, blueprint);
  const rendered = await applyConventions(rules, principal, blueprint, team, requester);
  const name = oneLine(rendered.name ?? team.name);
  return {
    name,
    mail: oneLine(rendered.mailNickname ?? name),
    description: storable(rendered.description ?? team.description),
    welcomeMessage: storable(rendered.welcomeMessage ?? team.welcomeMessage),
  };
}
