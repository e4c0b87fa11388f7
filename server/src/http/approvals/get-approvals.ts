import { listApprovals } from '../../flows/approvals/list-approvals.ts';
import { pageBody, readPage } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Approvals, ApprovalsQuery } from './schemas.ts';

export const getApprovalsRoute = route(
  {
    summary: 'List requests for teams that wait for approval, or did',
    querystring: ApprovalsQuery,
    response: refTo(Approvals),
    description:
      'Newest first: those that the caller asked for or is to decide; for administrators all of the tenant unless `role` says otherwise. Follow `@odata.nextLink` as it is for the next page.',
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
