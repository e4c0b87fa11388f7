import type { AuditPosition, SubjectRecord } from '../../engine/audit/ports.ts';
import type { Principal } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { authoriseTeamAct } from './authorise.ts';

export interface ListHistoryInput {
  teamId: string;
  /** Page size, 1 to 999. */
  top: number;
  after?: AuditPosition | undefined;
}

/**
 * Returns a page of the audit records about a team, of all trails, newest first. Seals new records first, so that the
 * page includes every record that was committed before the call.
 * @throws NotFound, Forbidden
 */
export async function listHistory(
  deps: { store: Pick<Store, 'in'>; suite: Suite },
  principal: Principal,
  { teamId, ...query }: ListHistoryInput,
): Promise<Page<SubjectRecord, AuditPosition>> {
  const { suiteTeam } = await authoriseTeamAct(deps, principal, teamId, 'readHistory');
  const { audit } = deps.store.in(principal.tenantId);
  await audit.seal();
  const found = await audit.listAbout(suiteTeam.team.id, query);
  return toPage(found, query.top, ({ time, id }) => ({ time: new Date(time), id }));
}
