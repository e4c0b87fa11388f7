/**
 * Archives and unarchives teams, which Graph does in an asynchronous operation ("Archive team"): the first call starts
 * the operation and throws ServiceUnavailable, and a retry at least 30 s later asks for its state.
 */
import type { TeamsAsyncOperation } from '@microsoft/microsoft-graph-types';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { SuiteTeams } from '../../domain/teams/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { say } from '../../kernel/messages.ts';
import { POLL_MILLISECONDS } from './budgets.ts';
import { ALL_VALUES } from './channel-answers.ts';
import type { Effect, EffectScope } from './effects.ts';
import { comeBack, type GraphFailure, hasStatus } from './failure.ts';
import { aboutTeam, type GraphParts, inTurn } from './parts.ts';
import type { OwnChange } from './team-copy.ts';
import { requireTeam } from './teams.ts';
import { at } from './transport.ts';

/**
 * Returns true once the operation of the effect has succeeded, and false when Graph does not have the operation: it
 * keeps operations only for some time.
 * @throws ServiceUnavailable while it runs or may not be polled yet; SuiteError when it has failed
 */
export async function hasSucceeded(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  key: EffectScope,
  effect: Effect & { operation: string },
): Promise<boolean> {
  const { effects } = parts;
  effects.assertPollable(effect);
  const graph = parts.graphOf(tenantId);
  await graph.assertOpen({ budget: 'readTeams', teamId });
  // Sets the time of the next poll before the call, so that a call without an answer counts too.
  await effects.follow(tenantId, key, effect.marker, effect.operation);
  let operation: TeamsAsyncOperation;
  try {
    ({ body: operation } = await graph.call<TeamsAsyncOperation>({
      method: 'GET',
      path: effect.operation,
      budget: 'readTeams',
      teamId,
      headers: ALL_VALUES,
      isOnce: true,
    }));
  } catch (error) {
    if (hasStatus(error, 404)) return false;
    throw error;
  }
  if (operation.status === 'succeeded') return true;
  if (operation.status === 'failed' || operation.status === 'invalid') {
    await effects.forget(tenantId, key, [effect.marker]);
    const reason = operation.error?.message ?? undefined;
    const message =
      reason === undefined
        ? say('graph.gaveUpSilently', 'Microsoft Graph gave up, and says no reason.')
        : say('graph.gaveUp', 'Microsoft Graph gave up: {reason}', { reason });
    throw new CharterError('SuiteError', message);
  }
  throw comeBack(say('graph.working', 'Microsoft Graph is still working on it.'), POLL_MILLISECONDS / 1000);
}

/**
 * Returns the address of the operation that an answer names: in Location, and for shared channels in Content-Location
 * ("Create channel").
 */
export function operationOf(headers: Headers): string | undefined {
  const named = [headers.get('location'), headers.get('content-location')];
  const address = named.find((text) => text !== null && /\/operations\b/.test(text));
  if (!address) return undefined;
  return address.startsWith('/') || address.startsWith('http') ? address : `/${address}`;
}

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
