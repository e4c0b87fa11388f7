/** The pages of a node for its operators. */
import type { Config } from '../config.ts';
import { type HealthListener, listenForHealth } from '../http/health-listener.ts';
import { healthPages, NodeHealth, type Pages } from '../http/pages/health.ts';
import { NodeMetrics } from '../http/pages/metrics.ts';
import type { createLog } from './log.ts';

export interface OperatorPages {
  health: NodeHealth;
  metrics: NodeMetrics;
  pages: Pages;
}

export function openOperatorPages(log: ReturnType<typeof createLog>): OperatorPages {
  const health = new NodeHealth(log);
  const metrics = new NodeMetrics();
  return { health, metrics, pages: healthPages(health, () => metrics.page()) };
}

/** Starts the health listener; undefined when no port is set. @throws Conflict when the port can't be used */
export async function startHealthListener(
  { healthHost: host, healthPort: port }: Config,
  { pages }: OperatorPages,
  log: ReturnType<typeof createLog>,
): Promise<HealthListener | undefined> {
  if (port === undefined) return undefined;
  const settings = { host: 'CHARTER_HEALTH_HOST', port: 'CHARTER_HEALTH_PORT' };
  const listener = await listenForHealth({ host, port, settings }, pages, (error) =>
    log.error({ err: error }, 'A health page failed.'),
  );
  log.info({ host, port: listener.port }, 'The health listener is open.');
  return listener;
}
