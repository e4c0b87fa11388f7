/** Finds a template by id or name. */
import { type CatalogTemplate, CharterApiError, type CharterClient } from '@charter/sdk';
import { CommandFailure, EXIT } from '../exit-codes.ts';

type Configuration = CatalogTemplate['templateConfiguration'];

/** Returns the caller's templates. No audience includes apps, so an app gets the whole catalog. */
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
 * Returns the template with this id or, ignoring case, this name.
 * @throws CommandFailure when no template or several templates match
 */
export const findTemplate = async (client: CharterClient, idOrName: string): Promise<Configuration> =>
  chooseTemplate(
    (await usable(client)).map((template) => template.templateConfiguration),
    idOrName,
    'charter template list --mine',
  );

/**
 * Returns the template among these, as findTemplate does.
 * @param listing the command that lists them
 */
export function chooseTemplate<Template extends Pick<Configuration, 'id' | 'name' | 'language'>>(
  templates: readonly Template[],
  idOrName: string,
  listing: string,
): Template {
  const identified = templates.find(({ id }) => id === idOrName);
  if (identified !== undefined) return identified;
  const wanted = idOrName.toLocaleLowerCase();
  const named = templates.filter(({ name }) => name.toLocaleLowerCase() === wanted);
  if (named.length === 1) return named[0] as Template;
  if (named.length > 1) {
    const ids = named.map(({ id, language }) => `${id} (${language})`).join(', ');
    throw new CommandFailure(
      EXIT.usage,
      `Several templates have the name '${idOrName}'. Give the id: ${ids}.`,
    );
  }
  throw new CommandFailure(
    EXIT.notFound,
    `No template with the id or name '${idOrName}' is available to you. List yours with: ${listing}`,
  );
}
