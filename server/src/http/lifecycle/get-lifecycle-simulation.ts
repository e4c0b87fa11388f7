import { simulateLifecycle } from '../../flows/lifecycle/simulate.ts';
import { invalidField } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { asNumber, readCursor } from '../cursors.ts';
import { collectionOf, readTop } from '../paging.ts';
import { route } from '../route.ts';
import { LifecycleSimulation, SimulationQuery } from './schemas.ts';

/** Times from here on are rejected, so that the dates derived from a valid time also have a four-digit year. */
const LATEST = new Date('9999-01-01T00:00:00Z');

/**
 * Reads the time of the simulated run. Rejects times from LATEST on, and leap seconds, which RFC 3339 allows and
 * JavaScript can't represent. @throws InvalidRequest at `at`
 */
function readTime(text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime()) && time < LATEST) return time;
  throw invalidField('at', say('lifecycle.time', 'Give a time before the year 9999, and no leap second.'));
}

export const getLifecycleSimulationRoute = route(
  {
    summary: 'Simulate a lifecycle run',
    errors: [502],
    querystring: SimulationQuery,
    response: LifecycleSimulation,
    description:
      'Lists what a run would do, with reasons and times, in the order of the run. Changes nothing. Each page is computed anew for the time of the first one.',
  },
  async (deps, { principal, query, url }) => {
    const top = readTop(query.$top);
    // The number of teams on the previous pages.
    const [begin] = readCursor(query.$skiptoken, asNumber()) ?? [0];
    const { teams, others, ...simulation } = await simulateLifecycle(deps, principal, {
      at: query.at === undefined ? undefined : readTime(query.at),
      scope: query.scope,
    });
    const all = [...teams, ...others.map((team) => ({ ...team, outcome: null, error: null }))];
    const next = all.length > begin + top ? [begin + top] : undefined;
    const page = { items: all.slice(begin, begin + top), next };
    return { ...simulation, ...collectionOf(page, { url, query: { ...query, at: simulation.atDateTime } }) };
  },
);
