import type { Principal } from '../../engine/principal.ts';
import { type ErrorDetail, invalidField, policyViolation } from '../../kernel/errors.ts';
import type { UserProfile } from '../users/model.ts';
import type { SuiteUsers } from '../users/suite.ts';
import { type AudienceRules, templatesFor } from './audience.ts';
import type { Template } from './model.ts';
import type { CatalogStore, FoundTemplate } from './ports.ts';

export interface FindTemplateForDeps {
  store: CatalogStore;
  suite: { users: Pick<SuiteUsers, 'profile'> };
  rules: AudienceRules;
}

export interface FindTemplateForInput {
  templateId: string;
  /**
   * Directory id of the person the request is for: the calling user, or the first owner an app's request
   * names. An app has no profile that a rule could speak of, and may not lead past the rule either.
   */
  requesterId: string;
}

export interface TemplateForRequester {
  template: FoundTemplate;
  /** Undefined when the directory does not know the person; then only untargeted templates are theirs. */
  requester: UserProfile | undefined;
}

/**
 * The enabled template with this id.
 * @throws InvalidRequest at `template.id`: TemplateNotFound or TemplateDisabled
 */
export async function findEnabledTemplate(
  store: CatalogStore,
  tenantId: string,
  templateId: string,
): Promise<FoundTemplate> {
  const template = await store.in(tenantId).templates.find(templateId);
  if (template === undefined) {
    throw invalidField(
      'template.id',
      `No template with the id '${templateId}' exists. List your templates for the ids you can use.`,
      'TemplateNotFound',
    );
  }
  const { enabled, name } = template.catalogTemplate.templateConfiguration;
  if (enabled) return template;
  throw invalidField(
    'template.id',
    `The template '${name}' is disabled. Choose another.`,
    'TemplateDisabled',
  );
}

/** @throws PolicyViolation at `audience` unless the template is for the person. */
export async function mustBeInAudience(
  rules: AudienceRules,
  template: Template,
  requester: UserProfile | undefined,
  principal: Principal,
): Promise<void> {
  const { catalogTemplate } = template;
  const [allowed] = await templatesFor(rules, [catalogTemplate], requester, principal);
  if (allowed !== undefined) return;
  const { name } = catalogTemplate.templateConfiguration;
  // By name: an approver of the request reads it too.
  const who =
    requester?.displayName ?? (principal.kind === 'app' ? 'The first owner' : principal.displayName);
  const detail: ErrorDetail = {
    target: 'audience',
    code: 'NotInAudience',
    message: `'${who}' is not in the audience of the template '${name}'. Choose a template of their catalog.`,
  };
  throw policyViolation(detail.message, [detail]);
}

/**
 * What a request for a team needs first (docs/specification.md 8): the template exists, is enabled and is for the person
 * the request is for.
 * @throws InvalidRequest at `template.id`, PolicyViolation at `audience`
 */
export async function findTemplateFor(
  deps: FindTemplateForDeps,
  principal: Principal,
  { templateId, requesterId }: FindTemplateForInput,
): Promise<TemplateForRequester> {
  const { tenantId } = principal;
  const [template, requester] = await Promise.all([
    findEnabledTemplate(deps.store, tenantId, templateId),
    deps.suite.users.profile(tenantId, requesterId),
  ]);
  await mustBeInAudience(deps.rules, template, requester, principal);
  return { template, requester };
}
