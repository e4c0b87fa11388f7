/** Archives and unarchives teams and channels. Graph does both asynchronously. */
import type { Channel } from '@microsoft/microsoft-graph-types';
import type { SuiteChannels } from '../../../domain/channels/suite.ts';
import { primaryChannelProtected } from '../../../domain/channels/suite-rules.ts';
import type { SuiteTeam } from '../../../domain/teams/model.ts';
import type { SuiteTeams } from '../../../domain/teams/suite.ts';
import { teamReadOnly } from '../../../domain/teams/suite-rules.ts';
import { CharterError } from '../../../kernel/errors.ts';
import { say } from '../../../kernel/messages.ts';
import { type ChannelIds, channelCall, channelPath } from '../calls/channels.ts';
import { POLL_MILLISECONDS } from '../client/budgets.ts';
import { type GraphFailure, hasStatus, retryLater } from '../client/failure.ts';
import { at } from '../client/request.ts';
import { callAboutChannel } from '../mirror/channels.ts';
import type { OwnChange } from '../mirror/team-copy.ts';
import { assertTeamWritable, callAboutTeam, inTeamQueue, requireTeam } from '../mirror/teams.ts';
import { findPrimaryChannelId } from './channel-changes.ts';
import type { Effect, EffectScope, GraphParts } from './effects.ts';
import { hasSucceeded, operationOf } from './make-once.ts';

type Action = 'archive' | 'unarchive';

/** The body of "Archive team" and "channel: archive". Unarchiving has none. */
interface ArchiveBody {
  shouldSetSpoSiteReadOnlyForMembers?: true;
}

const bodyOf = (siteReadOnly: boolean): ArchiveBody =>
  siteReadOnly ? { shouldSetSpoSiteReadOnlyForMembers: true } : {};

/** A team or channel to archive or unarchive. */
interface Subject<State> {
  tenantId: string;
  teamId: string;
  /** Id of the team or channel. */
  id: string;
  path: string;
  /** Reads the current state. @throws NotFound */
  read(): Promise<State>;
  isArchived(state: State): boolean;
  /** Checks that the change is permitted now. */
  check?(): Promise<void>;
  /** Makes the call that starts the change, and interprets its failures. */
  call<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Returns the error for a 400 to that call. */
  explain(failure: GraphFailure): Error;
  /**
   * Saves the new state, because Graph may still show the earlier one.
   * @param isOwn whether Charter has made the change
   */
  save(state: State, isOwn: boolean): Promise<void>;
}

/**
 * Returns the error for a 400 to a request to archive a team and make its site read-only. "Archive team" does not let
 * applications make the site read-only.
 */
function siteStaysWritable(failure: GraphFailure): CharterError {
  const message = `Microsoft Graph lets no application make the site of a team read-only for members. Archive the team without this option. Graph says: ${failure.facts.message}`;
  const detail = { target: 'shouldSetSpoSiteReadOnlyForMembers', code: 'NotSupported', message };
  return new CharterError('InvalidRequest', message, { details: [detail], cause: failure });
}

function createArchiving(parts: GraphParts) {
  const { effects } = parts;

  /**
   * Archives or unarchives, unless Graph already shows the requested state, for example after a lost response. Returns
   * whether Charter has made the change.
   */
  async function setArchived<State>(
    subject: Subject<State>,
    action: Action,
    body: ArchiveBody | undefined,
  ): Promise<boolean> {
    const { tenantId, teamId, id } = subject;
    const key: EffectScope = { kind: action, scope: id };
    const effect = await effects.findOne(tenantId, key, action);
    const operation = effect?.operation;
    const isDone = operation && (await hasSucceeded(parts, tenantId, teamId, key, { ...effect, operation }));
    const state = await subject.read();
    if (!isDone) {
      await subject.check?.();
      if (subject.isArchived(state) !== (action === 'archive')) {
        if (operation) await forgetLost(tenantId, key, effect);
        await start(subject, action, key, body);
      }
    }
    await subject.save(state, effect !== undefined);
    if (effect === undefined) return false;
    await effects.forget(tenantId, key, [action]);
    return true;
  }

  /**
   * Deletes the row of an effect whose operation Graph does not have, so that it can start again.
   * @throws ServiceUnavailable while Graph may still show the operation or its effect
   */
  async function forgetLost(tenantId: string, key: EffectScope, effect: Effect): Promise<void> {
    if (effects.isRecent(effect)) {
      throw retryLater(
        say('graph.noOperation', 'Microsoft Graph does not show its operation.'),
        POLL_MILLISECONDS / 1000,
      );
    }
    await effects.forget(tenantId, key, [effect.marker]);
  }

  /** @throws ServiceUnavailable after the operation has started; InvalidRequest when Graph rejects it */
  async function start<State>(
    subject: Subject<State>,
    action: Action,
    key: EffectScope,
    body: ArchiveBody | undefined,
  ): Promise<never> {
    const { tenantId, teamId, path } = subject;
    const askedAt = await effects.begin(tenantId, key, action);
    const post = { method: 'POST', path: `${path}/${action}`, budget: 'writeTeams', teamId, body } as const;
    let headers: Headers;
    try {
      ({ headers } = await subject.call(() => parts.graphOf(tenantId).call(post)));
    } catch (error) {
      if (!hasStatus(error, 400)) throw error;
      await effects.cancel(tenantId, key, action, askedAt);
      throw subject.explain(error);
    }
    const operation = operationOf(headers);
    if (operation !== undefined) await effects.follow(tenantId, key, action, operation);
    throw retryLater(
      say('graph.working', 'Microsoft Graph is still working on it.'),
      POLL_MILLISECONDS / 1000,
    );
  }

  return setArchived;
}

export function createTeamArchiving(parts: GraphParts) {
  const setArchived = createArchiving(parts);

  /** Unarchiving counts as activity; archiving does not. */
  async function save(tenantId: string, present: SuiteTeam, isArchived: boolean, isOwn: boolean) {
    const { team, mailNickname } = present;
    await parts.groups.setArchived(tenantId, { ...team, mailNickname }, isArchived);
    const own: OwnChange = isOwn ? { isArchived } : {};
    const isActivity = isOwn && !isArchived;
    await parts.copy.save(tenantId, { ...present, team: { ...team, isArchived } }, isActivity, own);
  }

  const run = (tenantId: string, teamId: string, action: Action, body?: ArchiveBody): Promise<boolean> => {
    const subject: Subject<SuiteTeam> = {
      tenantId,
      teamId,
      id: teamId,
      path: at`/teams/${teamId}`,
      read: () => requireTeam(parts, tenantId, teamId),
      isArchived: ({ team }) => team.isArchived,
      call: (work) => callAboutTeam(parts, tenantId, teamId, work),
      explain: (failure) => (body?.shouldSetSpoSiteReadOnlyForMembers ? siteStaysWritable(failure) : failure),
      save: (present, isOwn) => save(tenantId, present, action === 'archive', isOwn),
    };
    return inTeamQueue(parts, tenantId, teamId, () => setArchived(subject, action, body));
  };

  return {
    archive: (tenantId, teamId, { siteReadOnly }) => run(tenantId, teamId, 'archive', bodyOf(siteReadOnly)),
    unarchive: (tenantId, teamId) => run(tenantId, teamId, 'unarchive'),
  } satisfies Partial<SuiteTeams>;
}

export function createChannelArchiving(parts: GraphParts) {
  const setArchived = createArchiving(parts);

  /**
   * Checks that the change is permitted. Rejects it in an archived team, because Graph shows all channels of the team
   * as archived.
   * @throws TeamArchived; Conflict when the primary channel would be archived
   */
  async function check(ids: ChannelIds, action: Action): Promise<void> {
    await assertTeamWritable(parts, ids.tenantId, ids.teamId);
    if (action === 'archive' && (await findPrimaryChannelId(parts, ids)) === ids.channelId) {
      throw primaryChannelProtected('archive');
    }
  }

  const run = (ids: ChannelIds, action: Action, body?: ArchiveBody): Promise<boolean> => {
    const { tenantId, teamId, channelId } = ids;
    const call = <Result>(work: () => Promise<Result>) =>
      callAboutChannel(parts, tenantId, teamId, channelId, work);
    const subject: Subject<Channel> = {
      tenantId,
      teamId,
      id: channelId,
      path: channelPath(ids),
      read: () =>
        call(async () => (await parts.graphOf(tenantId).call<Channel>(channelCall(teamId, channelId))).body),
      isArchived: (channel) => channel.isArchived ?? false,
      check: () => check(ids, action),
      call,
      // Graph responds with this text when the team of the channel is archived ("channel: archive").
      explain: (failure) =>
        /has to be active/i.test(failure.facts.message) ? teamReadOnly(teamId) : failure,
      // The nodes share responses about the team (shared-reads.ts). These may show the earlier state.
      save: () => parts.groups.changed(tenantId, [teamId]),
    };
    return inTeamQueue(parts, tenantId, teamId, () => setArchived(subject, action, body));
  };

  return {
    archive: (tenantId, teamId, channelId, { siteReadOnly }) =>
      run({ tenantId, teamId, channelId }, 'archive', bodyOf(siteReadOnly)),
    unarchive: (tenantId, teamId, channelId) => run({ tenantId, teamId, channelId }, 'unarchive'),
  } satisfies Partial<SuiteChannels>;
}
