/** Compares two naming policies, with 5,000 blocked words and with one, by the time that they take to check names. */

import { findNamingFaults } from '../server/src/domain/policies/kinds/naming.ts';
import type { Policy } from '../server/src/domain/policies/model.ts';
import { newId } from '../server/src/kernel/ids.ts';
import { type Measurement, measureAlternately } from './measurement.ts';

const WORDS = 5_000;
const NAMES = 20_000;
const ROUNDS = 9;

const wordAt = (index: number): string => `word${index.toString(36).padStart(4, '0')}`;

/** Words of usual length. Every tenth entry, from the first on, is a phrase of two words. */
const blocked = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    index % 10 === 0 ? `${wordAt(index)} ${wordAt(index + 1)}` : wordAt(index),
  );

function policy(blockedWords: string[]): Policy<'naming'> {
  const at = new Date();
  return {
    id: newId(),
    name: 'Words',
    description: null,
    kind: 'naming',
    enabled: true,
    mode: 'enforce',
    scope: { type: 'tenant' },
    settings: { blockedWords },
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}

const SUBJECTS = ['Launch', 'Projekt Übersee', 'Équipe', 'Строительство', '公司文件', 'Site opening'];
const names = Array.from(
  { length: NAMES },
  (_, index) => `${SUBJECTS[index % SUBJECTS.length]} ${index} (${wordAt(index % 100)}s) – phase 2`,
);

/** Returns the milliseconds for all names. */
function measure(subject: Policy<'naming'>): number {
  const began = performance.now();
  let faults = 0;
  for (const name of names) faults += findNamingFaults(subject, name).length;
  const took = performance.now() - began;
  if (faults > 0) throw new Error('The policy rejected a name without a blocked word.');
  return took;
}

export async function measurePolicies(): Promise<Measurement[]> {
  const [one, many] = [policy(blocked(1)), policy(blocked(WORDS))];
  const began = performance.now();
  measure(many);
  const first = performance.now() - began;
  measure(one);
  const figures = await measureAlternately(
    { one: async () => measure(one), many: async () => measure(many) },
    ROUNDS,
  );
  const perName = (milliseconds: number): number => (milliseconds * 1000) / NAMES;
  return [
    {
      name: 'a name against 5,000 blocked words / against one',
      value: figures.many / figures.one,
      limit: 1.2,
      comparison: 'atMost',
      unit: 'times',
      detail: {
        'µs a name, one word': perName(figures.one),
        'µs a name, 5,000 words': perName(figures.many),
        'ms, first use': first - figures.many,
      },
    },
  ];
}
