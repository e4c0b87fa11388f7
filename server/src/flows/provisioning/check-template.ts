/** Checks a manifest while its author edits it, before it is saved. */
import Type, { type Static } from 'typebox';
import { resolveAnswers } from '../../domain/answers/resolve-answers.ts';
import { assertCanEditCatalog } from '../../domain/catalog/access.ts';
import { blueprintOf, CONVENTIONS, type ConventionName } from '../../domain/catalog/blueprint.ts';
import {
  APPLY_OUTCOMES,
  applyOutcomeOf,
  type CheckManifestDeps,
  checkManifest,
  type ManifestInput,
} from '../../domain/catalog/check-manifest.ts';
import { ManifestProblem } from '../../domain/catalog/limits.ts';
import { locateProblems } from '../../domain/catalog/manifest-places.ts';
import type { CatalogTemplate, TemplateManifest } from '../../domain/catalog/model.ts';
import type { RuleEngine } from '../../domain/catalog/rules.ts';
import { AudienceGroupTest, AudienceTest, testAudience } from '../../domain/catalog/test-audience.ts';
import { findUser } from '../../domain/directory/find-people.ts';
import type { UserProfile } from '../../domain/directory/model.ts';
import { governBlueprint, judgeTeam } from '../../domain/policies/apply-policies.ts';
import { type AppliedPolicy, policiesFor } from '../../domain/policies/model.ts';
import type { Metadata } from '../../domain/teams/metadata.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { messageOf } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Message } from '../../kernel/messages.ts';
import { MessageText, OneOf } from '../../kernel/schema.ts';
import { type CheckedAnswers, checkedAnswersOf } from './check-answers.ts';
import type { RenderedTexts } from './conventions.ts';
import { descriptionFault, nameFault } from './policies.ts';
import { conventionScope, findFreeNicknames, previewTexts } from './texts.ts';

interface CheckTemplateDeps extends CheckManifestDeps {
  store: Store;
  suite: Suite;
  rules: Pick<RuleEngine, 'check' | 'renderConventions' | 'evaluateAudience' | 'evaluateAudienceFor'>;
  settings: { teamNameMaxLength: number };
}

export interface CheckTemplateInput extends ManifestInput {
  /** Requester of the preview: an id, a user principal name or a mail address. Default: the calling user. */
  person?: string | undefined;
  /** Request of the preview. Texts are rendered only if this or `person` is present. */
  request?: { name?: string; description?: string; welcomeMessage?: string; metadata?: Metadata } | undefined;
  /** People to test the audience with. */
  people?: readonly string[] | undefined;
  /** Ids of groups. The audience is tested with their direct members. */
  groups?: readonly string[] | undefined;
}

const TextPreview = Type.Object(
  {
    text: Type.Optional(Type.String()),
    error: Type.Optional(
      MessageText({ description: 'Why there is no text, or why a request with it is rejected' }),
    ),
    convention: Type.Optional(
      Type.String({ description: 'Key of its convention', examples: ['namingConvention'] }),
    ),
  },
  { $id: 'TextPreview' },
);
type TextPreview = Static<typeof TextPreview>;

/** The result of a check, without the template and the answers. */
export const TemplateCheck = Type.Object({
  outcome: Type.Optional(
    OneOf(APPLY_OUTCOMES, {
      description: 'What applying the manifest would do; absent while it has errors',
    }),
  ),
  errors: Type.Array(ManifestProblem),
  warnings: Type.Array(ManifestProblem),
  texts: Type.Optional(
    Type.Object({
      name: TextPreview,
      mailNickname: TextPreview,
      description: TextPreview,
      welcomeMessage: TextPreview,
    }),
  ),
  audience: Type.Optional(Type.Array(AudienceTest)),
  audienceGroups: Type.Optional(Type.Array(AudienceGroupTest)),
});
type TemplateCheck = Static<typeof TemplateCheck>;

/** @throws InvalidRequest at `person` */
async function findRequester(
  { suite }: CheckTemplateDeps,
  { tenantId, kind, id }: Principal,
  person: string | undefined,
): Promise<UserProfile | undefined> {
  if (person === undefined) return kind === 'user' ? suite.users.profile(tenantId, id) : undefined;
  const user = await findUser(suite, tenantId, { path: 'person', reference: person });
  return suite.users.profile(tenantId, user.id);
}

/** Returns why a request with this name is rejected; undefined when it is not. */
function faultOf(name: string, policies: readonly AppliedPolicy[], maxLength: number): Message | undefined {
  const fault = nameFault(name, maxLength);
  if (fault !== undefined) return fault;
  const verdicts = judgeTeam(policies, { name }, { nameTaken: undefined });
  const violated = verdicts.find(({ outcome }) => outcome === 'violated');
  return violated && messageOf(violated);
}

async function mailNicknameOf(
  { suite }: CheckTemplateDeps,
  tenantId: string,
  { texts, failures }: RenderedTexts,
  hasConvention: boolean,
): Promise<TextPreview> {
  const failure = hasConvention ? failures.mailNickname : failures.name;
  if (failure !== undefined) return { error: messageOf(failure) };
  const [text = ''] = await findFreeNicknames(suite, tenantId, texts.mail, newId());
  return { text };
}

/**
 * Renders the texts of a team as a dry run would, under the policies that apply to the template, and checks the answers
 * of the request. Also returns the rules of questions that fail for this request.
 */
async function previewRequest(
  deps: CheckTemplateDeps,
  principal: Principal,
  { catalogTemplate, structure }: TemplateManifest,
  { person, request = {} }: CheckTemplateInput,
): Promise<{
  texts: NonNullable<TemplateCheck['texts']>;
  answers: CheckedAnswers;
  failures: ManifestProblem[];
}> {
  const { tenantId } = principal;
  const [requester, enabled] = await Promise.all([
    findRequester(deps, principal, person),
    deps.store.in(tenantId).policies.listEnabled(),
  ]);
  const { id } = catalogTemplate.templateConfiguration;
  const template = blueprintOf({ catalogTemplate, structure, revision: 0 });
  const asPerson: Principal =
    requester === undefined ? principal : { ...requester, tenantId, kind: 'user', roles: new Set() };
  const { metadata: sent, ...asked } = request;
  const team = { name: '', ...asked };
  // Omits the listener `failed`, so that a preview records no failed rule.
  const { evaluateAudience, renderConventions } = deps.rules;
  const answers = await resolveAnswers(
    { suite: deps.suite, rules: { evaluateAudience, renderConventions } },
    {
      tenantId,
      template: template.template,
      questions: template.questions,
      sent,
      scopeWith: (metadata) => conventionScope(asPerson, { team, metadata }, template, requester),
    },
  );
  const policies = policiesFor(enabled, { templateId: id, policyIds: [], metadata: answers.metadata });
  const blueprint = governBlueprint(template, policies);
  const answered = { team, metadata: answers.scope };
  const previewed = await previewTexts(deps.rules, asPerson, answered, blueprint, requester);
  const { texts, failures } = previewed;
  const { conventions } = blueprint;
  const preview = (name: ConventionName, found: TextPreview): TextPreview => ({
    ...found,
    ...(conventions[name] !== undefined && { convention: CONVENTIONS[name] }),
  });
  const text = (name: 'name' | 'description' | 'welcomeMessage', fault: Message | undefined): TextPreview => {
    const failure = failures[name];
    if (failure !== undefined) return preview(name, { error: messageOf(failure) });
    return preview(name, { text: texts[name], ...(fault !== undefined && { error: fault }) });
  };
  const hasAlias = conventions.mailNickname !== undefined;
  return {
    texts: {
      name: text('name', faultOf(texts.name, policies, deps.settings.teamNameMaxLength)),
      mailNickname: preview('mailNickname', await mailNicknameOf(deps, tenantId, previewed, hasAlias)),
      description: text('description', descriptionFault(texts.description)),
      welcomeMessage: text('welcomeMessage', undefined),
    },
    answers: checkedAnswersOf(answers),
    failures: answers.failures.map(({ rule, failure }) => ({ path: rule, ...messageOf(failure) })),
  };
}

/** Adds line and column to the problems of a manifest that is a text. */
function withPlaces({ manifest }: CheckTemplateInput, found: Pick<TemplateCheck, 'errors' | 'warnings'>) {
  if (typeof manifest !== 'string') return found;
  const { errors, warnings } = found;
  const placed = locateProblems(manifest, [...errors, ...warnings]);
  return { errors: placed.slice(0, errors.length), warnings: placed.slice(errors.length) };
}

/**
 * Returns every error of a manifest with its location, a warning for each rule of a question that fails, the texts of a
 * team that a person would request, the state of its questions, and the results of the audience tests. Writes nothing,
 * and records no failed rule.
 * @throws Forbidden, InvalidRequest at `person`
 */
export async function checkTemplate(
  deps: CheckTemplateDeps,
  principal: Principal,
  input: CheckTemplateInput,
): Promise<TemplateCheck & { template?: CatalogTemplate; answers?: CheckedAnswers }> {
  assertCanEditCatalog(principal);
  const { tenantId } = principal;
  const { readable, errors, warnings } = await checkManifest(deps, tenantId, input);
  if (readable === undefined) return withPlaces(input, { errors, warnings });
  const { manifest } = readable;
  const isPreviewed = input.person !== undefined || input.request !== undefined;
  const [preview, audience] = await Promise.all([
    isPreviewed ? previewRequest(deps, principal, manifest, input) : undefined,
    input.people || input.groups ? testAudience(deps, tenantId, manifest.catalogTemplate, input) : undefined,
  ]);
  const { failures = [], ...previewed } = preview ?? {};
  return {
    ...withPlaces(input, { errors, warnings: [...warnings, ...failures] }),
    ...(errors.length === 0 && { outcome: applyOutcomeOf(readable) }),
    template: manifest.catalogTemplate,
    ...previewed,
    ...(input.people && { audience: audience?.people ?? [] }),
    ...(input.groups && { audienceGroups: audience?.groups ?? [] }),
  };
}
