import Type from 'typebox';
import { getTemplateVersion } from '../../domain/catalog/get-template.ts';
import { route } from '../route.ts';
import { Closed } from '../schema.ts';
import { CatalogTemplateVersionDetails, describeVersion, TemplateParams } from './schemas.ts';

export const getCatalogTemplateVersionRoute = route(
  {
    summary: 'Get a version of a template with its manifest',
    params: Closed({
      ...TemplateParams.properties,
      version: Type.String({ minLength: 1, maxLength: 64, examples: ['1.1'] }),
    }),
    response: CatalogTemplateVersionDetails,
    description: 'The manifest is the text that was applied, with the version and the picture in it.',
  },
  async (deps, { principal, params }) => {
    const version = await getTemplateVersion(deps, principal, params);
    return { ...describeVersion(version), ...version.source };
  },
);
