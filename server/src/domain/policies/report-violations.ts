/** Records of the violations of policies in the mode `report`. */
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Message } from '../../kernel/messages.ts';
import type { PolicyKind } from './model.ts';
import { policyRecord, policyViolationReported } from './policy-records.ts';

interface Reported extends Message {
  policy: PolicyKind;
  source: { id: string; name: string };
}

/** @param team the changed team, or the requested one, which has no id yet */
export const reportRecords = (
  principal: Principal,
  context: RequestContext,
  team: { id?: string; displayName: string },
  reports: readonly Reported[],
): NewAuditRecord[] =>
  reports.map(({ policy: kind, source, message }) =>
    policyRecord(
      policyViolationReported,
      principal,
      context,
      { ...source, kind },
      {
        ...(team.id !== undefined && { teamId: team.id }),
        teamName: team.displayName,
        message,
      },
    ),
  );
