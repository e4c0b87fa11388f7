import { listApprovals } from '../../flows/approvals/list-approvals.ts';
import { readPage } from '../paging.ts';
import { route } from '../route.ts';
import { Approvals, ApprovalsQuery } from './schemas.ts';

export const getApprovalsRoute = route(
  {
    summary: 'List requests for teams that need or needed an approval',
    querystring: ApprovalsQuery,
    collection: Approvals,
    description:
      'Newest first. Lists the requests that the caller made or decides; for administrators all of the tenant, unless `role` is given.',
  },
  (deps, { principal, query }) =>
    listApprovals(deps, principal, {
      role: query.role,
      status: query.status,
      waitingFor: query.waitingFor,
      ...readPage(query),
    }),
);
