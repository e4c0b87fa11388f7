/** Renders the texts of a new team from its template's conventions (docs/specification.md, section 9). */
import {
  type BlueprintStructure,
  CONVENTIONS,
  type ConventionName,
  type TeamBlueprint,
} from '../../domain/catalog/blueprint.ts';
import { hasRule, isHttpsUrl } from '../../domain/catalog/manifest-values.ts';
import type { TemplateTab } from '../../domain/catalog/model.ts';
import type {
  ConventionOutcome,
  RuleEngine,
  RuleFailure,
  RuleFailureListener,
  RuleScope,
  TemplateRuleFailure,
} from '../../domain/catalog/rules.ts';
import type { RequestedTeam } from '../../domain/catalog/scope.ts';
import { type ErrorDetail, messageOf, policyViolation } from '../../kernel/errors.ts';
import { say, sentences } from '../../kernel/messages.ts';

/** The texts from the conventions, or from the request where the template has none. */
export interface TeamTexts extends RequestedTeam {
  /** Text from which the mail alias is derived. */
  mail: string;
}

/** Failures of conventions, by name. */
export type ConventionFailures = Partial<Record<ConventionName, RuleFailure>>;

export interface RenderedTexts {
  /** The rendered texts; the requested text where there is no convention or it failed. */
  texts: TeamTexts;
  failures: ConventionFailures;
}

/** Replaces lone surrogates and removes U+0000, which PostgreSQL can't store. Trims white space. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '').trim();

/** Collapses white space, because a name has one line. */
export const oneLine = (text: string): string => storable(text.replace(/\s+/g, ' '));

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
export const assertConventionsSucceeded = (
  rules: RuleFailureListener,
  tenantId: string,
  { template }: TeamBlueprint,
  failures: ConventionFailures,
): void =>
  assertRendered(
    rules,
    { tenantId, template },
    (Object.entries(CONVENTIONS) as [ConventionName, string][]).flatMap(([name, target]) => {
      const failure = failures[name];
      return failure === undefined ? [] : [[target, failure] as const];
    }),
  );

/** @throws PolicyViolation with one detail for each failure, which is also reported to administrators */
export function assertRendered(
  rules: RuleFailureListener,
  { tenantId, template }: Pick<TemplateRuleFailure, 'tenantId' | 'template'>,
  failures: readonly (readonly [target: string, failure: RuleFailure])[],
): void {
  const details: ErrorDetail[] = [];
  for (const [target, failure] of failures) {
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

const LABEL = 'sensitivityLabelId';

/** Returns the structure with each tab replaced. `path` names the tab in errors. */
const mapTabs = (
  structure: BlueprintStructure,
  toTab: (tab: TemplateTab, path: string) => TemplateTab,
): BlueprintStructure => ({
  ...structure,
  primaryChannelTabs: structure.primaryChannelTabs.map((tab) => toTab(tab, `tabs.${tab.displayName}`)),
  channels: structure.channels.map((channel) => ({
    ...channel,
    tabs: channel.tabs.map((tab) => toTab(tab, `channels.${channel.displayName}.tabs.${tab.displayName}`)),
  })),
});

/** Returns the EJS templates of the structure and of the label, by their paths. */
function renderedSources({ sensitivityLabelId, origin }: TeamBlueprint): Record<string, string> {
  const sources: Record<string, string> = {};
  if (sensitivityLabelId !== null && hasRule(sensitivityLabelId)) sources[LABEL] = sensitivityLabelId;
  if (origin.kind === 'structure')
    mapTabs(origin.structure, (tab, path) => {
      for (const [key, value] of Object.entries(tab.configuration))
        if (value !== null && hasRule(value)) sources[`${path}.${key}`] = value;
      return tab;
    });
  return sources;
}

/** Returns the failure of a rendered text that is not an https address. */
const notAddress = (text: string): RuleFailure => ({
  kind: 'error',
  repeated: false,
  ...say('conventions.notAddress', "It gives '{text}', which is no https address.", {
    text: text.slice(0, 200),
  }),
});

/**
 * Renders the addresses of tabs and the label that are EJS templates. An empty text means no label.
 * @throws PolicyViolation with one detail for each text that failed
 */
export async function renderStructure(
  rules: Pick<RuleEngine, 'renderConventions'> & RuleFailureListener,
  tenantId: string,
  blueprint: TeamBlueprint,
  scope: RuleScope,
): Promise<TeamBlueprint> {
  const sources = renderedSources(blueprint);
  if (Object.keys(sources).length === 0) return blueprint;
  const outcomes = Object.entries(await rules.renderConventions(tenantId, sources, scope)).map(
    ([path, outcome]) => {
      const text = 'text' in outcome ? storable(outcome.text) : '';
      const isWrong = 'text' in outcome && path.endsWith('Url') && !isHttpsUrl(text);
      const failure = 'failure' in outcome ? outcome.failure : isWrong ? notAddress(text) : undefined;
      return { path, text, failure };
    },
  );
  assertRendered(
    rules,
    { tenantId, template: blueprint.template },
    outcomes.flatMap(({ path, failure }) => (failure === undefined ? [] : [[path, failure] as const])),
  );
  const texts = new Map(outcomes.map(({ path, text }) => [path, text]));
  const { origin } = blueprint;
  const withTexts = (tab: TemplateTab, path: string): TemplateTab => {
    const configuration = Object.entries(tab.configuration).map(([key, value]) => [
      key,
      texts.get(`${path}.${key}`) ?? value,
    ]);
    return { ...tab, configuration: Object.fromEntries(configuration) };
  };
  return {
    ...blueprint,
    ...(texts.has(LABEL) && { sensitivityLabelId: texts.get(LABEL) || null }),
    ...(origin.kind === 'structure' && {
      origin: { ...origin, structure: mapTabs(origin.structure, withTexts) },
    }),
  };
}
