/** Renders the texts of a new team from its template's conventions (docs/specification.md, section 9). */
import { CONVENTIONS, type ConventionName, type TeamBlueprint } from '../../domain/catalog/blueprint.ts';
import type {
  ConventionOutcome,
  RuleEngine,
  RuleFailure,
  RuleFailureListener,
  RuleScope,
} from '../../domain/catalog/rules.ts';
import { type ErrorDetail, messageOf, policyViolation } from '../../kernel/errors.ts';
import { say, sentences } from '../../kernel/messages.ts';
import type { TeamTexts } from './plan.ts';

/** Failures of conventions, by name. */
export type ConventionFailures = Partial<Record<ConventionName, RuleFailure>>;

export interface RenderedTexts {
  /** The rendered texts; the requested text where there is no convention or it failed. */
  texts: TeamTexts;
  failures: ConventionFailures;
}

/** Replaces lone surrogates and removes U+0000, which PostgreSQL can't store. Trims white space. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();

/** Collapses white space, because a name has one line. */
const oneLine = (text: string): string => storable(text.replace(/\s+/g, ' '));

/** Renders the conventions for the requested team of the scope. */
export async function renderTexts(
  rules: Pick<RuleEngine, 'renderConventions'>,
  tenantId: string,
  { conventions }: TeamBlueprint,
  scope: RuleScope,
): Promise<RenderedTexts> {
  const hasConventions = Object.keys(conventions).length > 0;
  const outcomes: Partial<Record<ConventionName, ConventionOutcome>> = hasConventions
    ? await rules.renderConventions(tenantId, conventions as Record<string, string>, scope)
    : {};
  const { team } = scope.request;
  const rendered = (name: ConventionName): string | undefined => {
    const outcome = outcomes[name];
    return outcome && 'text' in outcome ? outcome.text : undefined;
  };
  const name = oneLine(rendered('name') ?? team.name);
  const texts = {
    name,
    mail: oneLine(rendered('mailNickname') ?? name),
    description: storable(rendered('description') ?? team.description),
    welcomeMessage: storable(rendered('welcomeMessage') ?? team.welcomeMessage),
  };
  const failed = Object.entries(outcomes).flatMap(([convention, outcome]) =>
    'failure' in outcome ? [[convention, outcome.failure]] : [],
  );
  return { texts, failures: Object.fromEntries(failed) };
}

/**
 * Rejects a blueprint whose conventions failed, and reports the failures to administrators (rule-failures.ts).
 * @throws PolicyViolation with one detail for each failed convention
 */
export function assertConventionsSucceeded(
  rules: RuleFailureListener,
  tenantId: string,
  { template }: TeamBlueprint,
  failures: ConventionFailures,
): void {
  const details: ErrorDetail[] = [];
  for (const [name, target] of Object.entries(CONVENTIONS) as [ConventionName, string][]) {
    const failure = failures[name];
    if (failure === undefined) continue;
    rules.failed?.({ tenantId, template, rule: target, failure });
    const message = say(
      'conventions.failed',
      "The template's {convention} could not be applied: {reason} Ask its administrators to correct it.",
      { convention: target, reason: messageOf(failure) },
    );
    details.push({ target, code: 'ConventionFailed', ...message });
  }
  if (details.length === 0) return;
  throw policyViolation(sentences(details.map(messageOf)), details);
}
