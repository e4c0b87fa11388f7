import { listApprovals } from '../../domain/approvals/list-approvals.ts';
import { encodeCursor } from '../../kernel/cursors.ts';
import { nextLink, readIdToken, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Approvals, ApprovalsQuery } from './schemas.ts';

export const getApprovalsRoute = route(
  'getApprovals',
  {
    querystring: ApprovalsQuery,
    response: refTo(Approvals),
    description:
      'Newest first: those that the caller asked for or is to decide; for administrators all of the tenant unless `role` says otherwise. Follow `@odata.nextLink` as it is for the next page.',
  },
  async (deps, { principal, query, baseUrl }) => {
    const { approvals, next } = await listApprovals(deps, principal, {
      role: query.role,
      status: query.status,
      top: readTop(query.$top),
      after: query.$skiptoken === undefined ? undefined : readIdToken(query.$skiptoken),
    });
    return {
      body: {
        '@odata.context': `${baseUrl}/$metadata#approvals`,
        '@odata.count': approvals.length,
        ...(next && { '@odata.nextLink': nextLink(`${baseUrl}/approvals`, query, encodeCursor([next])) }),
        value: approvals,
      },
    };
  },
);
