import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import { forbidden, invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { mustReadCatalog } from './access.ts';
import { type AudienceDeps, templatesFor } from './audience.ts';
import { isLanguageRange } from './language.ts';
import type { CatalogTemplate } from './model.ts';

/** The default language (docs/specification.md, section 2). */
const DEFAULT_LANGUAGE_RANGE = 'en';

interface ListTemplatesInput {
  /** Language range: `en` finds `en-US` too, `*` finds every language. */
  language?: string | undefined;
}

/** @throws InvalidRequest at `language` */
function mustBeLanguageRange(language: string): string {
  if (isLanguageRange(language)) return language;
  throw invalidField(
    'language',
    say('catalog.language', "'{language}' is not a language such as 'en' or 'en-US', nor '*' for all.", {
      language,
    }),
  );
}

/**
 * Returns all templates of the tenant, enabled or not, by name.
 * @throws Forbidden, InvalidRequest at `language`
 */
export async function listTemplates(
  deps: { store: Pick<Store, 'in'> },
  principal: Principal,
  { language = DEFAULT_LANGUAGE_RANGE }: ListTemplatesInput,
): Promise<readonly CatalogTemplate[]> {
  mustReadCatalog(principal);
  return deps.store.in(principal.tenantId).templates.list({ language: mustBeLanguageRange(language) });
}

/**
 * Returns the enabled templates whose audience includes the calling user, by name; by default in every language.
 * @throws Forbidden for an app, InvalidRequest at `language`
 */
export async function listMyTemplates(
  deps: AudienceDeps,
  principal: Principal,
  { language = '*' }: ListTemplatesInput,
): Promise<CatalogTemplate[]> {
  if (principal.kind !== 'user') {
    throw forbidden(
      say('catalog.peopleOnly', 'Only a person has templates of their own. An app lists the whole catalog.'),
    );
  }
  const { tenantId, id } = principal;
  const filter = { language: mustBeLanguageRange(language) };
  const [templates, profile] = await Promise.all([
    deps.store.in(tenantId).templates.listEnabled(filter),
    deps.suite.users.profile(tenantId, id),
  ]);
  return templatesFor(deps.rules, templates, profile, principal);
}
