/**
 * Measures how soon the teams of a wave are complete, in real time and with default settings, while a tenth of the
 * calls to Graph fails. server/test/graph/convergence.test.ts checks the same on virtual time.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { assertNothingTwice } from '../../server/test/graph/assertions.ts';
import { hostileToATenth } from '../../server/test/graph/hostile.ts';
import { CHANNELS } from '../../server/test/graph/provisioning-fleet.ts';
import type { Measurement } from '../measurement.ts';
import { type JobResponse, type Organisation, startGraphWorld } from './world.ts';

const LATENCY_MILLISECONDS = 100;
const TEAMS = 71;
const REQUESTERS = 4;
const SEED = Number(process.env.BENCH_CONVERGENCE_SEED ?? 1);
const POLL_MILLISECONDS = 2_000;
/** Time after which the benchmark fails. */
const LONGEST_MILLISECONDS = 30 * 60_000;

const ROOM = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: { id: 'room', name: 'Room', version: '1.0', language: 'en', enabled: true },
  newTeam: { teamPrivacy: 'private', addRequesterAsTeamOwner: true },
  initialization: { structure: { channels: CHANNELS } },
};

const secondsOf = ({ createdDateTime, lastActionDateTime }: JobResponse): number =>
  (Date.parse(lastActionDateTime) - Date.parse(createdDateTime)) / 1000;

/** Requests a room. Repeats the request while the service can't read the directory because of a fault. */
async function requestRoom(organisation: Organisation, number: number): Promise<string> {
  for (;;) {
    try {
      return await organisation.request(number % REQUESTERS, `Room ${number}`, 'room');
    } catch (error) {
      if (!/ answered 50[23]/.test(String(error))) throw error;
      await delay(POLL_MILLISECONDS);
    }
  }
}

/**
 * Returns the ended jobs.
 * @throws Error when a job fails, or when jobs are open after LONGEST_MILLISECONDS
 */
async function ended(organisation: Organisation, ids: readonly string[]): Promise<JobResponse[]> {
  const latest = performance.now() + LONGEST_MILLISECONDS;
  const jobs: JobResponse[] = [];
  for (const id of ids) {
    for (;;) {
      const job = await organisation.call<JobResponse>(0, 'GET', `/jobs/${id}`);
      if (job.status === 'failed') throw new Error(`A job failed: ${job.log.join('\n')}`);
      if (job.status === 'completed') {
        jobs.push(job);
        break;
      }
      if (performance.now() > latest) throw new Error(`${ids.length - jobs.length} teams are not complete.`);
      await delay(POLL_MILLISECONDS);
    }
  }
  return jobs;
}

export async function measureConvergence(): Promise<Measurement[]> {
  const world = await startGraphWorld(['contoso'], REQUESTERS, LATENCY_MILLISECONDS);
  try {
    const [organisation] = world.organisations;
    if (organisation === undefined) throw new Error('The world has no tenant.');
    await organisation.call(0, 'POST', '/catalog/templates', { manifest: ROOM });
    world.standIn.calls.clear();
    world.standIn.behave(hostileToATenth(SEED));
    const ids: string[] = [];
    for (let number = 0; number < TEAMS; number++) ids.push(await requestRoom(organisation, number));
    const seconds = (await ended(organisation, ids)).map(secondsOf).sort((one, other) => one - other);
    assertNothingTwice(organisation.tenant);
    const exceeded = world.standIn.calls.all.filter((call) => call.exceeded.length > 0).length;
    const detail = {
      teams: TEAMS,
      seed: SEED,
      'half s': seconds[Math.ceil(TEAMS / 2) - 1] as number,
      'calls over a limit': exceeded,
    };
    return [
      {
        name: '95 % of teams complete while a tenth of the calls to Graph fails',
        // A call that exceeds a limit invalidates the result.
        value: exceeded === 0 ? (seconds[Math.ceil(0.95 * TEAMS) - 1] as number) : Number.POSITIVE_INFINITY,
        limit: 5 * 60,
        comparison: 'atMost',
        unit: 's',
        detail,
      },
      {
        name: 'all teams complete while a tenth of the calls to Graph fails',
        value: seconds.at(-1) as number,
        limit: 15 * 60,
        comparison: 'atMost',
        unit: 's',
        detail,
      },
    ];
  } finally {
    await world.stop();
  }
}
