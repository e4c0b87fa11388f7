import type { Principal } from '../../engine/principal.ts';
import { invalidField } from '../../kernel/errors.ts';
import { mustReadCatalog } from './access.ts';
import { isLanguageRange } from './language.ts';
import type { CatalogTemplate } from './model.ts';
import type { CatalogStore } from './ports.ts';

/** The default language (docs/specification.md, section 2). */
const DEFAULT_LANGUAGE_RANGE = 'en';

interface ListTemplatesInput {
  /** Language range: `en` finds `en-US` too, `*` finds every language. */
  language?: string | undefined;
}

/** @throws InvalidRequest at `language` */
export function mustBeLanguageRange(language: string): string {
  if (isLanguageRange(language)) return language;
  throw invalidField('language', `'${language}' is not a language such as 'en' or 'en-US', nor '*' for all.`);
}

/**
 * Returns all templates of the tenant, enabled or not, by name.
 * @throws Forbidden, InvalidRequest at `language`
 */
export async function listTemplates(
  deps: { store: CatalogStore },
  principal: Principal,
  { language = DEFAULT_LANGUAGE_RANGE }: ListTemplatesInput,
): Promise<readonly CatalogTemplate[]> {
  mustReadCatalog(principal);
  return deps.store.in(principal.tenantId).templates.list({ language: mustBeLanguageRange(language) });
}
