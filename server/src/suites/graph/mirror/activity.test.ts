/** Tests how the Graph suite reads Microsoft's report on the activity of teams. */
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { createTeam } from '../../../../test/conformance/world.ts';
import { FAULTLESS, type Fault, type Occasion } from '../../../../test/graph/behaviour.ts';

import { useGraphWorld } from '../../../../test/graph/world.ts';
import { isCharterError } from '../../../kernel/errors.ts';

const REPORT = 'GET /reports/getTeamsTeamActivityDetail(period)/{period}';

describe('the usage report', () => {
  const world = useGraphWorld();
  let teamId: string;
  before(async () => {
    teamId = (await createTeam(world)).team.id;
  });
  afterEach(() => {
    world.standIn.behave(FAULTLESS);
    world.tenant.alterReport = (csv) => csv;
  });

  const activityOf = async (): Promise<string | undefined> =>
    (await world.bare.activity.of(world.tenantId, [teamId]))[0]?.lastActivityDateTime;

  /** Advances the clock until the stored report is too old, and returns the day of new activity in the team. */
  function useTeam(): string {
    world.clock.advance(24 * 3_600);
    const day = world.clock.now().toISOString().slice(0, 10);
    world.tenant.activity.set(teamId, day);
    return day;
  }

  const withIds = (id: string) => (csv: string) =>
    csv.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, id);

  it('leaves the activity unknown until the report shows the ids of teams', async () => {
    for (const id of ['FE7CC8C15246EDCCA289C9A4022762F7', '00000000-0000-0000-0000-000000000000', '']) {
      const day = useTeam();
      world.tenant.alterReport = withIds(id);
      for (const _ of [1, 2]) {
        await assert.rejects(
          activityOf(),
          (error) =>
            isCharterError(error) && error.code === 'ServiceUnavailable' && /conceal/.test(error.message),
          `with the id '${id}'`,
        );
      }
      world.tenant.alterReport = (csv) => csv;
      assert.ok((await activityOf())?.startsWith(day));
    }
  });

  it('leaves the activity unknown while the report lacks a column or has no text', async () => {
    const alterations: ((csv: string) => string)[] = [
      (csv) => csv.replace('Team Id', 'Id'),
      (csv) => csv.replace('Last Activity Date', 'Date'),
      () => '<html>The service is unavailable.</html>',
      () => '',
    ];
    for (const alter of alterations) {
      const day = useTeam();
      world.tenant.alterReport = alter;
      await assert.rejects(
        activityOf(),
        (error) => isCharterError(error) && error.code === 'ServiceUnavailable',
        String(alter),
      );
      world.tenant.alterReport = (csv) => csv;
      assert.ok((await activityOf())?.startsWith(day));
    }
  });

  it('is accepted without teams', async () => {
    useTeam();
    world.tenant.alterReport = (csv) => csv.replace(/\r\n.*/s, '\r\n');
    assert.ok(await activityOf());
  });

  it('is replaced by the recorded activity when Graph does not offer the report', async () => {
    const message = 'The report is not available.';
    const faults: Fault[] = [
      ...([400, 403, 404, 405] as const).map(
        (status): Fault => ({ kind: 'rejected', status, code: 'NotAvailable', message }),
      ),
      { kind: 'error', status: 501, hasEffect: false },
    ];
    for (const fault of faults) {
      useTeam();
      let calls = 0;
      const faultOf = ({ route }: Occasion): Fault | undefined => {
        if (route !== REPORT) return undefined;
        calls += 1;
        return fault;
      };
      world.standIn.behave({ ...FAULTLESS, faultOf });
      assert.ok(await activityOf(), JSON.stringify(fault));
      // A 403 is retried with a new token.
      const expected = fault.kind === 'rejected' && fault.status === 403 ? 2 : 1;
      assert.equal(calls, expected);
      await activityOf();
      assert.equal(calls, expected);
    }
  });
});
