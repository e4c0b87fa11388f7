/** Changes many teams, one after the other, with a result for each. */
import { CharterApiError, type TeamSummary } from '@charter/sdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isTransient } from '../../base/client.ts';
import { type TeamChange, useChangeTeam, useRefreshTeams } from './queries.ts';

export type BulkState = 'waiting' | 'running' | 'paused' | 'done' | 'failed';

export interface BulkResult {
  team: TeamSummary;
  state: BulkState;
  /** The service's message about a failure. */
  message?: string;
}

const PAUSE_MILLISECONDS = 5_000;
/** Number of tries for each team after transient failures. */
const MOST_TRIES = 30;

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

const pauseAfter = (error: unknown): number =>
  (error instanceof CharterApiError && error.retryAfterSeconds !== undefined
    ? error.retryAfterSeconds * 1000
    : undefined) ?? PAUSE_MILLISECONDS;

/** Returns the results so far, and a function that starts the changes. They stop when the component unmounts. */
export function useBulkChange(teams: readonly TeamSummary[], change: TeamChange) {
  const changeTeam = useChangeTeam();
  const refresh = useRefreshTeams();
  const stopping = useRef<AbortController>(undefined);
  const [results, setResults] = useState<readonly BulkResult[]>(() =>
    teams.map((team) => ({ team, state: 'waiting' })),
  );
  const [isRunning, setRunning] = useState(false);
  useEffect(() => () => stopping.current?.abort(), []);

  const note = useCallback((index: number, state: BulkState, message?: string) => {
    setResults((all) =>
      all.map((each, place) =>
        place === index ? { team: each.team, state, ...(message !== undefined && { message }) } : each,
      ),
    );
  }, []);

  const changeOne = async (index: number, signal: AbortSignal): Promise<void> => {
    const { id } = (teams[index] as TeamSummary) ?? {};
    for (let tries = 1; !signal.aborted; tries += 1) {
      note(index, 'running');
      try {
        await changeTeam(id, change, signal);
        return note(index, 'done');
      } catch (error) {
        const mayPass = isTransient(error) && tries < MOST_TRIES;
        if (!mayPass) return note(index, 'failed', error instanceof Error ? error.message : String(error));
        note(index, 'paused');
        await wait(pauseAfter(error), signal);
      }
    }
  };

  const start = async (): Promise<void> => {
    const controller = new AbortController();
    stopping.current = controller;
    setRunning(true);
    for (const index of teams.keys()) await changeOne(index, controller.signal);
    refresh();
    setRunning(false);
  };

  const ended = results.filter(({ state }) => state === 'done' || state === 'failed').length;
  return { results, ended, isRunning, start };
}
