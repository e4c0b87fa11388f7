import { listApprovals } from '../../flows/approvals/list-approvals.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Approvals, ApprovalsQuery } from './schemas.ts';

export const getApprovalsRoute = route(
  {
    summary: 'List requests for teams that need or needed an approval',
    querystring: ApprovalsQuery,
    response: Approvals,
    description:
      'Newest first. Lists the requests that the caller made or decides; for administrators all of the tenant, unless `role` is given. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const page = await listApprovals(deps, principal, {
      role: query.role,
      status: query.status,
      ...readPage(query),
    });
    return { body: pageBody({ baseUrl, query }, 'approvals', 'approvals', page) };
  },
);
