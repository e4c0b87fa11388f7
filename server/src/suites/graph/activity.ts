/**
 * The latest activity in teams, from Charter's copy: Charter's own changes, and Microsoft's usage report, which has
 * days without times and is about two days late.
 */
import type { SuiteActivity } from '../../domain/teams/suite.ts';
import type { StoredDirectory } from '../../engine/suite.ts';
import { readReport } from './activity-report.ts';
import type { GraphParts } from './parts.ts';

export const createActivity = (
  parts: GraphParts,
  { activity }: Pick<StoredDirectory, 'activity'>,
): SuiteActivity => ({
  async of(tenantId, teamIds) {
    if (teamIds.length > 0) await readReport(parts, tenantId);
    return activity.of(tenantId, teamIds);
  },
});
