/** Server state of the lifecycle: simulation, runs, and their teams. */
import type {
  LifecycleRun,
  LifecycleRunTeam,
  LifecycleRunTeamsQuery,
  LifecycleSimulation,
  LifecycleSimulationQuery,
} from '@charter/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAfter, useClient } from '../../base/client.ts';
import { usePages } from '../../base/paging.ts';

const KEY = 'lifecycle';
const RUN_REFRESH_MILLISECONDS = 1_500;

export type Outcome = NonNullable<LifecycleRunTeam['outcome']>;
export const OUTCOMES = [
  'asked',
  'archived',
  'deleted',
  'expired',
  'reset',
  'left',
  'blocked',
  'failed',
] as const satisfies Outcome[];

/** @param at day of the simulated run, such as `2026-11-21`; undefined for now */
export function useSimulation(at: string | undefined, scope: 'due' | 'all') {
  const { lifecycle } = useClient();
  const query: LifecycleSimulationQuery = { scope, ...(at && { at: `${at}T12:00:00Z` }) };
  return usePages<LifecycleSimulationQuery, LifecycleRunTeam, LifecycleSimulation>({
    queryKey: [KEY, 'simulation', query],
    query,
    load: lifecycle.getLifecycleSimulation,
  });
}

export function useRuns() {
  const { lifecycle } = useClient();
  return usePages({ queryKey: [KEY, 'runs'], query: {}, load: lifecycle.getLifecycleRuns });
}

const hasEnded = ({ status }: LifecycleRun): boolean => status === 'completed' || status === 'failed';

export function useRun(runId: string) {
  const { lifecycle } = useClient();
  return useQuery({
    queryKey: [KEY, 'run', runId],
    queryFn: ({ signal }) => lifecycle.getLifecycleRun(runId, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && hasEnded(data) ? false : RUN_REFRESH_MILLISECONDS,
  });
}

export function useRunTeams(run: LifecycleRun, outcome: Outcome | undefined) {
  const { lifecycle } = useClient();
  return usePages<LifecycleRunTeamsQuery, LifecycleRunTeam>({
    // A run that ends meanwhile may have teams that the last refresh did not return.
    queryKey: [KEY, 'run', run.id, 'teams', outcome, hasEnded(run)],
    query: outcome === undefined ? {} : { outcome },
    load: (query, options) => lifecycle.getLifecycleRunTeams(run.id, query, options),
    refetchInterval: hasEnded(run) ? false : RUN_REFRESH_MILLISECONDS,
  });
}

export function useStartRun() {
  const { lifecycle } = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => lifecycle.startLifecycleRun(),
    onSettled: refreshAfter(queries, [KEY]),
  });
}
