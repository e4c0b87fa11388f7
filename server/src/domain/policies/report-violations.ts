/** Records of the violations of policies in the mode `report`. */
import type { NewAuditRecord } from '../../engine/audit/model.ts';
import type { Cause } from '../../engine/principal.ts';
import type { Message } from '../../kernel/messages.ts';
import type { PolicyKind } from './model.ts';
import { policyViolationReported } from './policy-records.ts';

interface Reported extends Message {
  policy: PolicyKind;
  source: { id: string; name: string };
}

/** @param team the changed team, or the requested one, which has no id yet */
export const reportRecords = (
  cause: Cause,
  team: { id?: string; displayName: string },
  reports: readonly Reported[],
): NewAuditRecord[] =>
  reports.map(({ policy: kind, source, message }) =>
    policyViolationReported.record({ ...source, kind }, cause, {
      teamId: team.id,
      teamName: team.displayName,
      message,
    }),
  );
