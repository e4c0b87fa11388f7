/**
 * Records lost access to a tenant, for all nodes. Access is lost when Entra rejects the sign-in, or when a token lacks
 * a required permission. It is regained with the first token that has all required permissions.
 */

import type { Logger } from 'pino';
import type { AccessStore } from '../../../domain/registrations/ports.ts';
import { SYSTEM_ACTOR } from '../../../engine/principal.ts';
import type { SuiteNotice } from '../../../engine/suite.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newId } from '../../../kernel/ids.ts';
import { say } from '../../../kernel/messages.ts';
import { comparePermissions, rolesIn } from './permissions.ts';
import { TenantCache } from './registrations.ts';

/** Stores which tenants Charter has lost access to, and since when. */
export interface AccessRecords {
  /** Returns the time of the loss; undefined while Charter has access. */
  lostSince(tenantId: string): Promise<Date | undefined>;
  /** Records a loss and notifies administrators, unless the loss is recorded already. */
  lose(tenantId: string, reason: string): Promise<void>;
  /** Records that access is back, if a loss is recorded, and starts the jobs that wait for access. */
  regain(tenantId: string): Promise<void>;
  /** Starts the jobs that wait for a permission. */
  wake(tenantId: string): Promise<void>;
}

/** Stores the records in memory, for a suite without a database of registrations. */
export function accessRecordsInMemory(clock: Clock): AccessRecords {
  const lost = new Map<string, Date>();
  return {
    lostSince: async (tenantId) => lost.get(tenantId),
    lose: async (tenantId) => void lost.set(tenantId, lost.get(tenantId) ?? clock.now()),
    regain: async (tenantId) => void lost.delete(tenantId),
    wake: async () => undefined,
  };
}

/**
 * Returns the reason for the loss when the token lacks required permissions; undefined for a complete token, and when
 * the token can't be read.
 */
export function missingPermissionsReason(token: string): string | undefined {
  const roles = rolesIn(token);
  if (roles === undefined) return undefined;
  const missing = comparePermissions(roles).permissions.filter(
    ({ feature, state }) => feature === 'teams' && state === 'missing',
  );
  if (missing.length === 0) return undefined;
  return `These permissions are not granted: ${missing.map(({ name }) => name).join(', ')}.`;
}

const noticeOf = (since: Date): SuiteNotice => ({
  code: 'accessLost',
  ...say(
    'graph.accessLost',
    'Microsoft 365 gives Charter no access to this organisation since {since}. Lists may be outdated, and requests wait until an administrator has restored the access.',
    { since: since.toISOString() },
  ),
  since,
});

/** Records lost access, and serves notices of it. A notice may be half a minute late. */
export class LostAccess {
  readonly #records: AccessRecords;
  readonly #recent: TenantCache<Date | undefined>;

  constructor(records: AccessRecords, clock: Clock) {
    this.#records = records;
    this.#recent = new TenantCache((tenantId) => records.lostSince(tenantId), clock);
  }

  async isLost(tenantId: string): Promise<boolean> {
    return (await this.#records.lostSince(tenantId)) !== undefined;
  }

  async lose(tenantId: string, reason: string): Promise<void> {
    await this.#records.lose(tenantId, reason);
    this.#recent.forget(tenantId);
  }

  async regain(tenantId: string): Promise<void> {
    await this.#records.regain(tenantId);
    this.#recent.forget(tenantId);
  }

  wake(tenantId: string): Promise<void> {
    return this.#records.wake(tenantId);
  }

  async notices(tenantId: string): Promise<SuiteNotice[]> {
    const since = await this.#recent.find(tenantId);
    return since === undefined ? [] : [noticeOf(since)];
  }
}

export function accessRecords(access: AccessStore, clock: Clock, log: Logger): AccessRecords {
  const cause = () => ({ actor: SYSTEM_ACTOR, requestId: newId(), at: clock.now() });
  return {
    lostSince: (tenantId) => access.lostSince(tenantId),
    wake: (tenantId) => access.wake(tenantId),
    async lose(tenantId, reason) {
      if (!(await access.lose(tenantId, reason, cause()))) return;
      log.error({ tenantId, reason }, 'Microsoft 365 gives Charter no access to a tenant.');
    },
    async regain(tenantId) {
      if (!(await access.regain(tenantId, cause()))) return;
      log.info({ tenantId }, 'Microsoft 365 gives Charter access to the tenant again.');
    },
  };
}
