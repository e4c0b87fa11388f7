import type { Principal } from '../../engine/principal.ts';
import { forbidden } from '../../kernel/errors.ts';
import type { SuiteUsers } from '../users/suite.ts';
import { type AudienceRules, templatesFor } from './audience.ts';
import { mustBeLanguageRange } from './list-templates.ts';
import type { CatalogTemplate } from './model.ts';
import type { CatalogStore } from './ports.ts';

interface ListMyTemplatesDeps {
  store: CatalogStore;
  suite: { users: Pick<SuiteUsers, 'profile'> };
  rules: AudienceRules;
}

interface ListMyTemplatesInput {
  /** Language range. Default: every language. */
  language?: string | undefined;
}

/**
 * Returns the enabled templates whose audience includes the calling user, by name.
 * @throws Forbidden for an app, InvalidRequest at `language`
 */
export async function listMyTemplates(
  deps: ListMyTemplatesDeps,
  principal: Principal,
  { language }: ListMyTemplatesInput,
): Promise<CatalogTemplate[]> {
  if (principal.kind !== 'user') {
    throw forbidden('Only a person has templates of their own. An app lists the whole catalog.');
  }
  const { tenantId, id } = principal;
  const filter = language === undefined ? {} : { language: mustBeLanguageRange(language) };
  const [templates, profile] = await Promise.all([
    deps.store.in(tenantId).templates.listEnabled(filter),
    deps.suite.users.profile(tenantId, id),
  ]);
  return templatesFor(deps.rules, templates, profile, principal);
}
