/** Applies a run's decisions. Each transaction extends the run's lease and so checks its fencing token. */

import { deleteTeamOperation } from '../../domain/teams/delete-team.ts';
import { enqueueTeamJob } from '../../domain/teams/team-jobs.ts';
import type { Deps } from '../../engine/deps.ts';
import {
  executeIntent,
  INTENT_LEASE_MILLISECONDS as INTENT_LEASE,
  isFinalRejection,
} from '../../engine/intents/perform.ts';
import type { Intent } from '../../engine/intents/ports.ts';
import { toStepError } from '../../engine/jobs/retry.ts';
import { charterPrincipal } from '../../engine/principal.ts';
import type { UnitOfWork } from '../../engine/store.ts';
import { hasCode } from '../../kernel/errors.ts';
import { type Message, messageOf } from '../../kernel/messages.ts';
import {
  type AnnouncedTeam,
  addresseesOf,
  displayNameOf,
  lifecycleEvent,
  lifecycleResetRecord,
  notifyPeople,
} from './announce.ts';
import { changeFor } from './decide.ts';
import { countsAgainstCap } from './plan.ts';
import { type PlannedDecision, type RunRecord, type RunTeam, reportOn, runOutcomeOf } from './runs.ts';

export interface StepDeps extends Deps {
  report(error: unknown, details: { runId: string; teamId?: string }): void;
}

interface StepParameters {
  cap: number;
  at: Date;
  leaseUntil: () => Date;
  newId: () => string;
}

/** Thrown when another node has taken over the run. This node then stops without a report. */
export class RunTakenOver extends Error {}

const isAnnounced = (planned: PlannedDecision): planned is AnnouncedTeam =>
  planned.decision.kind === 'ask' || planned.decision.kind === 'expire';

/** Returns the public reason of a failure. The private one is in the log. */
export const reasonOf = (error: unknown): Message => messageOf(toStepError(error));

export class LifecycleStep {
  readonly #deps: StepDeps;
  readonly #tenantId: string;
  readonly #run: RunRecord;
  readonly #parameters: StepParameters;
  #acted: number;

  constructor(deps: StepDeps, tenantId: string, run: RunRecord, parameters: StepParameters) {
    this.#deps = deps;
    this.#tenantId = tenantId;
    this.#run = run;
    this.#parameters = parameters;
    this.#acted = run.acted;
  }

  /**
   * Extends the lease while the run writes nothing for a long time.
   * @throws RunTakenOver
   */
  async keep(): Promise<void> {
    const { id, attempt } = this.#run;
    const { lifecycleRuns } = this.#deps.store.in(this.#tenantId);
    if (!(await lifecycleRuns.extend(id, attempt, this.#parameters.leaseUntil()))) throw lost();
  }

  get isFull(): boolean {
    return this.#acted >= this.#parameters.cap;
  }

  /**
   * Writes decisions without an action in one transaction. If it fails, writes each in its own, so that one team does
   * not block the others.
   */
  async settle(planned: readonly PlannedDecision[]): Promise<void> {
    if (planned.length === 0) return;
    try {
      await this.#settleTogether(planned);
    } catch (error) {
      if (error instanceof RunTakenOver || isAway(error)) throw error;
      if (planned.length > 1) for (const one of planned) await this.settle([one]);
      else if (planned[0] !== undefined) await this.#fail(planned[0], error);
    }
  }

  /** Reports the teams beyond the cap. The next run decides about them again. */
  async leave(planned: readonly PlannedDecision[]): Promise<void> {
    const reports = planned.map((one) => reportOn(one, 'left'));
    if (reports.length > 0) await this.#transaction((unit) => this.#report(unit, reports));
  }

  /**
   * Queues the archiving of the team, deletes it, or only announces its expiry. Decides again just before, because the
   * team may have been active since the run began.
   */
  async act(planned: PlannedDecision, lookAgain: () => Promise<PlannedDecision | undefined>): Promise<void> {
    try {
      const now = await lookAgain();
      if (now === undefined) return;
      if (now.decision.kind !== 'expire')
        return await this.#settleTogether(runOutcomeOf(now.decision) ? [now] : []);
      const intent = await this.#begin(now);
      if (intent !== undefined) await this.#delete(now, intent);
    } catch (error) {
      if (error instanceof RunTakenOver || isAway(error)) throw error;
      await this.#fail(planned, error);
    }
  }

  /**
   * Writes the record, event, notifications and job or intent in one transaction. Returns the deletion intent, if any.
   */
  async #begin(planned: PlannedDecision): Promise<Intent | undefined> {
    const { decision } = planned;
    // Creates the ids in this order, so that the records of the action follow the event in the trail.
    const eventId = this.#parameters.newId();
    const operationId = this.#parameters.newId();
    let intent: Intent | undefined;
    const isDone = await this.#transaction(async (unit) => {
      if (!(await this.#write(unit, [planned], { eventId, operationId })).has(planned.teamId)) return false;
      if (decision.kind === 'expire' && decision.action === 'Archive')
        await this.#archive(unit, planned, operationId);
      if (decision.kind === 'expire' && decision.action === 'Delete') {
        intent = await this.#intend(unit, planned, operationId);
      }
      if (countsAgainstCap(planned)) await unit.lifecycleRuns.countAction(this.#run.id);
      return true;
    });
    if (isDone && countsAgainstCap(planned)) this.#acted += 1;
    return isDone ? intent : undefined;
  }

  async #archive(unit: UnitOfWork, planned: PlannedDecision, operationId: string): Promise<void> {
    const team = { id: planned.teamId, displayName: displayNameOf(planned) };
    const siteReadOnly = planned.situation.rules?.siteReadOnly ?? false;
    const input = { type: 'TeamArchive', team, siteReadOnly } as const;
    const now = this.#deps.clock.now();
    const context = { requestId: this.#run.requestId, operationId };
    await enqueueTeamJob(unit, charterPrincipal(this.#tenantId), context, input, now);
  }

  #intend(unit: UnitOfWork, planned: PlannedDecision, operationId: string): Promise<Intent> {
    const now = this.#deps.clock.now();
    const intent = {
      id: operationId,
      operation: deleteTeamOperation.name,
      input: { teamId: planned.teamId, displayName: displayNameOf(planned), owners: addresseesOf(planned) },
      principal: charterPrincipal(this.#tenantId),
      context: { requestId: this.#run.requestId, operationId },
    };
    return unit.intents.add(intent, new Date(now.getTime() + INTENT_LEASE), now);
  }

  /** Executes the deletion. If this node dies here, the recovery of intents finishes it. */
  async #delete(planned: PlannedDecision, intent: Intent): Promise<void> {
    try {
      await executeIntent(this.#deps, deleteTeamOperation, intent);
    } catch (error) {
      this.#deps.report(error, { runId: this.#run.id, teamId: planned.teamId });
      if (!isFinalRejection(error)) return;
      await this.#transaction((unit) => this.#report(unit, [reportOn(planned, 'failed', reasonOf(error))]));
    }
  }

  async #settleTogether(planned: readonly PlannedDecision[]): Promise<void> {
    await this.#transaction(async (unit) => {
      const blocked = planned.filter(({ decision }) => decision.kind === 'stay');
      const reports = blocked.map((one) => reportOn(one, runOutcomeOf(one.decision) ?? 'blocked'));
      await this.#report(unit, reports);
      await this.#write(unit, planned);
    });
  }

  /** Writes the decisions about teams whose record is unchanged. Returns the ids of these teams. */
  async #write(
    unit: UnitOfWork,
    planned: readonly PlannedDecision[],
    ids: { eventId?: string; operationId?: string } = {},
  ): Promise<Set<string>> {
    const { at } = this.#parameters;
    const writes = planned.flatMap(({ teamId, situation, decision }) => {
      const change = changeFor(decision, situation, at, ids.operationId ?? '');
      return change === undefined ? [] : [{ teamId, revision: situation.record?.revision, change }];
    });
    const written = new Set(writes.length === 0 ? [] : await unit.lifecycles.save(writes));
    const held = planned.filter(({ teamId }) => written.has(teamId));
    const announced = held.filter(isAnnounced);
    const events = announced.map((one) => lifecycleEvent(one, this.#run, ids.eventId));
    const reset = held.filter(({ decision }) => decision.kind === 'reset');
    const records = reset.map((one) => lifecycleResetRecord(one, this.#run));
    const reports = held.map((one) => reportOn(one, runOutcomeOf(one.decision) ?? 'failed'));
    // Uses the current time instead of the run's: a run can take longer than a record may wait for its checkpoint.
    const now = this.#deps.clock.now();
    await unit.events.append(events, now);
    await unit.notifications.add(announced.flatMap(notifyPeople), at);
    if (records.length > 0) await unit.audit.append(records, now);
    await this.#report(unit, reports);
    return written;
  }

  async #fail(planned: PlannedDecision, error: unknown): Promise<void> {
    this.#deps.report(error, { runId: this.#run.id, teamId: planned.teamId });
    await this.#transaction((unit) => this.#report(unit, [reportOn(planned, 'failed', reasonOf(error))]));
  }

  #report(unit: UnitOfWork, teams: readonly RunTeam[]): Promise<void> {
    return unit.lifecycleRuns.addTeams(this.#run.id, teams);
  }

  /** Runs `work` in a transaction that locks the run's row, so that no other node takes over before the commit. */
  #transaction<T>(work: (unit: UnitOfWork) => Promise<T>): Promise<T> {
    const { id, attempt } = this.#run;
    return this.#deps.store.transaction(this.#tenantId, async (unit) => {
      if (!(await unit.lifecycleRuns.extend(id, attempt, this.#parameters.leaseUntil()))) throw lost();
      return work(unit);
    });
  }
}

const lost = (): RunTakenOver => new RunTakenOver('Another node has taken over the run.');

/** Whether the suite or the database is unavailable, so the whole run waits. */
const isAway = (error: unknown): boolean => hasCode(error, 'ServiceUnavailable');
