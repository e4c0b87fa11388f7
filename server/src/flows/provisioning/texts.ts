/** Renders the texts of a new team from the template's conventions (docs/specification.md, section 9). */

import { CONVENTIONS, type ConventionName, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type {
  ConventionOutcome,
  RuleEngine,
  RuleFailure,
  RuleFailureListener,
} from '../../domain/catalog/rules.ts';
import { type RequestedTeam, ruleScope } from '../../domain/catalog/scope.ts';
import type { UserProfile } from '../../domain/users/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { policyViolation } from '../../kernel/errors.ts';
import type { TeamTexts } from './plan.ts';
import type { TeamProvisioningRequest } from './request.ts';

export type ConventionRules = Pick<RuleEngine, 'renderConventions'> & RuleFailureListener;

/** Returns the requested texts, with the template's defaults for missing ones. */
function requestedTeam({ team }: TeamProvisioningRequest, { defaults }: TeamBlueprint): RequestedTeam {
  return {
    name: team.name || (defaults.name ?? ''),
    description: team.description || (defaults.description ?? ''),
    welcomeMessage: team.welcomeMessage || (defaults.welcomeMessage ?? ''),
  };
}

/** @throws PolicyViolation naming each convention that has no value. */
function textsOf(
  outcomes: Record<string, ConventionOutcome>,
  failed: (rule: string, failure: RuleFailure) => void,
): Partial<Record<ConventionName, string>> {
  const texts: Partial<Record<ConventionName, string>> = {};
  const details = [];
  for (const [name, target] of Object.entries(CONVENTIONS)) {
    const outcome = outcomes[name];
    if (outcome === undefined) continue;
    if ('text' in outcome) texts[name as ConventionName] = outcome.text;
    else {
      failed(target, outcome.failure);
      const message = `The template's ${target} could not be applied: ${outcome.failure.message} Ask its administrators to correct it.`;
      details.push({ target, code: 'ConventionFailed', message });
    }
  }
  if (details.length === 0) return texts;
  throw policyViolation(details.map(({ message }) => message).join(' '), details);
}

/** Without what no store can hold: null characters and halves of surrogate pairs. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();

/** Collapses white space: a name is one line. */
const oneLine = (text: string): string => storable(text.replace(/\s+/g, ' '));

export async function writeTexts(
  rules: ConventionRules,
  principal: Principal,
  request: TeamProvisioningRequest,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<TeamTexts> {
  const team = requestedTeam(request, blueprint);
  const { conventions, template } = blueprint;
  const failed = (rule: string, failure: RuleFailure): void =>
    rules.failed?.({ tenantId: principal.tenantId, template, rule, failure });
  const scope = ruleScope({ requester, principal, team, templateName: blueprint.template.name });
  const rendered =
    Object.keys(conventions).length === 0
      ? {}
      : textsOf(await rules.renderConventions(conventions as Record<string, string>, scope), failed);
  const name = oneLine(rendered.name ?? team.name);
  return {
    name,
    mail: oneLine(rendered.mailNickname ?? name),
    description: storable(rendered.description ?? team.description),
    welcomeMessage: storable(rendered.welcomeMessage ?? team.welcomeMessage),
  };
}
