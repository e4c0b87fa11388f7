import { listRecords } from '../../engine/audit/list-records.ts';
import type { AuditRecord } from '../../engine/audit/model.ts';
import { TRAILS } from '../../flows/definitions.ts';
import { route } from '../route.ts';
import { Closed, Id } from '../schema.ts';
import { keyOf, readRecordsQuery } from './query.ts';
import { AuditTrailRecords, AuditTrailRecordsQuery } from './schemas.ts';

/** Merges the trail's own fields with the common ones, which take precedence. */
const present = ({ fields, ...common }: AuditRecord) => ({ ...fields, ...common });

export const getAuditTrailRecordsRoute = route(
  {
    summary: 'List the records of an audit trail',
    params: Closed({ code: Id('Code of the audit trail') }),
    querystring: AuditTrailRecordsQuery,
    collection: AuditTrailRecords,
    context: "auditTrails(':code')/records",
    description:
      'Newest first by default. Includes everything committed before the call, with its position in the chain.',
  },
  async (deps, { principal, params, query }) => {
    const input = { ...params, ...readRecordsQuery(query) };
    const { items, next, count } = await listRecords({ ...deps, trails: TRAILS }, principal, input);
    return { items: items.map(present), count, next: next && keyOf(next) };
  },
);
