/**
 * The latest sign-ins of guests, in Charter's copy of the directory. Microsoft Graph shows them about a day late, with
 * the permission AuditLog.Read.All and a licence for Microsoft Entra ID P1 or P2 ("user resource type",
 * signInActivity).
 */

import type { User as GraphUser, SignInActivity } from '@microsoft/microsoft-graph-types';
import type { SuiteUsers } from '../../../domain/directory/suite.ts';
import { isCharterError } from '../../../kernel/errors.ts';
import { type Sql, sql, table } from '../../../kernel/sql.ts';
import type { SuiteDatabase } from '../../../kernel/suite-database.ts';
import { GraphFailure, hasStatus } from '../client/failure.ts';
import type { MirrorParts } from './parts.ts';

const HOUR = 60 * 60_000;
/** Age of the sign-ins after which they are read again. */
const OLD_MILLISECONDS = 12 * HOUR;
/** Time until the next attempt after one that failed, or whose node died. */
const PAUSE_MILLISECONDS = HOUR;
/** Age of the sign-ins after which they no longer count as known. A licence check of Graph can fail for hours. */
const KNOWN_MILLISECONDS = 48 * HOUR;

export const GUESTS = "/users?$filter=userType eq 'Guest'&$select=id,signInActivity";

/** Graph returns at most 500 people in a page with this property ("user resource type"). */
const PAGE = 500;

type SignInParts = Pick<MirrorParts, 'database' | 'clock' | 'graphOf' | 'isRegistered'>;

/**
 * Returns the time of the latest sign-in; undefined for a person who has never signed in. Graph has the time of the
 * latest successful sign-in only since December 2023. The other times are those of attempts, which may have failed.
 */
export function lastSignInOf(activity: SignInActivity | null | undefined): string | undefined {
  const { lastSuccessfulSignInDateTime, lastSignInDateTime, lastNonInteractiveSignInDateTime } =
    activity ?? {};
  if (lastSuccessfulSignInDateTime) return lastSuccessfulSignInDateTime;
  return [lastSignInDateTime, lastNonInteractiveSignInDateTime]
    .filter((at) => at != null)
    .toSorted()
    .at(-1);
}

/** Code of the rejection for a tenant without the licence. */
export const NO_LICENCE = 'Authentication_RequestFromNonPremiumTenantOrB2CTenant';

/** Why Graph does not show the sign-ins. */
type SignInProblem = 'permission' | 'licence';

/**
 * Returns the reason for a 403. Without the permission, the code is `Authentication_MSGraphPermissionMissing`. Graph
 * also returns the code of a missing licence now and then in a tenant that has one.
 */
const problemOf = ({ facts: { code } }: GraphFailure): SignInProblem =>
  code === NO_LICENCE ? 'licence' : 'permission';

const ofTenant = (tenant: Sql): Sql => sql`tenant_id = ${tenant}`;

/** Saves a page of guests. A guest without a sign-in has none in the copy. */
async function save({ database }: SignInParts, tenantId: string, page: readonly GraphUser[]): Promise<void> {
  const { tenant, write } = database.in(tenantId);
  const rows = page.map(({ id, signInActivity }) => ({
    id: id as string,
    at: lastSignInOf(signInActivity) ?? null,
  }));
  await write`
    update directory.users u set last_sign_in_at = i.at
      from ${table('i', rows, { id: 'text', at: 'timestamptz' })}
     where u.tenant_id = ${tenant} and u.user_id = i.id and u.last_sign_in_at is distinct from i.at`;
}

/** Reads the sign-ins of all guests. Returns why Graph rejected the call. @throws GraphFailure */
async function readAll(parts: SignInParts, tenantId: string): Promise<SignInProblem | undefined> {
  try {
    const pages = parts
      .graphOf(tenantId)
      .pages<GraphUser>(`${GUESTS}&$top=${PAGE}`, { budget: 'readDirectory' });
    for await (const page of pages) await save(parts, tenantId, page);
    return undefined;
  } catch (error) {
    if (hasStatus(error, 403)) return problemOf(error);
    throw error;
  }
}

/** Reads the sign-ins when the stored ones are old. One node reads them at a time. @throws GraphFailure */
async function refresh(parts: SignInParts, tenantId: string): Promise<void> {
  const { database, clock, isRegistered } = parts;
  const { tenant, exists, write } = database.in(tenantId);
  const now = clock.now();
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const isOld = sql`
    (r.read_at is null or r.read_at < ${before(OLD_MILLISECONDS)})
    and r.attempted_at < ${before(PAUSE_MILLISECONDS)}`;
  // Each check of a team comes here, and the claim locks the row even when it changes nothing.
  const isFresh = await exists`
    select from graph_suite.sign_in_readings r where ${ofTenant(tenant)} and not (${isOld})`;
  if (isFresh) return;
  const claimed = await write`
    insert into graph_suite.sign_in_readings as r (tenant_id, attempted_at) values (${tenant}, ${now})
    on conflict (tenant_id) do update set attempted_at = excluded.attempted_at
     where ${isOld}`;
  if (claimed === 0 || !(await isRegistered(tenantId))) return;
  const problem = await readAll(parts, tenantId);
  await write`
    update graph_suite.sign_in_readings
       set problem = ${problem ?? null}, read_at = ${problem === undefined ? sql.val(now) : sql`read_at`}
     where ${ofTenant(tenant)}`;
}

/** Whether the sign-ins in the copy are young enough. */
const areKnown = ({ database, clock }: SignInParts, tenantId: string): Promise<boolean> => {
  const { tenant, exists } = database.in(tenantId);
  return exists`
    select from graph_suite.sign_in_readings
     where ${ofTenant(tenant)} and read_at >= ${new Date(clock.now().getTime() - KNOWN_MILLISECONDS)}`;
};

export const createSignInReads =
  (parts: SignInParts, stored: Pick<SuiteUsers, 'lastSignIns'>): SuiteUsers['lastSignIns'] =>
  async (tenantId, userIds) => {
    try {
      await refresh(parts, tenantId);
    } catch (error) {
      if (!(error instanceof GraphFailure) && !isCharterError(error)) throw error;
      // The next attempt follows after a pause. Until then, a guest's latest sign-in can be unknown.
    }
    return (await areKnown(parts, tenantId)) ? stored.lastSignIns(tenantId, userIds) : new Map();
  };

/** Whether Graph shows the sign-ins, as far as the latest attempt knows. */
export async function areSignInsShown(database: SuiteDatabase, tenantId: string): Promise<boolean> {
  const { tenant, exists } = database.in(tenantId);
  return !(await exists`
    select from graph_suite.sign_in_readings where ${ofTenant(tenant)} and problem is not null`);
}

/** Deletes sign-ins that are too old to count as known: they are personal data that nothing needs. */
export async function removeOldSignIns({ database, clock }: SignInParts, tenantId: string): Promise<void> {
  const { tenant, write } = database.in(tenantId);
  await write`
    with old as (
      update graph_suite.sign_in_readings set read_at = null
       where ${ofTenant(tenant)} and read_at < ${new Date(clock.now().getTime() - KNOWN_MILLISECONDS)}
      returning true)
    update directory.users set last_sign_in_at = null
     where ${ofTenant(tenant)} and last_sign_in_at is not null and exists (select from old)`;
}
