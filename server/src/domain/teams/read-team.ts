import type { AuditPosition, SubjectRecord } from '../../engine/audit/ports.ts';
import { auditQueried, type ReadLog } from '../../engine/audit/read-log.ts';
import type { Deps } from '../../engine/deps.ts';
import type { Principal, RequestContext } from '../../engine/principal.ts';
import type { Store } from '../../engine/store.ts';
import type { Suite } from '../../engine/suite.ts';
import { type Page, toPage } from '../../kernel/page.ts';
import { authoriseTeamAction, findTeam } from './access.ts';
import {
  type MemberPagePosition,
  type MemberQuery,
  roleOf,
  type SuiteTeam,
  type TeamMember,
} from './model.ts';
import type { Permanence, PermanenceDeps } from './permanence.ts';

/** Returns a team of the caller's tenant. @throws NotFound, Forbidden */
export const getTeam = (
  deps: { suite: Suite },
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<SuiteTeam> => findTeam(deps, principal, teamId, 'get');

/** Returns a team that the caller owns. @throws NotFound, Forbidden */
export async function getOwnTeam(
  deps: { suite: Suite },
  principal: Principal,
  { teamId }: { teamId: string },
): Promise<SuiteTeam> {
  return (await authoriseTeamAction(deps, principal, teamId, 'getOwn')).suiteTeam;
}

export interface ListTeamMembersInput extends MemberQuery {
  teamId: string;
  /** Whether to count the matches of all pages. */
  countAll: boolean;
}

/** The end of a guest's stay, RFC 3339, and the sponsor. */
interface ShownStay {
  endDateTime: string | null;
  sponsor: { id: string; displayName: string } | null;
}

export interface StaysDeps {
  /** Finds the stays of guests by user id (domain/guests/describe-stays.ts). */
  findStays(
    deps: Pick<Deps, 'store' | 'suite'>,
    tenantId: string,
    teamId: string,
    userIds: readonly string[],
  ): Promise<ReadonlyMap<string, ShownStay>>;
}

interface DescribedMember extends TeamMember, Partial<ShownStay> {
  /** Reasons why the person is a permanent member; null for other members. */
  permanent: Omit<Permanence, 'userId'>[] | null;
}

/**
 * Returns a page of a team's members, owners first. Everybody who may read the team's channels may list its members.
 * @throws NotFound
 */
export async function listTeamMembers(
  deps: Pick<Deps, 'store' | 'suite'> & PermanenceDeps & StaysDeps,
  principal: Principal,
  { teamId, countAll, ...query }: ListTeamMembersInput,
): Promise<{ members: DescribedMember[]; next?: MemberPagePosition; count: number }> {
  const { tenantId } = principal;
  const { suiteTeam } = await authoriseTeamAction(deps, principal, teamId, 'readMembers');
  const { id } = suiteTeam.team;
  const { teams } = deps.suite;
  const [page, total, permanent] = await Promise.all([
    teams.listMemberPage(tenantId, id, query),
    countAll ? teams.countMembers(tenantId, id, query) : undefined,
    deps.findPermanent(deps, tenantId, id),
  ]);
  const byUser = Map.groupBy(permanent, ({ userId }) => userId);
  const guests = page.members.filter(({ roles }) => roleOf(roles) === 'guest').map(({ userId }) => userId);
  const stays = await deps.findStays(deps, tenantId, id, guests);
  const members = page.members.map((member) => ({
    ...member,
    ...stays.get(member.userId),
    permanent: byUser.get(member.userId)?.map(({ role, source }) => ({ role, source })) ?? null,
  }));
  return { ...page, members, count: total ?? members.length };
}

interface ListHistoryInput {
  teamId: string;
  /** Page size, 1 to 999. */
  top: number;
  after?: AuditPosition | undefined;
}

/**
 * Returns a page of the audit records about a team, of all trails, newest first. Seals new records first, so that the
 * page includes every record that was committed before the call. Records the read, unless the caller owns the team.
 * @throws NotFound, Forbidden
 */
export async function listHistory(
  deps: { store: Pick<Store, 'in'>; suite: Suite; reads: ReadLog },
  principal: Principal,
  context: RequestContext,
  { teamId, ...query }: ListHistoryInput,
): Promise<Page<SubjectRecord, AuditPosition>> {
  const { suiteTeam, role } = await authoriseTeamAction(deps, principal, teamId, 'readHistory');
  const { id, displayName } = suiteTeam.team;
  const { audit } = deps.store.in(principal.tenantId);
  await audit.seal();
  const found = await audit.listAbout(id, query);
  if (role !== 'owner') {
    // The type is not `team`, so that the history of the team does not list its readers.
    const target = { type: 'teamHistory', id, displayName };
    await deps.reads.record(principal, context, auditQueried, { target, filter: '' }, 'audit');
  }
  return toPage(found, query.top, ({ time, id }) => ({ time: new Date(time), id }));
}
