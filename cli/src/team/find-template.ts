/** Templates by id or name, as people know them. */
import { type CatalogTemplate, CharterApiError, type CharterClient } from '@charter/sdk';
import { CommandFailure, EXIT } from '../exit-codes.ts';

/** Those the caller may use; for an app, which has no audience, the whole catalog. */
async function usable(client: CharterClient): Promise<CatalogTemplate[]> {
  const everyLanguage = { language: '*' };
  try {
    return (await client.catalog.getMyCatalogTemplates(everyLanguage)).value;
  } catch (error) {
    if (!(error instanceof CharterApiError) || error.status !== 403) throw error;
    return (await client.catalog.getCatalogTemplates(everyLanguage)).value;
  }
}

/**
 * The id of the template with this id, or else this name (in any case).
 * @throws CommandFailure when there is none, or several have the name.
 */
export async function findTemplateId(client: CharterClient, idOrName: string): Promise<string> {
  const configurations = (await usable(client)).map((template) => template.templateConfiguration);
  if (configurations.some(({ id }) => id === idOrName)) return idOrName;
  const wanted = idOrName.toLocaleLowerCase();
  const named = configurations.filter(({ name }) => name.toLocaleLowerCase() === wanted);
  if (named.length === 1) return (named[0] as (typeof named)[number]).id;
  if (named.length > 1) {
    const ids = named.map(({ id, language }) => `${id} (${language})`).join(', ');
    throw new CommandFailure(EXIT.usage, `Several templates are called '${idOrName}'. Give the id: ${ids}.`);
  }
  throw new CommandFailure(
    EXIT.notFound,
    `You may use no template with the id or name '${idOrName}'. List them with: charter template list --mine`,
  );
}
