/** Renders the texts of a new team from the template's conventions (docs/specification.md, section 9). */

import { CONVENTIONS, type ConventionName, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type { ConventionOutcome, RuleEngine, RuleFailureListener } from '../../domain/catalog/rules.ts';
import { type RequestedTeam, ruleScope } from '../../domain/catalog/scope.ts';
import type { UserProfile } from '../../domain/users/model.ts';
import type { Principal } from '../../engine/principal.ts';
import { type ErrorDetail, policyViolation } from '../../kernel/errors.ts';
import type { TeamTexts } from './plan.ts';
import type { TeamProvisioningRequest } from './request.ts';

type ConventionRules = Pick<RuleEngine, 'renderConventions'> & RuleFailureListener;

/** Returns the requested texts, with the template's defaults for missing ones. */
function requestedTeam(
  { team }: Pick<TeamProvisioningRequest, 'team'>,
  { defaults }: TeamBlueprint,
): RequestedTeam {
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

type Outcomes = Readonly<Record<string, ConventionOutcome>>;

/** Renders the template's conventions for the requested team. */
function renderConventions(
  rules: Pick<RuleEngine, 'renderConventions'>,
  principal: Principal,
  { conventions, template }: TeamBlueprint,
  team: RequestedTeam,
  requester: UserProfile | undefined,
): Promise<Outcomes> | Outcomes {
  if (Object.keys(conventions).length === 0) return {};
  const scope = ruleScope({ requester, principal, team, templateName: template.name });
  return rules.renderConventions(conventions as Record<string, string>, scope);
}

/** Returns the final texts: from the conventions that have a value, else the requested ones. */
function finalTexts(team: RequestedTeam, outcomes: Outcomes): TeamTexts {
  const rendered = (name: ConventionName): string | undefined => {
    const outcome = outcomes[name];
    return outcome !== undefined && 'text' in outcome ? outcome.text : undefined;
  };
  const name = oneLine(rendered('name') ?? team.name);
  return {
    name,
    mail: oneLine(rendered('mailNickname') ?? name),
    description: storable(rendered('description') ?? team.description),
    welcomeMessage: storable(rendered('welcomeMessage') ?? team.welcomeMessage),
  };
}

/** @throws PolicyViolation naming each convention that has no value */
function mustHaveValues(
  rules: RuleFailureListener,
  { tenantId }: Principal,
  { template }: TeamBlueprint,
  outcomes: Outcomes,
): void {
  const details: ErrorDetail[] = [];
  for (const [name, target] of Object.entries(CONVENTIONS)) {
    const outcome = outcomes[name];
    if (outcome === undefined || 'text' in outcome) continue;
    const { failure } = outcome;
    rules.failed?.({ tenantId, template, rule: target, failure });
    const message = `The template's ${target} could not be applied: ${failure.message} Ask its administrators to correct it.`;
    details.push({ target, code: 'ConventionFailed', message });
  }
  if (details.length === 0) return;
  throw policyViolation(details.map(({ message }) => message).join(' '), details);
}

/** @throws PolicyViolation naming each convention that has no value */
export async function writeTexts(
  rules: ConventionRules,
  principal: Principal,
  request: Pick<TeamProvisioningRequest, 'team'>,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<TeamTexts> {
  const team = requestedTeam(request, blueprint);
  const outcomes = await renderConventions(rules, principal, blueprint, team, requester);
  mustHaveValues(rules, principal, blueprint, outcomes);
  return finalTexts(team, outcomes);
}

export interface PreviewedTexts {
  texts: TeamTexts;
  /** Why a convention has no value, by its name. */
  failures: Partial<Record<ConventionName, string>>;
}

/** Returns the texts of a request that is not sent. Records no failing convention. */
export async function previewTexts(
  rules: Pick<RuleEngine, 'renderConventions'>,
  principal: Principal,
  request: Pick<TeamProvisioningRequest, 'team'>,
  blueprint: TeamBlueprint,
  requester: UserProfile | undefined,
): Promise<PreviewedTexts> {
  const team = requestedTeam(request, blueprint);
  const outcomes = await renderConventions(rules, principal, blueprint, team, requester);
  const failed = Object.entries(outcomes).flatMap(([name, outcome]) =>
    'failure' in outcome ? [[name, outcome.failure.message]] : [],
  );
  return { texts: finalTexts(team, outcomes), failures: Object.fromEntries(failed) };
}
