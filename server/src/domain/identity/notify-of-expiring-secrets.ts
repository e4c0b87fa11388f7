import type { Deps } from '../../engine/deps.ts';
import { SYSTEM_ACTOR } from '../../engine/principal.ts';
import { DAY_MILLISECONDS } from '../../kernel/clock.ts';
import { newId } from '../../kernel/ids.ts';
import { aboutSecret, appSecretExpired, appSecretExpiring } from './app-events.ts';
import type { SecretNotice } from './ports.ts';

/** Days before the end of a secret at which administrators are notified. */
const NOTICE_DAYS = 14;
const PAGE = 100;

const NOTICES = {
  expired: { event: appSecretExpired, kind: 'app_secret_expired', days: 0 },
  expiring: { event: appSecretExpiring, kind: 'app_secret_expiring', days: NOTICE_DAYS },
} as const;

/**
 * Records an event and notifies the administrators when a secret will expire within NOTICE_DAYS, and when it has
 * expired. Sends each notice once, even if several nodes run this. A secret that has already expired gets only the
 * second notice.
 */
export async function notifyOfExpiringSecrets(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  tenantId: string,
): Promise<void> {
  for (const notice of ['expired', 'expiring'] as const satisfies SecretNotice[]) {
    const { event, kind, days } = NOTICES[notice];
    const notify = () =>
      store.transaction(tenantId, async (unit) => {
        const at = clock.now();
        const before = new Date(at.getTime() + days * DAY_MILLISECONDS);
        const ending = await unit.apps.takeEnding(notice, before, PAGE);
        const cause = { actor: SYSTEM_ACTOR, requestId: newId() };
        await unit.events.append(
          ending.map((secret) => ({ ...event.happened(aboutSecret(secret)), ...cause })),
          at,
        );
        for (const { appId, appName, secretName, hint, expiresAt } of ending) {
          const facts = {
            appId,
            appName,
            secretName: secretName ?? hint ?? appName,
            expiresDateTime: expiresAt.toISOString(),
          };
          await unit.notifications.addForAdministrators({ kind, facts }, at);
        }
        return ending.length;
      });
    while ((await notify()) === PAGE);
  }
}
