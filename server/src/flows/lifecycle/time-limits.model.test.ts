/**
 * @long Compares teams that have time limits with a model of the lifecycle, over months of random answers, renewals,
 * activity and files.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { Dice } from '../../../test/dice.ts';
import {
  anOwner,
  DAY,
  type LifecycleWorld,
  newCall,
  openLifecycleWorld,
  TENANT,
} from '../../../test/lifecycle-world.ts';
import { updateTeamMetadata } from '../../domain/answers/team-metadata.ts';
import { hasCode } from '../../kernel/errors.ts';
import { getTeamLifecycle } from './read-lifecycle.ts';
import type { RunTeam } from './runs.ts';

const SEEDS = (process.env.CHARTER_TEST_TIME_LIMIT_SEEDS ?? '1,2').split(',').map(Number);
const TEAMS = 25;
const DAYS = 240;
const INACTIVITY = 30;
const EMPTY = 7;
const GRACE_DAYS = 7;
const END_MONTHS = 6;
const RENEWAL_MONTHS = 4;
const DAY_MS = DAY * 1000;

const TEMPLATE = {
  manifestVersion: '1.0',
  publisher: { name: 'Contoso' },
  templateConfiguration: {
    id: 'timed',
    name: 'Timed',
    version: '1.0',
    language: 'en',
    enabled: true,
    questions: [
      { id: 'ends', type: 'date', title: 'Ends on' },
      { id: 'months', type: 'number', title: 'Months between renewals' },
    ],
    lifecycle: {
      enabled: true,
      inactivityDays: INACTIVITY,
      graceDays: GRACE_DAYS,
      action: 'Archive',
      emptyDays: EMPTY,
      endMonths: END_MONTHS,
      endDateQuestion: 'ends',
      renewalMonths: RENEWAL_MONTHS,
      renewalMonthsQuestion: 'months',
    },
  },
  newTeam: { teamPrivacy: 'private' },
};

/** Adds calendar months. Returns the last day of a month that lacks the day. */
function monthsLater(time: number, months: number): number {
  const date = new Date(time);
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay));
  return midnight + (time % DAY_MS);
}

/** The model of a team, derived only from the actions of the test. */
interface ModelledTeam {
  id: string;
  createdAt: number;
  activeAt: number;
  renewedAt: number;
  isEmpty: boolean;
  answers: { ends?: string; months?: number };
  asked: { cause: string; expiresAt: number } | undefined;
  isArchived: boolean;
}

const endOfTeam = ({ createdAt, answers: { ends } }: ModelledTeam): number =>
  Math.min(
    monthsLater(createdAt, END_MONTHS),
    ends === undefined ? Number.POSITIVE_INFINITY : Date.parse(ends),
  );

/** Returns the causes that are due, the most binding first (docs/lifecycle.md). */
function dueCauses(team: ModelledTeam, now: number): string[] {
  const months = Math.min(RENEWAL_MONTHS, team.answers.months ?? RENEWAL_MONTHS);
  const days = team.isEmpty ? EMPTY : INACTIVITY;
  return [
    now >= endOfTeam(team) - GRACE_DAYS * DAY_MS ? 'end' : [],
    now >= monthsLater(Math.max(team.createdAt, team.renewedAt), months) ? 'renewal' : [],
    now >= Math.max(team.activeAt, team.renewedAt) + days * DAY_MS ? 'inactivity' : [],
  ].flat();
}

describe('the lifecycle of teams with time limits', () => {
  for (const seed of SEEDS) {
    it(`announces every end, and archives only announced teams (seed ${seed})`, async () => {
      const world = await openLifecycleWorld({ maxPercent: 100, maxTeams: 1000 });
      try {
        const history = new History(world, new Dice(seed));
        await history.begin();
        for (let day = 0; day < DAYS; day += 1) await history.liveThrough();
        history.assertLively();
      } finally {
        await world.close();
      }
    });
  }
});

class History {
  readonly #world: LifecycleWorld;
  readonly #dice: Dice;
  #teams: ModelledTeam[] = [];
  readonly #counts = { end: 0, renewal: 0, inactivity: 0, archived: 0, moved: 0 };

  constructor(world: LifecycleWorld, dice: Dice) {
    this.#world = world;
    this.#dice = dice;
  }

  get #now(): number {
    return this.#world.clock.now().getTime();
  }

  async begin(): Promise<void> {
    await this.#world.node.storeTemplate(TEMPLATE as never);
    const ids = await this.#world.oldTeams({ count: TEAMS, template: 'timed' as never, idleDays: 0 });
    const rows = await this.#world.query(
      sql<{ id: string; at: Date }>`
        select team_id as id, created_at as at from directory.teams where tenant_id = ${TENANT}`,
    );
    const createdAt = new Map(rows.map(({ id, at }) => [id, at.getTime()]));
    this.#teams = ids.map((id) => ({
      id,
      createdAt: createdAt.get(id) as number,
      activeAt: createdAt.get(id) as number,
      renewedAt: Number.NEGATIVE_INFINITY,
      isEmpty: true,
      answers: {},
      asked: undefined,
      isArchived: false,
    }));
  }

  /** Simulates a day: people act, then the lifecycle runs. */
  async liveThrough(): Promise<void> {
    this.#world.clock.advance(DAY);
    for (const team of this.#teams.filter(({ isArchived }) => !isArchived)) await this.#act(team);
    const { id } = await this.#world.run();
    const reports = new Map((await this.#world.teamsOf(id)).map((report) => [report.teamId, report]));
    await this.#world.settle();
    for (const team of this.#teams.filter(({ isArchived }) => !isArchived))
      await this.#check(team, reports.get(team.id));
  }

  async #act(team: ModelledTeam): Promise<void> {
    const chance = this.#dice.below(100);
    if (chance < 3) await this.#answer(team, { ends: this.#aDay() });
    else if (chance < 5) await this.#answer(team, { months: 1 + this.#dice.below(6) });
    else if (chance < 12) await this.#work(team);
    else if (chance < 15) await this.#renew(team);
    else if (chance < 17 && team.isEmpty) await this.#addFile(team);
  }

  #aDay(): string {
    return new Date(this.#now + (this.#dice.below(200) - 10) * DAY_MS).toISOString().slice(0, 10);
  }

  async #answer(team: ModelledTeam, changes: ModelledTeam['answers']): Promise<void> {
    const deps = { ...this.#world.deps, rules: {} as never };
    await updateTeamMetadata(deps, anOwner(), newCall(), { teamId: team.id, changes: { ...changes } });
    team.answers = { ...team.answers, ...changes };
    if (changes.ends !== undefined) this.#counts.moved += 1;
  }

  async #work(team: ModelledTeam): Promise<void> {
    await this.#world.suite.recordActivity(TENANT, [{ teamId: team.id, at: new Date(this.#now) }]);
    team.activeAt = this.#now;
  }

  /** Renews the team. The renewal must be rejected if and only if the end is due. */
  async #renew(team: ModelledTeam): Promise<void> {
    const isEnding = dueCauses(team, this.#now).includes('end');
    const renewal = this.#world.renew(anOwner(), team.id);
    if (isEnding) return assert.rejects(renewal, (error) => hasCode(error, 'Conflict'));
    await renewal;
    team.renewedAt = this.#now;
    team.asked = undefined;
  }

  async #addFile(team: ModelledTeam): Promise<void> {
    // Creating the channel counts as activity.
    const channel = {
      displayName: 'Plans',
      description: null,
      membershipType: 'standard',
      members: [],
    } as const;
    const created = await this.#world.suite.channels.create(TENANT, team.id, [
      { ...channel, marker: `${team.id}-channel` },
    ]);
    team.activeAt = this.#now;
    const file = { marker: `${team.id}-file`, path: 'Plan.txt', size: 4, sha256: 'a'.repeat(64) };
    const place = { teamId: team.id, channelId: created[0]?.id ?? '' };
    await this.#world.suite.contents.putFile(TENANT, place, file, async () => Buffer.from('plan'));
    team.isEmpty = false;
  }

  async #check(team: ModelledTeam, report: RunTeam | undefined): Promise<void> {
    const now = this.#now;
    const causes = dueCauses(team, now);
    // An announced cause remains as long as it is due; only an end replaces it.
    const stays = team.asked !== undefined && !causes.includes('end') && causes.includes(team.asked.cause);
    const due = stays ? team.asked?.cause : causes[0];
    const { state, cause, expiresDateTime } = await getTeamLifecycle(this.#world.deps, anOwner(), {
      teamId: team.id,
    });
    if (report?.outcome === 'archived' || state === 'archived') {
      assert.ok(team.asked, `${team.id} was archived without an announcement`);
      assert.equal(due, team.asked.cause, `${team.id} was archived although its cause was over`);
      assert.ok(now >= team.asked.expiresAt, `${team.id} was archived before the announced time`);
      assert.equal(state, 'archived');
      team.isArchived = true;
      this.#counts.archived += 1;
      return;
    }
    if (due === undefined) {
      assert.deepEqual([state, cause], ['active', null], `${team.id} has nothing to decide`);
      team.asked = undefined;
      return;
    }
    assert.deepEqual([state, cause], ['inactive', due], `${team.id} is asked because of ${due}`);
    const expiresAt = Date.parse(expiresDateTime ?? '');
    if (team.asked?.cause !== due) {
      assert.equal(report?.outcome, 'asked');
      assert.ok(expiresAt >= now + GRACE_DAYS * DAY_MS, 'gives the whole grace period');
      if (due === 'end') assert.ok(expiresAt >= endOfTeam(team), 'does not end before the end');
      this.#counts[due as 'end'] += 1;
      team.asked = { cause: due, expiresAt };
    }
    assert.ok(expiresAt >= team.asked.expiresAt, 'is not shortened');
    const latest = due === 'end' ? Math.max(team.asked.expiresAt, endOfTeam(team)) : team.asked.expiresAt;
    assert.ok(now < latest + DAY_MS, 'is not left behind');
  }

  assertLively(): void {
    for (const [what, count] of Object.entries(this.#counts)) assert.ok(count > 0, `no history has: ${what}`);
  }
}
