/** Nodes that do the scheduled work on the access of people to teams: guests, reviews, requests to join. */
import { findPermanentMembers as findPermanent } from '../../src/domain/policies/find-permanent-members.ts';
import type { Deps } from '../../src/engine/deps.ts';
import { recoverIntents } from '../../src/engine/intents/recover.ts';
import { endStays } from '../../src/flows/guests/end-stays.ts';
import { SUITE_OPERATIONS } from '../../src/flows/recovery/suite-operations.ts';
import { restoreDueTeams } from '../../src/flows/restoration/restore-teams.ts';
import { runReviews } from '../../src/flows/reviews/run-reviews.ts';
import { processJoinRequests } from '../../src/flows/team-directory/process-requests.ts';
import { createStore } from '../../src/persistence/unit-of-work.ts';
import { testSecrets } from '../secrets.ts';
import type { ExternalWorld } from './external-world.ts';
import { FailingDatabases, Killed } from './failing-databases.ts';

type AccessWork = ReturnType<typeof accessWork>;

/** Returns a node's work. Failures are passed to `report`. */
function accessWork(world: ExternalWorld, deps: Deps, report: (error: unknown) => void) {
  const { tenantId } = world;
  const reporting = { ...deps, findPermanent, report };
  return {
    checkTeams: () => restoreDueTeams(reporting, tenantId),
    endStays: () => endStays(reporting, tenantId),
    runReviews: () => runReviews(reporting, tenantId),
    processRequests: () => processJoinRequests(reporting, tenantId),
    recover: () => recoverIntents(reporting, SUITE_OPERATIONS, tenantId),
    async all(): Promise<void> {
      await this.recover();
      await this.checkTeams();
      await this.endStays();
      await this.runReviews();
      await this.processRequests();
    },
  };
}

/**
 * Returns the work of a node whose suite, unlike `world.suite`, does not wait and retry. Failed work is repeated when
 * it is due again.
 */
export const openAccessNode = (world: ExternalWorld, report: (error: unknown) => void) =>
  accessWork(world, { store: world.store, suite: world.bare, clock: world.clock }, report);

/** One node at a time. A node that is killed at a kill point is replaced by the next one. */
export class FailingAccessNodes {
  readonly databases: FailingDatabases;
  readonly #world: ExternalWorld;
  /** Failures, except those of killed nodes. */
  readonly failures: unknown[] = [];
  #work: AccessWork;
  #isKilled = false;

  constructor(world: ExternalWorld, isKilled: (point: number) => boolean) {
    this.#world = world;
    this.databases = new FailingDatabases(world.database.tenancy, isKilled);
    this.#work = this.#open();
  }

  #open(): AccessWork {
    const { boss, clock } = this.#world;
    const store = createStore({ databases: this.databases, boss, secrets: testSecrets() });
    const suite = this.#world.anotherNode('background', this.databases);
    return accessWork(this.#world, { store, suite, clock }, (error) => this.#fail(error));
  }

  #fail(error: unknown): void {
    if (error instanceof Killed) this.#isKilled = true;
    else this.failures.push(error);
  }

  /** Runs the due work, or the given part of it. A killed node leaves the rest to the next one. */
  async run(part: (work: AccessWork) => Promise<unknown> = (work) => work.all()): Promise<void> {
    await part(this.#work).catch((error: unknown) => this.#fail(error));
    if (!this.#isKilled) return;
    const { calls } = this.#world.standIn;
    calls.deaths.push(calls.all.length);
    this.#isKilled = false;
    this.databases.revive();
    this.#work = this.#open();
  }
}
