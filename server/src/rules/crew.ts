import { type Artifacts, loadArtifacts } from './artifacts.ts';
import type { RuleLimits } from './limits.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

/** A sandbox and its unique number. */
export interface Member {
  readonly sandbox: Sandbox;
  readonly number: number;
}

/** Starts, replaces and ends sandboxes on demand. */
export interface Crew {
  /** Returns the current sandbox, started when needed. @throws when it can't start */
  member(): Promise<Member>;
  /** Starts the next sandbox, for a likely replacement. */
  prepare(): void;
  /** Ends the current sandbox and switches to the next one. */
  replace(): void;
  /** Ends all sandboxes and frees their artifacts. */
  rest(): Promise<void>;
}

export const createCrew = (limits: RuleLimits): Crew => {
  let artifacts: Promise<Artifacts> | undefined;
  let current: Promise<Member> | undefined;
  let standby: Promise<Member> | undefined;
  const leaving = new Set<Promise<void>>();
  let lastNumber = 0;
  let rests = 0;

  const start = (): Promise<Member> => {
    lastNumber += 1;
    const number = lastNumber;
    artifacts ??= loadArtifacts();
    const starting = artifacts.then(async (loaded) => ({
      sandbox: await startSandbox(loaded, limits),
      number,
    }));
    // Callers that await it get the failure; without one, it must not become an unhandled rejection.
    starting.catch(() => undefined);
    return starting;
  };

  const dismiss = (member: Promise<Member> | undefined): void => {
    const gone = (async () => {
      const started = await member?.catch(() => undefined);
      await started?.sandbox.end();
    })();
    leaving.add(gone);
    void gone.finally(() => leaving.delete(gone));
  };

  const rest = async (): Promise<void> => {
    rests += 1;
    dismiss(current);
    dismiss(standby);
    artifacts = undefined;
    current = undefined;
    standby = undefined;
    await Promise.all(leaving);
  };

  return {
    member: async () => {
      current ??= start();
      try {
        const member = await current;
        if (member.sandbox.alive()) return member;
        current = start();
        return await current;
      } catch (error) {
        await rest();
        throw error;
      }
    },
    prepare: () => {
      standby ??= start();
    },
    replace: () => {
      dismiss(current);
      current = standby ?? start();
      // Hostile rules come in groups, so keep the next sandbox ready.
      const era = rests;
      standby = current.then(() =>
        era === rests ? start() : Promise.reject(new Error('The sandboxes have ended')),
      );
      standby.catch(() => undefined);
    },
    rest,
  };
};
