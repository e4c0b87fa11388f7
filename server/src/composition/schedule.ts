/** Scheduled work of a node. */
import { createMailer } from '../delivery/mail.ts';
import { type SendMailDeps, sendMail } from '../domain/notifications/send-mail.ts';
import { removeOldDeliveries } from '../domain/webhooks/remove-old-deliveries.ts';
import { pruneRecords } from '../engine/audit/prune-records.ts';
import { recoverIntents } from '../engine/intents/recover.ts';
import { expireApprovals } from '../flows/approvals/expire-approvals.ts';
import { remindApprovers } from '../flows/approvals/remind-approvers.ts';
import { TRAILS } from '../flows/definitions.ts';
import { type RunLifecycleDeps, runLifecycle } from '../flows/lifecycle/run-lifecycle.ts';
import { startScheduledRun } from '../flows/lifecycle/start-run.ts';
import { SUITE_OPERATIONS } from '../flows/recovery/suite-operations.ts';
import type { ScheduledWork } from '../workers/index.ts';
import { lifecycleCapOf, type Node } from './node.ts';

/** Dependencies for sending mail. Without an SMTP server no mail is sent. */
function mailOf({ config, parts, store, clock, log }: Node, publicUrl: () => string): SendMailDeps {
  const { smtpUrl: url, mailFrom: from, mailKindsOff: kindsOff } = config;
  return {
    store,
    suite: parts.suite,
    clock,
    mailer: url === undefined || from === undefined ? undefined : createMailer({ url, from }),
    kindsOff,
    publicUrl,
    onFailure: (error, details) => log.warn({ err: error, ...details }, 'A mail could not be sent.'),
  };
}

/** Dependencies for lifecycle runs. */
export function lifecycleOf({ config, parts, store, clock, log }: Node, tenantId: string): RunLifecycleDeps {
  return {
    store,
    suite: parts.suite,
    roles: parts.roleAssignments,
    clock,
    settings: { lifecycleCap: lifecycleCapOf(config) },
    report: (error, details) =>
      log.error({ err: error, tenantId, ...details }, 'A lifecycle run met an error.'),
  };
}

/** Starts the tenant's lifecycle run if it is due, and performs waiting runs. */
async function runLifecycles(node: Node, tenantId: string): Promise<void> {
  const deps = lifecycleOf(node, tenantId);
  await startScheduledRun(deps, tenantId, node.config.lifecycleHours);
  while (await runLifecycle(deps, tenantId));
}

/** Lists the scheduled work. Each item covers all tenants. */
export async function scheduledWork(node: Node, publicUrl: () => string): Promise<ScheduledWork[]> {
  const { config, parts, store, calls, clock, log } = node;
  const overTenants = async (sweep: (tenantId: string) => Promise<unknown>): Promise<void> => {
    for (const { id } of await parts.tenants.list()) await sweep(id);
  };
  const report = (error: unknown, intent: object) =>
    log.error({ err: error, ...intent }, 'An operation on the suite could not be finished.');
  const mail = mailOf(node, publicUrl);
  const recovery = { store, suite: parts.suite, clock, report };
  return [
    {
      queue: 'recover-intents',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => recoverIntents(recovery, SUITE_OPERATIONS, tenantId)),
    },
    {
      queue: 'audit-retention',
      cron: '23 3 * * *',
      run: () => overTenants((tenantId) => pruneRecords({ store, clock, trails: TRAILS }, tenantId)),
    },
    {
      queue: 'remind-approvers',
      cron: '*/15 * * * *',
      run: () =>
        overTenants(async (tenantId) => {
          const everyDays = config.approvalReminderDays;
          if (everyDays > 0) await remindApprovers({ store, clock }, tenantId, everyDays);
        }),
    },
    {
      queue: 'send-mail',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => sendMail(mail, tenantId)),
    },
    {
      queue: 'expire-approvals',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => expireApprovals({ store, clock }, tenantId)),
    },
    {
      queue: 'run-lifecycles',
      cron: '* * * * *',
      run: () => overTenants((tenantId) => runLifecycles(node, tenantId)),
    },
    {
      queue: 'remove-expired',
      cron: '*/15 * * * *',
      run: async () => {
        await parts.sessions.removeExpired();
        await overTenants((tenantId) => calls.idempotency.removeExpired(tenantId));
        await overTenants((tenantId) => calls.limiter.removeExpired(tenantId));
        await overTenants((tenantId) => removeOldDeliveries({ store, clock }, tenantId));
      },
    },
  ];
}
