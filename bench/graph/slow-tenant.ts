/**
 * Measures how fast one tenant of Microsoft 365 gets its teams while the Graph of another tenant is slow, does not
 * respond, responds with 429 or 503, or Entra rejects its sign-in. The other tenant has requested twelve teams.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Behaviour, FAULTLESS, type Fault } from '../../server/test/graph/behaviour.ts';
import { type Measurement, median } from '../measurement.ts';
import { type GraphWorld, type Organisation, startGraphWorld } from './world.ts';

const LATENCY_MILLISECONDS = 100;
const SLOW_MILLISECONDS = 8_000;
const REQUESTS_OF_THE_OTHER = 12;
/** Requests of the healthy tenant, one after another. */
const TEAMS = 5;
/** Time in which the jobs of the other tenant get stuck. */
const SETTLE_MILLISECONDS = 5_000;
const LIMIT = 1.5;

interface InjectedTrouble {
  latency?: number;
  fault?: Fault;
  isRejected?: boolean;
}

const TROUBLES: Record<string, InjectedTrouble> = {
  '8 s a call': { latency: SLOW_MILLISECONDS },
  'no answer': { latency: Number.POSITIVE_INFINITY },
  '429': { fault: { kind: 'throttled', seconds: 5 } },
  '503': { fault: { kind: 'unavailable', seconds: 5 } },
  'rejected sign-in': { isRejected: true },
};

class SlowTenant {
  readonly #world: GraphWorld;
  readonly #healthy: Organisation;
  readonly #other: Organisation;
  readonly #latencies: Map<string, number>;
  #requested = 0;

  constructor(world: GraphWorld, latencies: Map<string, number>) {
    const [healthy, other] = world.organisations;
    if (healthy === undefined || other === undefined) throw new Error('Two tenants are needed.');
    this.#world = world;
    this.#healthy = healthy;
    this.#other = other;
    this.#latencies = latencies;
  }

  /** Returns the median of the seconds in which a team of the healthy tenant is complete. */
  async secondsOfATeam(): Promise<number> {
    const seconds: number[] = [];
    for (let team = 0; team < TEAMS; team += 1) {
      this.#requested += 1;
      seconds.push(await this.#healthy.build(team % 3, `Healthy ${this.#requested}`));
    }
    return median(seconds);
  }

  async beside({ latency, fault, isRejected = false }: InjectedTrouble): Promise<number> {
    const { standIn } = this.#world;
    const { tenant, registration } = this.#other;
    const { secret } = registration;
    const names = Array.from({ length: REQUESTS_OF_THE_OTHER }, () => `Other ${++this.#requested}`);
    await Promise.all(names.map((name, index) => this.#other.request(index % 3, name)));
    if (latency !== undefined) this.#latencies.set(tenant.id, latency);
    const behaviour: Behaviour = {
      ...FAULTLESS,
      faultOf: ({ tenantId }) => (tenantId === tenant.id ? fault : undefined),
    };
    standIn.behave(behaviour);
    if (isRejected) {
      Object.assign(registration, { secret: 'another secret' });
      standIn.authority.revoke();
    }
    try {
      await delay(SETTLE_MILLISECONDS);
      return await this.secondsOfATeam();
    } finally {
      this.#latencies.delete(tenant.id);
      standIn.behave(FAULTLESS);
      Object.assign(registration, { secret });
    }
  }
}

export async function measureSlowTenant(): Promise<Measurement[]> {
  const latencies = new Map<string, number>();
  const latencyOf = (tenantId = ''): number => latencies.get(tenantId) ?? LATENCY_MILLISECONDS;
  const world = await startGraphWorld(['contoso', 'fabrikam'], 3, latencyOf);
  try {
    const tenants = new SlowTenant(world, latencies);
    await tenants.secondsOfATeam();
    const alone = await tenants.secondsOfATeam();
    const detail: Record<string, number> = { 'alone s': alone };
    for (const [name, trouble] of Object.entries(TROUBLES)) {
      detail[name] = await tenants.beside(trouble);
      // The other tenant's jobs continue in the meantime.
      await delay(SETTLE_MILLISECONDS);
    }
    const { 'alone s': _, ...beside } = detail;
    return [
      {
        name: 'a team beside a tenant whose Graph is in trouble, against alone',
        value: Math.max(...Object.values(beside)) / alone,
        limit: LIMIT,
        comparison: 'atMost',
        unit: 'times',
        detail,
      },
    ];
  } finally {
    await world.stop();
  }
}
