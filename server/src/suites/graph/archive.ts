/**
 * Archives and unarchives teams, which Graph does in an asynchronous operation ("Archive team"): the first call starts
 * the operation and throws ServiceUnavailable, and a retry at least 30 s later asks for its state.
 */
import type { TeamsAsyncOperation } from '@microsoft/microsoft-graph-types';
import type { SuiteTeam } from '../../domain/teams/model.ts';
import type { SuiteTeams } from '../../domain/teams/suite.ts';
import { CharterError } from '../../kernel/errors.ts';
import { POLL_MILLISECONDS } from './budgets.ts';
import { ALL_VALUES } from './channel-answers.ts';
import type { Effect, EffectScope } from './effects.ts';
import { comeBack } from './failure.ts';
import { aboutTeam, type GraphParts, inTurn } from './parts.ts';
import type { OwnChange } from './team-copy.ts';
import { requireTeam } from './teams.ts';
import { at } from './transport.ts';

/**
 * Returns the operation of the effect once it has succeeded.
 * @throws ServiceUnavailable while it runs or may not be polled yet; SuiteError when it has failed
 */
export async function assertSucceeded(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  key: EffectScope,
  effect: Effect & { operation: string },
): Promise<TeamsAsyncOperation> {
  const { effects } = parts;
  effects.assertPollable(effect);
  const graph = parts.graphOf(tenantId);
  await graph.assertOpen({ budget: 'readTeams', teamId });
  // Sets the time of the next poll before the call, so that a call without an answer counts too.
  await effects.follow(tenantId, key, effect.marker, effect.operation);
  const { body: operation } = await graph.call<TeamsAsyncOperation>({
    method: 'GET',
    path: effect.operation,
    budget: 'readTeams',
    teamId,
    headers: ALL_VALUES,
    isOnce: true,
  });
  if (operation.status === 'succeeded') return operation;
  if (operation.status === 'failed' || operation.status === 'invalid') {
    await effects.forget(tenantId, key, [effect.marker]);
    const reason = operation.error?.message ?? 'It says no reason.';
    throw new CharterError('SuiteError', `Microsoft Graph gave up: ${reason}`);
  }
  throw comeBack('Microsoft Graph is still working on it.', POLL_MILLISECONDS / 1000);
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

export function createArchiving(parts: GraphParts) {
  const { effects } = parts;

  /** Archives or unarchives, unless Graph already shows the wanted state, for example after a lost answer. */
  async function turn(
    tenantId: string,
    teamId: string,
    act: Act,
    body: object | undefined,
  ): Promise<boolean> {
    const wanted = act === 'archive';
    const key: EffectScope = { kind: act, scope: teamId };
    const effect = await effects.findOne(tenantId, key, act);
    if (effect?.operation) {
      await assertSucceeded(parts, tenantId, teamId, key, { ...effect, operation: effect.operation });
    } else {
      const present = await requireTeam(parts, tenantId, teamId);
      if (present.team.isArchived !== wanted) await start(tenantId, teamId, act, key, body);
      if (effect === undefined) {
        await save(tenantId, present, wanted);
        return false;
      }
    }
    await save(tenantId, await requireTeam(parts, tenantId, teamId), wanted, { isArchived: wanted });
    await effects.forget(tenantId, key, [act]);
    return true;
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

  /** @throws ServiceUnavailable after the operation has started */
  async function start(
    tenantId: string,
    teamId: string,
    act: Act,
    key: EffectScope,
    body: object | undefined,
  ): Promise<never> {
    await effects.begin(tenantId, key, act);
    const { headers } = await aboutTeam(parts, tenantId, teamId, () =>
      parts.graphOf(tenantId).call({
        method: 'POST',
        path: `${at`/teams/${teamId}`}/${act}`,
        budget: 'writeTeams',
        teamId,
        body,
      }),
    );
    const operation = operationOf(headers);
    if (operation !== undefined) await effects.follow(tenantId, key, act, operation);
    throw comeBack('Microsoft Graph is working on it.', POLL_MILLISECONDS / 1000);
  }

  return {
    archive: (tenantId, teamId, { siteReadOnly }) =>
      inTurn(parts, tenantId, teamId, () =>
        turn(tenantId, teamId, 'archive', { shouldSetSpoSiteReadOnlyForMembers: siteReadOnly }),
      ),
    unarchive: (tenantId, teamId) =>
      inTurn(parts, tenantId, teamId, () => turn(tenantId, teamId, 'unarchive', undefined)),
  } satisfies Partial<SuiteTeams>;
}
