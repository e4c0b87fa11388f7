import type { Principal } from '../../engine/principal.ts';
import { invalidField, policyViolation } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import type { UserProfile } from '../directory/model.ts';
import { type AudienceDeps, templatesFor } from './audience.ts';
import { type CatalogTemplate, kindOfTemplate, type TemplateKind } from './model.ts';
import type { FoundTemplate } from './ports.ts';

interface FindTemplateForInput {
  templateId: string;
  /**
   * Directory id of the requester: the calling user, or the first owner in an app's request. An app has no profile
   * that a rule could test, and may not bypass the rule.
   */
  requesterId: string;
  /** The kind of object that the template creates. Default: teams. */
  kind?: TemplateKind;
}

interface TemplateForRequester {
  template: FoundTemplate;
  /** Undefined for a person who is not in the directory, and who can use only templates without targeting. */
  requester: UserProfile | undefined;
}

/**
 * Returns the enabled template with this id.
 * @throws InvalidRequest at `template.id`: TemplateNotFound or TemplateDisabled
 */
async function findEnabledTemplate(
  store: AudienceDeps['store'],
  tenantId: string,
  templateId: string,
  kind: TemplateKind,
): Promise<FoundTemplate> {
  const template = await store.in(tenantId).templates.find(templateId);
  if (template === undefined || kindOfTemplate(template.structure) !== kind) {
    throw invalidField(
      'template.id',
      say(
        'catalog.templateMissing',
        "No template with the id '{id}' exists. List your templates for the ids you can use.",
        { id: templateId },
      ),
      'TemplateNotFound',
    );
  }
  const { enabled, name } = template.catalogTemplate.templateConfiguration;
  if (enabled) return template;
  throw invalidField(
    'template.id',
    say('catalog.templateDisabled', "The template '{name}' is disabled. Choose another.", { name }),
    'TemplateDisabled',
  );
}

/** @throws PolicyViolation at `audience` unless the person is in the template's audience */
async function assertInAudience(
  rules: AudienceDeps['rules'],
  { catalogTemplate }: { catalogTemplate: CatalogTemplate },
  requester: UserProfile | undefined,
  principal: Principal,
): Promise<void> {
  const [allowed] = await templatesFor(rules, [catalogTemplate], requester, principal);
  if (allowed !== undefined) return;
  const { name } = catalogTemplate.templateConfiguration;
  // The message names the person, because approvers of the request read it too.
  const who =
    requester?.displayName ?? (principal.kind === 'app' ? 'The first owner' : principal.displayName);
  const message = say(
    'catalog.notInAudience',
    "'{who}' is not in the audience of the template '{template}'. Choose a template of their catalog.",
    { who, template: name },
  );
  throw policyViolation(message, [{ target: 'audience', code: 'NotInAudience', ...message }]);
}

/**
 * Returns the template of a request. It must be enabled, and its audience must include the requester
 * (docs/specification.md, section 8).
 * @throws InvalidRequest at `template.id`, PolicyViolation at `audience`
 */
export async function findTemplateFor(
  deps: AudienceDeps,
  principal: Principal,
  { templateId, requesterId, kind = 'team' }: FindTemplateForInput,
): Promise<TemplateForRequester> {
  const { tenantId } = principal;
  const [template, requester] = await Promise.all([
    findEnabledTemplate(deps.store, tenantId, templateId, kind),
    deps.suite.users.profile(tenantId, requesterId),
  ]);
  await assertInAudience(deps.rules, template, requester, principal);
  return { template, requester };
}
