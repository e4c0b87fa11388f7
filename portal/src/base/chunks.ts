/** Loads chunks of the portal at their first use, and waits while the service is unreachable. */
import { lazyRouteComponent } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { retryDelay } from './client.ts';
import { loadLaterMessages } from './messages.ts';
import { readSettings } from './settings.ts';

let waiting = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  waiting += change;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether a chunk waits because the service is unreachable. */
export const useIsUnreachable = (): boolean => useSyncExternalStore(subscribe, () => waiting > 0);

const isServing = (): Promise<boolean> =>
  readSettings().then(
    () => true,
    () => false,
  );

/**
 * Loads a chunk of the portal. Retries while the service is unreachable.
 * @throws the error of `load` when the service responds: it then serves another version, and the router reloads the
 *   page
 */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await load();
    } catch (error) {
      if (await isServing()) throw error;
      count(1);
      await new Promise((resolve) => setTimeout(resolve, retryDelay(tries, undefined)));
      count(-1);
    }
  }
}

type PageLoader<Name extends string> = () => Promise<Record<Name, () => React.ReactNode>>;

/** A page that needs only messages of the first chunk. */
export const lazyFirstPage = <Name extends string>(load: PageLoader<Name>, name: Name) =>
  lazyRouteComponent(() => loadChunk(load), name);

/** Loads a chunk that needs the messages of later pages too. */
export const loadWithMessages = <Chunk>(load: () => Promise<Chunk>): Promise<Chunk> =>
  loadChunk(async () => (await Promise.all([load(), loadLaterMessages()]))[0]);

export const lazyPage = <Name extends string>(load: PageLoader<Name>, name: Name) =>
  lazyRouteComponent(() => loadWithMessages(load), name);
