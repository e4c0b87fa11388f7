/**
 * The latest activity in teams, from Charter's copy: Charter's own changes, and Microsoft's usage report, which has
 * days without times and is about two days late.
 */
import type { SuiteActivity } from '../../domain/teams/suite.ts';
import { createActivity as createKeptActivity } from '../embedded/activity.ts';
import type { SuiteParts } from '../embedded/database.ts';
import { readReport } from './activity-report.ts';
import type { GraphParts } from './parts.ts';

export function createActivity(parts: GraphParts, keptParts: SuiteParts): SuiteActivity {
  const kept = createKeptActivity(keptParts);
  return {
    async of(tenantId, teamIds) {
      if (teamIds.length > 0) await readReport(parts, tenantId);
      return kept.of(tenantId, teamIds);
    },
  };
}
