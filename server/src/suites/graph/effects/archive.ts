import type { SuiteTeam } from '../../../domain/teams/model.ts';
import type { SuiteTeams } from '../../../domain/teams/suite.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { POLL_MILLISECONDS } from '../client/budgets.ts';
import { comeBack, type GraphFailure, hasStatus } from '../client/failure.ts';
import { at } from '../client/paths.ts';
import { aboutTeam } from '../mirror/about-team.ts';
import type { OwnChange } from '../mirror/team-copy.ts';
import { requireTeam } from '../mirror/teams.ts';
import type { Effect, EffectScope } from './effects.ts';
import { hasSucceeded, operationOf } from './operations.ts';
import type { GraphParts } from './parts.ts';
import { inTurn } from './turns.ts';

type Act = 'archive' | 'unarchive';

/** The body of "Archive team". "Unarchive team" has none. */
interface ArchiveBody {
  shouldSetSpoSiteReadOnlyForMembers?: true;
}

/** Returns the error for a 400 to archiving with a read-only site, which "Archive team" denies to applications. */
function siteStaysWritable(failure: GraphFailure): CharterError {
  const message = `Microsoft Graph lets no application make the site of a team read-only for members. Archive the team without this option. Graph says: ${failure.facts.message}`;
  const detail = { target: 'shouldSetSpoSiteReadOnlyForMembers', code: 'NotSupported', message };
  return new CharterError('InvalidRequest', message, { details: [detail], cause: failure });
}

export function createArchiving(parts: GraphParts) {
  const { effects } = parts;

  /** Archives or unarchives, unless Graph already shows the wanted state, for example after a lost answer. */
  async function turn(
    tenantId: string,
    teamId: string,
    act: Act,
    body: ArchiveBody | undefined,
  ): Promise<boolean> {
    const wanted = act === 'archive';
    const key: EffectScope = { kind: act, scope: teamId };
    const effect = await effects.findOne(tenantId, key, act);
    const operation = effect?.operation;
    const isDone = operation && (await hasSucceeded(parts, tenantId, teamId, key, { ...effect, operation }));
    const present = await requireTeam(parts, tenantId, teamId);
    if (!isDone && present.team.isArchived !== wanted) {
      if (operation) await forgetLost(tenantId, key, effect);
      await start(tenantId, teamId, act, key, body);
    }
    if (effect === undefined) {
      await save(tenantId, present, wanted);
      return false;
    }
    await save(tenantId, present, wanted, { isArchived: wanted });
    await effects.forget(tenantId, key, [act]);
    return true;
  }

  /**
   * Deletes the row of an effect whose operation Graph does not have, so that it can start again.
   * @throws ServiceUnavailable while Graph may still show the operation or its effect
   */
  async function forgetLost(tenantId: string, key: EffectScope, effect: Effect): Promise<void> {
    if (effects.isRecent(effect)) {
      throw comeBack(
        say('graph.noOperation', 'Microsoft Graph does not show its operation.'),
        POLL_MILLISECONDS / 1000,
      );
    }
    await effects.forget(tenantId, key, [effect.marker]);
  }

  /**
   * Saves the new state to the copy, because Graph may still show the earlier one. Unarchiving counts as activity;
   * archiving does not.
   */
  async function save(
    tenantId: string,
    present: SuiteTeam,
    isArchived: boolean,
    own: OwnChange = {},
  ): Promise<void> {
    const { team, mailNickname } = present;
    await parts.groups.setArchived(tenantId, { ...team, mailNickname }, isArchived);
    const isActivity = own.isArchived === false;
    await parts.copy.save(tenantId, { ...present, team: { ...team, isArchived } }, isActivity, own);
  }

  /** @throws ServiceUnavailable after the operation has started; InvalidRequest when Graph rejects it */
  async function start(
    tenantId: string,
    teamId: string,
    act: Act,
    key: EffectScope,
    body: ArchiveBody | undefined,
  ): Promise<never> {
    const askedAt = await effects.begin(tenantId, key, act);
    let headers: Headers;
    try {
      ({ headers } = await aboutTeam(parts, tenantId, teamId, () =>
        parts.graphOf(tenantId).call({
          method: 'POST',
          path: `${at`/teams/${teamId}`}/${act}`,
          budget: 'writeTeams',
          teamId,
          body,
        }),
      ));
    } catch (error) {
      if (!hasStatus(error, 400)) throw error;
      await effects.cancel(tenantId, key, act, askedAt);
      throw body?.shouldSetSpoSiteReadOnlyForMembers ? siteStaysWritable(error) : error;
    }
    const operation = operationOf(headers);
    if (operation !== undefined) await effects.follow(tenantId, key, act, operation);
    throw comeBack(say('graph.working', 'Microsoft Graph is still working on it.'), POLL_MILLISECONDS / 1000);
  }

  return {
    archive: (tenantId, teamId, { siteReadOnly }) =>
      inTurn(parts, tenantId, teamId, () =>
        turn(tenantId, teamId, 'archive', siteReadOnly ? { shouldSetSpoSiteReadOnlyForMembers: true } : {}),
      ),
    unarchive: (tenantId, teamId) =>
      inTurn(parts, tenantId, teamId, () => turn(tenantId, teamId, 'unarchive', undefined)),
  } satisfies Partial<SuiteTeams>;
}
