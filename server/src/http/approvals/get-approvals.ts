import { listApprovals } from '../../domain/approvals/list-approvals.ts';
import { decodeCursor, encodeCursor } from '../../kernel/cursors.ts';
import { invalidField } from '../../kernel/errors.ts';
import { nextLink, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { refTo } from '../schema.ts';
import { Approvals, ApprovalsQuery } from './schemas.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function readSkipToken(text: string): string {
  const [id] = decodeCursor(text, 1);
  if (UUID.test(String(id))) return String(id);
  throw invalidField('$skiptoken', 'The $skiptoken is not one this service gave out.', 'InvalidCursor');
}

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
      after: query.$skiptoken === undefined ? undefined : readSkipToken(query.$skiptoken),
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
