import { type Artifacts, loadArtifacts } from './artifacts.ts';
import type { RuleLimits } from './limits.ts';
import { type Sandbox, startSandbox } from './sandbox.ts';

/** A sandbox and its number, which no later one has. */
export interface Member {
  readonly sandbox: Sandbox;
  readonly number: number;
}

/** Sees to it that there is a living sandbox when one is needed, and none when none is. */
export interface Crew {
  /**
   * The sandbox on duty, started if need be.
   * @throws when it cannot be started
   */
  member(): Promise<Member>;
  /** Starts the next sandbox: the one on duty may have to be replaced soon. */
  prepare(): void;
  /** Puts the next sandbox on duty and ends the present one meanwhile. */
  replace(): void;
  /** Ends them all and lets go of what they are started from. */
  rest(): Promise<void>;
}

export const createCrew = (limits: RuleLimits): Crew => {
  let artifacts: Promise<Artifacts> | undefined;
  let onDuty: Promise<Member> | undefined;
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
    // Whoever waits for it hears of a failure; a standby nobody waits for may fail in silence.
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
    dismiss(onDuty);
    dismiss(standby);
    artifacts = undefined;
    onDuty = undefined;
    standby = undefined;
    await Promise.all(leaving);
  };

  return {
    member: async () => {
      onDuty ??= start();
      try {
        const member = await onDuty;
        if (member.sandbox.alive()) return member;
        onDuty = start();
        return await onDuty;
      } catch (error) {
        await rest();
        throw error;
      }
    },
    prepare: () => {
      standby ??= start();
    },
    replace: () => {
      dismiss(onDuty);
      onDuty = standby ?? start();
      // Hostile rules come in groups: from now on the next one is started before it is needed.
      const era = rests;
      standby = onDuty.then(() => (era === rests ? start() : Promise.reject(new Error('The crew rests'))));
      standby.catch(() => undefined);
    },
    rest,
  };
};
