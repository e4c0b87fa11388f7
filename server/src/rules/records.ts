import type { RuleFailure } from '../domain/catalog/rules.ts';

/** What the service remembers of one source, so that bad ones are not run again and good ones run first. */
export interface RuleRecord {
  /** Stands for the source in messages to the worker. */
  readonly id: number;
  pace: 'new' | 'quick' | 'slow';
  /** The sandbox that holds the source compiled; 0 for none. */
  sandbox: number;
  /** Set while the source is refused without being run. */
  quarantine: { readonly until: number; readonly failure: RuleFailure } | undefined;
  lastUse: number;
}

/** A record nobody remembers, for a source that is only looked at. */
export const passingRecord = (): RuleRecord => ({
  id: 0,
  pace: 'new',
  sandbox: 0,
  quarantine: undefined,
  lastUse: 0,
});

/** A bounded memory of sources: the longest unused are forgotten, a quarter at a time. */
export interface RuleRecords {
  /** The record of `source`; a new one if there is none. */
  of(source: string): RuleRecord;
  /** Ids forgotten since the last call that `sandbox` still holds; from now on it counts as not holding them. */
  takeForgotten(sandbox: number): number[];
}

export const createRecords = (maximum: number): RuleRecords => {
  const records = new Map<string, RuleRecord>();
  let forgotten: RuleRecord[] = [];
  let lastId = 0;
  let uses = 0;

  const forgetOldest = (count: number): void => {
    const byUse = [...records].sort(([, left], [, right]) => left.lastUse - right.lastUse);
    for (const [source, record] of byUse.slice(0, count)) {
      records.delete(source);
      forgotten.push(record);
    }
  };

  return {
    of: (source) => {
      uses += 1;
      const known = records.get(source);
      if (known !== undefined) {
        known.lastUse = uses;
        return known;
      }
      if (records.size >= maximum) forgetOldest(Math.ceil(maximum / 4));
      lastId += 1;
      const record: RuleRecord = { ...passingRecord(), id: lastId, lastUse: uses };
      records.set(source, record);
      return record;
    },
    takeForgotten: (sandbox) => {
      const held = forgotten.filter((record) => record.sandbox === sandbox);
      forgotten = [];
      for (const record of held) record.sandbox = 0;
      return held.map((record) => record.id);
    },
  };
};
