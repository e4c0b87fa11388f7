import type { RuleFailure } from '../domain/catalog/rules.ts';

/** The history of one source: quick ones run first, quarantined ones don't run. */
export interface RuleRecord {
  /** Identifies the source in messages to the worker. */
  readonly id: number;
  pace: 'new' | 'quick' | 'slow';
  /** Number of the sandbox that has the source compiled; 0 for none. */
  sandbox: number;
  quarantine: { readonly until: number; readonly failure: RuleFailure } | undefined;
  lastUse: number;
}

/** A temporary record, for a source that is only compiled. */
export const passingRecord = (): RuleRecord => ({
  id: 0,
  pace: 'new',
  sandbox: 0,
  quarantine: undefined,
  lastUse: 0,
});

/** A bounded cache of records. Drops the least recently used quarter when full. */
export interface RuleRecords {
  /** Returns the record of `source`, or a new one. */
  of(source: string): RuleRecord;
  /** Returns the ids dropped since the last call that `sandbox` still has, and marks them as unloaded. */
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
