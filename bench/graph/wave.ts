/**
 * Measures a wave of small teams in Microsoft 365 against Microsoft's limit of 6 team creations a second, and the
 * requests of two other people: one who starts after the others, and one who requested many of the teams.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { BUDGETS } from '../../server/test/graph/budgets.ts';
import type { Measurement } from '../measurement.ts';
import { type Organisation, startGraphWorld } from './world.ts';

const LATENCY_MILLISECONDS = 100;
const TEAMS = Number(process.env.BENCH_WAVE_TEAMS ?? 200);
const REQUESTERS = 4;
const CALLERS = 8;
const PERSON_LIMIT_SECONDS = 15;

/** Requests the teams of the wave, by several people at once. */
async function requestWave(organisation: Organisation): Promise<void> {
  let requested = 0;
  const request = async (): Promise<void> => {
    while (requested < TEAMS) {
      requested += 1;
      await organisation.request(requested % REQUESTERS, `Wave ${requested}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, request));
}

export async function measureWave(): Promise<Measurement[]> {
  const world = await startGraphWorld(['contoso'], REQUESTERS + 1, LATENCY_MILLISECONDS);
  try {
    const [organisation] = world.organisations;
    if (organisation === undefined) throw new Error('The world has no tenant.');
    const alone = await organisation.build(REQUESTERS, 'Alone');
    const { calls } = world.standIn;
    calls.clear();
    const begun = performance.now();
    await requestWave(organisation);
    const requested = (performance.now() - begun) / 1000;
    const beside = await organisation.build(REQUESTERS, 'Beside the wave');
    const made = () =>
      calls.all.filter(({ route, status }) => route === 'PUT /groups/{group}/team' && status === 201);
    while (made().length < TEAMS + 1) await delay(200);
    const all = made().map(({ at }) => at);
    const seconds = ((all.at(-1) as number) - (all[0] as number)) / 1000;
    const perSecond = (all.length - 1) / seconds;
    const over = calls.all.filter((call) => call.exceeded.length > 0);
    for (const call of over) console.error(call.method, call.path, call.exceeded.join(', '));
    const exceeded = over.length;
    const { calls: limit } = BUDGETS.teamPut;
    const gaps = all.slice(1).map((at, index) => at - (all[index] as number));
    return [
      {
        name: 'team creations of a wave, against the published limit',
        // A call that exceeds a limit invalidates the result.
        value: exceeded === 0 ? perSecond / limit : 0,
        limit: 0.8,
        comparison: 'atLeast',
        unit: 'times',
        detail: {
          teams: TEAMS,
          'teams/s': perSecond,
          'calls over a limit': exceeded,
          'shortest gap ms': Math.min(...gaps),
          'most in a second': mostWithin(all, 1_000),
        },
      },
      {
        name: "a person's request beside the wave",
        value: beside,
        limit: PERSON_LIMIT_SECONDS,
        comparison: 'atMost',
        unit: 's',
        detail: { 'alone s': alone, 'wave requested in s': requested },
      },
    ];
  } finally {
    await world.stop();
  }
}

/** Returns the largest number of the given times that fall into one period of `milliseconds`. */
function mostWithin(times: readonly number[], milliseconds: number): number {
  return Math.max(
    ...times.map((from) => times.filter((time) => time >= from && time < from + milliseconds).length),
  );
}
