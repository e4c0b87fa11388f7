/** Scheduled work of a node. */
import { createMailer } from '../delivery/mail.ts';
import { removeUnusedBlobs } from '../domain/catalog/store-blob.ts';
import { endRoles } from '../domain/identity/end-roles.ts';
import { notifyOfExpiringSecrets } from '../domain/identity/notify-of-expiring-secrets.ts';
import { type SendMailDeps, sendMail } from '../domain/notifications/send-mail.ts';
import { findPermanentMembers as findPermanent } from '../domain/policies/find-permanent-members.ts';
import { erasePeople } from '../domain/privacy/erase-person.ts';
import { removeExpired } from '../domain/privacy/remove-expired.ts';
import { removeOldDeliveries } from '../domain/webhooks/remove-old-deliveries.ts';
import { pruneRecords } from '../engine/audit/prune-records.ts';
import { recoverIntents } from '../engine/intents/recover.ts';
import { expireApprovals, remindApprovers } from '../flows/approvals/deadlines.ts';
import { TRAILS } from '../flows/definitions.ts';
import { endStays } from '../flows/guests/end-stays.ts';
import { expireChanges } from '../flows/jobs/decide-job.ts';
import { announceOwnerlessTeams } from '../flows/leavers/announce-ownerless-teams.ts';
import { type RunLifecycleDeps, runLifecycle } from '../flows/lifecycle/run-lifecycle.ts';
import { latestSlot, startScheduledRun } from '../flows/lifecycle/start-run.ts';
import { SUITE_OPERATIONS } from '../flows/recovery/suite-operations.ts';
import { runReviews } from '../flows/reviews/run-reviews.ts';
import { processJoinRequests, removeOldJoinRequests } from '../flows/team-directory/process-requests.ts';
import { DAY_MILLISECONDS } from '../kernel/clock.ts';
import { type DueWork, tenantsWithDueWork } from '../persistence/due-work.ts';
import { tenantOptions } from '../persistence/queue.ts';
import type { QueueName } from '../persistence/queues.ts';
import type { SuiteNode } from '../suites/definition.ts';
import type { ScheduledWork } from '../workers/index.ts';
import { lifecycleCapOf, type Node } from './node.ts';
import { TenantRounds } from './tenant-rounds.ts';

/** Dependencies for sending mail. Without an SMTP server no mail is sent. */
function mailOf({ config, infrastructure, store, clock, log }: Node, publicUrl: () => string): SendMailDeps {
  const { smtpUrl: url, mailFrom: from, mailKindsOff: kindsOff } = config;
  return {
    store,
    suite: infrastructure.suite,
    clock,
    mailer: url === undefined || from === undefined ? undefined : createMailer({ url, from }),
    kindsOff,
    publicUrl,
    onFailure: (error, details) => log.warn({ err: error, ...details }, 'A mail could not be sent.'),
  };
}

export function lifecycleDepsOf(
  { config, infrastructure, store, clock, log }: Node,
  tenantId: string,
): RunLifecycleDeps {
  return {
    store,
    suite: infrastructure.suite,
    roles: infrastructure.roleAssignments,
    clock,
    settings: { lifecycleCap: lifecycleCapOf(config) },
    report: (error, details) =>
      log.error({ err: error, tenantId, ...details }, 'A lifecycle run met an error.'),
  };
}

/** Starts the tenant's lifecycle run if it is due, and performs waiting runs. */
async function runLifecycles(node: Node, tenantId: string, stopping: AbortSignal): Promise<void> {
  const deps = lifecycleDepsOf(node, tenantId);
  await startScheduledRun(deps, tenantId, node.config.lifecycleHours);
  while (!stopping.aborted && (await runLifecycle(deps, tenantId, stopping)));
}

/** Queues one refresh for each directory, so that a large or throttled directory does not delay the others. */
async function refreshDirectories({ config, infrastructure, boss, log }: Node): Promise<void> {
  const { isRegistered, tenants } = infrastructure;
  if (isRegistered === undefined) return;
  const known = (await tenants.list()).map(({ id }) => id);
  const queue: QueueName = 'refresh-tenant-directory';
  const send = async (tenantId: string): Promise<void> => {
    if (await isRegistered(tenantId)) await boss.send(queue, { tenantId }, tenantOptions(tenantId));
  };
  await new TenantRounds().round([...new Set([...config.suite.tenants, ...known])], send, (error, tenantId) =>
    log.warn({ err: error, tenantId }, 'The registration of a tenant could not be read.'),
  );
}

const EVERY_MINUTE = '* * * * *';
const EVERY_QUARTER_HOUR = '*/15 * * * *';
const EVERY_NIGHT = '23 3 * * *';

/** Returns the ids of the tenants that a round visits. */
type FindTenants = () => Promise<readonly string[]>;

/** Lists the scheduled work. Each item covers all tenants. */
export function scheduledWork(
  node: Node,
  suite: SuiteNode | undefined,
  publicUrl: () => string,
): ScheduledWork[] {
  const { config, infrastructure, store, calls, clock, log } = node;
  const every: FindTenants = async () => (await infrastructure.tenants.list()).map(({ id }) => id);
  const withDue =
    (work: DueWork, slot?: Date): FindTenants =>
    () =>
      tenantsWithDueWork(infrastructure.tenancy, work, clock.now(), slot);
  const forTenants = (
    queue: string,
    cron: string,
    find: FindTenants,
    run: (tenantId: string, stopping: AbortSignal) => Promise<unknown>,
  ) => {
    const rounds = new TenantRounds();
    return {
      queue,
      cron,
      run: async (stopping: AbortSignal): Promise<void> => {
        await rounds.round(
          await find(),
          (tenantId) => run(tenantId, stopping),
          (error, tenantId) =>
            log.error({ err: error, tenantId, queue }, 'Scheduled work failed for a tenant'),
        );
      },
      idle: () => rounds.idle(),
    };
  };
  const report = (error: unknown, intent: object) =>
    log.error({ err: error, ...intent }, 'An operation on the suite could not be finished.');
  const recovery = { store, suite: infrastructure.suite, clock, report };
  const access = {
    ...{ store, suite: infrastructure.suite, clock, findPermanent },
    report: (error: unknown, details: object) =>
      log.warn({ err: error, ...details }, 'The people of a team could not be checked.'),
  };
  const joining = {
    ...{ store, suite: infrastructure.suite, clock },
    report: (error: unknown, details: object) =>
      log.warn({ err: error, ...details }, 'The owners of a team could not be reminded.'),
  };
  const retention = { store, clock, trails: TRAILS };
  const mail = mailOf(node, publicUrl);
  const everyDays = config.approvalReminderDays;
  const unreminded: FindTenants = async () => {
    if (everyDays === 0) return [];
    const before = new Date(clock.now().getTime() - everyDays * DAY_MILLISECONDS);
    return tenantsWithDueWork(infrastructure.tenancy, 'reminders', before);
  };
  const undecided: FindTenants = async () => [
    ...new Set([...(await withDue('approvals')()), ...(await withDue('second_approvals')())]),
  ];
  const withLifecycleRuns: FindTenants = () =>
    withDue('lifecycle_runs', latestSlot(config.lifecycleHours, clock.now()))();
  const removal = forTenants('remove-expired', EVERY_QUARTER_HOUR, every, async (tenantId) => {
    await calls.idempotency.removeExpired(tenantId);
    await calls.rates.user.limiter.removeExpired(tenantId);
    await removeOldDeliveries({ store, clock }, tenantId, config.retention.events);
    await notifyOfExpiringSecrets({ store, clock }, tenantId);
    await suite?.removeExpired(tenantId);
  });
  return [
    {
      queue: 'refresh-directory',
      cron: EVERY_MINUTE,
      run: () => refreshDirectories(node),
    },
    forTenants('recover-intents', EVERY_MINUTE, withDue('intents'), (id) =>
      recoverIntents(recovery, SUITE_OPERATIONS, id),
    ),
    forTenants('audit-retention', EVERY_NIGHT, every, async (id) => {
      await pruneRecords(retention, id);
      await removeExpired({ store, clock }, id);
      await removeUnusedBlobs({ store, clock }, id);
      await removeOldJoinRequests({ store, clock }, id);
    }),
    forTenants('remind-approvers', EVERY_QUARTER_HOUR, unreminded, (id) =>
      remindApprovers({ store, suite: infrastructure.suite, clock }, id, everyDays),
    ),
    forTenants('send-mail', EVERY_MINUTE, withDue('mail'), (id) => sendMail(mail, id)),
    forTenants('expire-approvals', EVERY_MINUTE, undecided, async (id) => {
      await expireApprovals({ store, clock }, id);
      await expireChanges({ store, clock }, id);
    }),
    forTenants('join-requests', EVERY_MINUTE, withDue('join_requests'), (id) =>
      processJoinRequests(joining, id),
    ),
    forTenants('announce-ownerless-teams', EVERY_MINUTE, withDue('ownerless_teams'), (id) =>
      announceOwnerlessTeams({ store, clock }, id),
    ),
    forTenants('erase-people', EVERY_MINUTE, withDue('erasures'), (id) => erasePeople({ store, clock }, id)),
    forTenants('end-roles', EVERY_MINUTE, withDue('roles'), (id) =>
      endRoles({ roles: infrastructure.roleAssignments, clock }, id),
    ),
    forTenants('guests-and-reviews', EVERY_MINUTE, withDue('guests_and_reviews'), async (id, stopping) => {
      await endStays(access, id, stopping);
      await runReviews(access, id, stopping);
    }),
    forTenants('run-lifecycles', EVERY_MINUTE, withLifecycleRuns, (id, stopping) =>
      runLifecycles(node, id, stopping),
    ),
    {
      ...removal,
      run: async (stopping) => {
        await infrastructure.sessions.removeExpired();
        await removal.run(stopping);
      },
    },
  ];
}
