import { noTeam } from '../../../domain/teams/suite-rules.ts';
import { isUuid } from '../../../kernel/ids.ts';
/** Serialises the changes of a team on this node, so that nothing changes between the check and the change. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Runs the work after all earlier work with the same key. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const settled = mine.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}

/**
 * Runs a change of the team after the earlier changes on this node.
 * @throws NotFound for an invalid id
 */
export function inTurn<Result>(
  { turns }: { turns: Turns },
  tenantId: string,
  teamId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isUuid(teamId)) throw noTeam(teamId);
  return turns.run(`${tenantId} ${teamId}`, work);
}
