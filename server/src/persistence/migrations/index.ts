import type { Migration } from 'kysely/migration';
import * as ground from './0001-ground.ts';
import * as embeddedSuite from './0002-embedded-suite.ts';
import * as audit from './0003-audit.ts';
import * as approvals from './0005-approvals.ts';
import * as notifications from './0005-notifications.ts';
import * as webhooks from './0006-webhooks.ts';
import * as policies from './0007-policies.ts';
import * as lifecycle from './0008-lifecycle.ts';
import * as managers from './0009-managers.ts';
import * as hookStanding from './0010-hook-standing.ts';
import * as deliveriesOfHooks from './0011-deliveries-of-hooks.ts';
import * as leasedEvents from './0012-leased-events.ts';
import * as mailErrors from './0013-mail-errors.ts';
import * as whatADeliveryStandsOn from './0014-what-a-delivery-stands-on.ts';
import * as notificationsById from './0015-notifications-by-id.ts';

/** In order, forward only: a released migration is never edited, a mistake is mended by the next one. */
export const migrations: Record<string, Migration> = {
  '0001-ground': ground,
  '0002-embedded-suite': embeddedSuite,
  '0003-audit': audit,
  '0006-webhooks': webhooks,
  '0005-approvals': approvals,
  '0005-notifications': notifications,
  '0007-policies': policies,
  '0008-lifecycle': lifecycle,
  '0009-managers': managers,
  '0010-hook-standing': hookStanding,
  '0011-deliveries-of-hooks': deliveriesOfHooks,
  '0012-leased-events': leasedEvents,
  '0013-mail-errors': mailErrors,
  '0014-what-a-delivery-stands-on': whatADeliveryStandsOn,
  '0015-notifications-by-id': notificationsById,
};
