/** Makes a person an owner of a team: the operation on the suite, recorded as an intent. */
import { teamAbandonedRecord } from '../../domain/teams/events.ts';
import { roleOf } from '../../domain/teams/model.ts';
import type { Deps } from '../../engine/deps.ts';
import { recordKeyedIntent } from '../../engine/intents/keyed-intent.ts';
import { executeIntent, type SuiteOperation } from '../../engine/intents/perform.ts';
import { hasCode } from '../../kernel/errors.ts';
import { ownerAppointed } from './events.ts';
import type { RequestSource } from './model.ts';

export interface Appointment {
  /** Id of the event. Unlike the intent's id it is ordered by time. */
  eventId: string;
  team: { id: string; displayName: string };
  person: { id: string; displayName: string };
  policy: { id: string; name: string };
  request: { id: string; source: RequestSource; expiresDateTime: string };
}

/** Returns whether the person became an owner; false when they were one already. */
export const appointOwnerOperation: SuiteOperation<Appointment, boolean> = {
  name: 'appoint-owner',
  abandoned: teamAbandonedRecord(({ team }) => team.id),
  async execute(suite, { team, person }, { tenantId, isRepeat }) {
    const isOwner = async (): Promise<boolean> =>
      (await suite.teams.listMembers(tenantId, team.id)).some(
        ({ userId, roles }) => userId === person.id && roleOf(roles) === 'owner',
      );
    if (!isRepeat && (await isOwner())) return false;
    try {
      await suite.teams.addMembers(tenantId, team.id, [{ userId: person.id, role: 'owner' }]);
    } catch (error) {
      // An earlier attempt may have succeeded before the team was archived.
      if (!isRepeat || !hasCode(error, 'TeamArchived') || !(await isOwner())) throw error;
    }
    return true;
  },
  event: ({ eventId, team, person, policy, request }, hasChanged) =>
    hasChanged
      ? ownerAppointed.happened({
          id: eventId,
          target: { type: 'user', ...person },
          payload: { team, person, policy, request },
        })
      : undefined,
};

/** @throws the error of the suite; a later call continues the appointment unless the error is final */
export async function appointOwner(deps: Deps, tenantId: string, appointment: Appointment): Promise<void> {
  const { clock, store } = deps;
  const { intents } = store.in(tenantId);
  const key = [appointment.request.id];
  const intent = await recordKeyedIntent(
    { clock, intents },
    tenantId,
    appointOwnerOperation,
    key,
    appointment,
  );
  await executeIntent(deps, appointOwnerOperation, intent);
}
