import { listTemplateVersions } from '../../domain/catalog/get-template.ts';
import { asOrdinal, readCursor } from '../cursors.ts';
import { Paged, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { CatalogTemplateVersions, describeVersion, TemplateParams } from './schemas.ts';

export const getCatalogTemplateVersionsRoute = route(
  {
    summary: 'List the versions of a template',
    params: TemplateParams,
    querystring: Paged,
    collection: CatalogTemplateVersions,
    description: 'Newest first. Each apply that changes the template makes a version.',
  },
  async (deps, { principal, params, query }) => {
    const page = readPage(query, (cursor) => readCursor(cursor, asOrdinal)?.[0]);
    const { items, next } = await listTemplateVersions(deps, principal, { ...params, ...page });
    return { items: items.map(describeVersion), next };
  },
);
