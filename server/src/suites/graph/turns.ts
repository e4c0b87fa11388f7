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
