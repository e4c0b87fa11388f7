/**
 * Leases pending changes (pending-changes.ts), compares their subjects with the last recorded state, and settles them.
 */

import type { Channel, Group, Team } from '@microsoft/microsoft-graph-types';
import type { TeamChannel } from '../../../domain/channels/model.ts';
import type { ChannelPatch } from '../../../domain/channels/suite.ts';
import type { MemberRole, Team as TeamModel, TeamPatch } from '../../../domain/teams/model.ts';
import { teamNotFound } from '../../../domain/teams/suite-rules.ts';
import { findChanges, isEmptyPatch } from '../../../domain/teams/update-team.ts';
import type { Actor } from '../../../engine/principal.ts';
import type { ExternalChanges, ExternalFact } from '../../../flows/external-changes/ports.ts';
import { columns, json, type RowOf, text } from '../../../kernel/columns.ts';
import { isCharterError } from '../../../kernel/errors.ts';
import { table } from '../../../kernel/sql.ts';
import { ALL_VALUES, channelCall, toChannel } from '../calls/channels.ts';
import { isCreatedByCharter } from '../calls/directory.ts';
import { listMembersAt } from '../calls/members.ts';
import { groupCall, type ShownTeam, teamCall, toShownTeam, toSuiteTeam } from '../calls/teams.ts';
import { GraphFailure } from '../client/failure.ts';
import { at } from '../client/request.ts';
import { bodyOf, type GraphCall, type GraphOutcome, readRest } from '../client/transport.ts';
import type { KnownChannel, KnownTeamChannels } from './known-channels.ts';
import type { MirrorParts } from './parts.ts';
import { CHANNELS, changeOf, type GraphChange, isAbandoned, type PendingChange } from './pending-changes.ts';
import { missingTeam } from './teams.ts';

const ACTOR: Actor = { id: 'microsoft-365', kind: 'system', displayName: 'Microsoft 365' };

const LEASE_MILLISECONDS = 60_000;
/** Maximum number of pending changes in one batch. */
const MAX_NOTES = 100;

export function createExternalChanges(parts: MirrorParts): ExternalChanges<GraphChange> {
  const { pendingChanges, copy, memberCopy, knownChannels } = parts;
  const readTeams = createExternalTeams(parts);
  const readPeople = createExternalPeople(parts);
  const readChannels = createExternalChannels(parts);

  return {
    actor: ACTOR,

    async take(tenantId) {
      const notes = await pendingChanges.lease(tenantId, LEASE_MILLISECONDS, MAX_NOTES);
      const teams = notes.filter(({ subject }) => subject === '');
      const channels = notes.filter(({ subject }) => subject === CHANNELS);
      const people = notes.filter(({ subject }) => subject !== '' && subject !== CHANNELS);
      return [
        ...(await readTeams(tenantId, teams)),
        ...(await readPeople(tenantId, people)),
        ...(await readChannels(tenantId, channels)),
      ];
    },

    async current(tenantId, changes) {
      const notes = await pendingChanges.current(
        tenantId,
        changes.map(({ note }) => note),
      );
      return changes.filter(({ note }) => notes.includes(note));
    },

    async settle(tenantId, changes) {
      for (const { read, people, channels, note } of changes) {
        if (read !== undefined) await copy.saveRecorded(tenantId, read, note);
        if (people !== undefined) await memberCopy.save(tenantId, note.teamId, people, false);
        if (channels !== undefined) await knownChannels.save(tenantId, note, channels);
      }
      const others = changes.filter(({ read, channels }) => read === undefined && channels === undefined);
      await pendingChanges.settle(
        tenantId,
        others.map(({ note }) => note),
      );
    },
  };
}

/* Compares people of pending changes with the copy, which has people as the latest delta query showed them. */

const PERSON = columns({
  teamId: text('i.teamId'),
  subject: text('i.subject'),
  /** Null for a team that is not in the copy. */
  teamName: text<string | null>('t.display_name'),
  role: text<MemberRole | null>('m.role'),
  displayName: text<string | null>('u.display_name'),
  mail: text<string | null>('u.mail'),
});

function membershipOf(note: PendingChange, now: RowOf<typeof PERSON>): GraphChange {
  // The people of a deleted team are part of its deletion.
  if (now.teamName === null) return { ...changeOf(note, ''), facts: [] };
  const before = (note.before.role ?? null) as MemberRole | null;
  const after = now.role;
  const kind = before === null ? 'memberAdded' : after === null ? 'memberRemoved' : 'memberUpdated';
  const role = after ?? before;
  const person = { id: note.subject, displayName: now.displayName ?? note.subject, mail: now.mail };
  const facts: ExternalFact[] =
    role === null || before === after ? [] : [{ kind, member: { ...person, role } }];
  return { ...changeOf(note, now.teamName), facts };
}

/** Returns the function that reads the changed people and compares their roles. */
const createExternalPeople = ({ database }: Pick<MirrorParts, 'database'>) =>
  async function readPeople(tenantId: string, notes: readonly PendingChange[]): Promise<GraphChange[]> {
    if (notes.length === 0) return [];
    const { tenant, all } = database.in(tenantId);
    const rows = await all(PERSON)`
      select ${PERSON}
        from ${table('i', notes, { teamId: 'text', subject: 'text' })}
        left join directory.teams t on t.tenant_id = ${tenant} and t.team_id = i."teamId"
        left join directory.team_members m
          on m.tenant_id = ${tenant} and m.team_id = i."teamId" and m.user_id = i.subject
        left join directory.users u on u.tenant_id = ${tenant} and u.user_id = i.subject`;
    const now = new Map(rows.map((row) => [`${row.teamId} ${row.subject}`, row]));
    return notes.map((note) => membershipOf(note, now.get(`${note.teamId} ${note.subject}`)!));
  };

/*
 * Compares the teams of pending changes with their last recorded state. Reads them from Graph, because a delta query
 * of groups has neither the settings of teams nor whether they are archived.
 */

/** Maximum number of teams in one batch, with two calls each. */
const MAX_WITH_GROUPS = 10;

const KNOWN = columns({
  id: text('i.id'),
  /** Null for a team that is not in the copy. */
  displayName: text<string | null>('t.display_name'),
  shown: json<ShownTeam | null>('g.shown'),
});
type KnownTeam = RowOf<typeof KNOWN>;

/** Returns the facts that describe the differences. */
function factsBetween(before: ShownTeam, after: ShownTeam): ExternalFact[] {
  const facts: ExternalFact[] = [];
  const changes = findChanges(before as unknown as TeamModel, after as TeamPatch);
  const isLabelled = before.sensitivityLabelId !== after.sensitivityLabelId;
  if (!isEmptyPatch(changes) || isLabelled) {
    const label = isLabelled ? { sensitivityLabelId: after.sensitivityLabelId } : {};
    facts.push({ kind: 'updated', changes: { ...changes, ...label } });
  }
  if (before.isArchived !== after.isArchived) {
    facts.push({ kind: after.isArchived ? 'archived' : 'unarchived' });
  }
  return facts;
}

/**
 * Returns the change to a team that no longer exists in Graph. The change has no facts for a team whose creation was
 * not recorded: its deletion is not recorded either.
 */
function removalOf(note: PendingChange): GraphChange {
  const { made, removed } = note.before;
  const displayName = removed?.displayName ?? '';
  const facts: ExternalFact[] = made || !removed ? [] : [{ kind: 'deleted', owners: removed.owners }];
  return { ...changeOf(note, displayName), facts };
}

function presenceOf(
  note: PendingChange,
  known: KnownTeam,
  team: GraphOutcome,
  group: GraphOutcome,
): GraphChange {
  const groupBody = bodyOf<Group & { uniqueName?: string | null }>(group);
  const read = toSuiteTeam(bodyOf<Team>(team), groupBody);
  const { made, restored } = note.before;
  const isMade = made === true && (restored === true || !isCreatedByCharter(groupBody.uniqueName));
  // A team that was never read has no earlier state. Its state is saved without an event.
  const facts: ExternalFact[] = isMade
    ? [{ kind: 'created' }]
    : known.shown === null
      ? []
      : factsBetween(known.shown, toShownTeam(read));
  return { ...changeOf(note, read.team.displayName), facts, read };
}

/** Adds the unique name to the call for the group, which shows whether Charter created the group. */
const callsFor = (teamId: string) => {
  const group = groupCall(teamId);
  return [teamCall(teamId), { ...group, path: `${group.path},uniqueName` }];
};

/** Returns the function that compares the teams of pending changes. */
function createExternalTeams(parts: MirrorParts) {
  const { database, clock } = parts;

  /** Returns the change for a team that Graph does not show; undefined when the pending change can't be settled yet. */
  async function missing(tenantId: string, note: PendingChange): Promise<GraphChange | undefined> {
    try {
      const reason = await missingTeam(parts, tenantId, note.teamId);
      const isGone = reason?.message === teamNotFound(note.teamId).message;
      // The group exists, but its team was removed or never created.
      if (reason === undefined && !note.before.made) return { ...removalOf(note), facts: [] };
      // For a team of the copy, missingTeam has recorded the removal, which the next lease returns.
      if (isGone) return note.before.made ? removalOf(note) : undefined;
    } catch (error) {
      if (!(error instanceof GraphFailure) && !isCharterError(error)) throw error;
    }
    return isAbandoned(note, clock) ? { ...removalOf(note), facts: [] } : undefined;
  }

  /**
   * Adds the people of a restored team. Its deletion removed them from the copy, and no delta query shows them again.
   */
  async function withPeople(tenantId: string, change: GraphChange): Promise<GraphChange | undefined> {
    const { id } = change.team;
    try {
      const people = await listMembersAt(parts.graphOf(tenantId), at`/teams/${id}`, id, id);
      return { ...change, people };
    } catch (error) {
      if (error instanceof GraphFailure || isCharterError(error)) return undefined;
      throw error;
    }
  }

  /** Returns undefined for a team that can't be read now. */
  async function compare(
    tenantId: string,
    note: PendingChange,
    known: KnownTeam,
    [team, group]: readonly [GraphOutcome, GraphOutcome],
  ): Promise<GraphChange | undefined> {
    const failures = [team, group].filter((answer) => answer instanceof GraphFailure);
    if (failures.some(({ status }) => status === 404)) return missing(tenantId, note);
    if (failures.length > 0) return undefined;
    const present = presenceOf(note, known, team, group);
    return note.before.restored ? withPeople(tenantId, present) : present;
  }

  return async function readTeams(tenantId: string, notes: readonly PendingChange[]): Promise<GraphChange[]> {
    const teamIds = notes.map(({ teamId }) => teamId);
    const { tenant, all } = database.in(tenantId);
    const rows = await all(KNOWN)`
      select ${KNOWN}
        from unnest(${teamIds}::text[]) as i(id)
        left join directory.teams t on t.tenant_id = ${tenant} and t.team_id = i.id
        left join graph_suite.groups g on g.tenant_id = ${tenant} and g.group_id = i.id`;
    const known = new Map(rows.map((row) => [row.id, row]));
    // For a team that has been restored since, returns the deletion first. Its pending change then becomes that of the
    // restoration.
    const isRemoved = ({ teamId, before: { removed, restored } }: PendingChange): boolean =>
      removed !== undefined && (restored === true || known.get(teamId)?.displayName == null);
    const changes = notes.filter(isRemoved).map(removalOf);
    const others = notes.filter((note) => !isRemoved(note));
    for (let start = 0; start < others.length; start += MAX_WITH_GROUPS) {
      const some = others.slice(start, start + MAX_WITH_GROUPS);
      const answers = await parts.graphOf(tenantId).batch(some.flatMap(({ teamId }) => callsFor(teamId)));
      for (const [index, note] of some.entries()) {
        const pair = [answers[2 * index]!, answers[2 * index + 1]!] as const;
        const change = await compare(tenantId, note, known.get(note.teamId)!, pair);
        if (change !== undefined) changes.push(change);
      }
    }
    return changes;
  };
}

/*
 * Compares Graph's channels with the known ones (known-channels.ts). Tabs are not compared: Graph sends no
 * notifications about them and does not list them with their channels, so each channel would need another call.
 */

/** Maximum number of teams in one batch, with one call each. */
const MAX_WITH_CHANNELS = 20;
/** Time for which some of Graph's lists may lack a new channel. */
const VISIBLE_MILLISECONDS = 15 * 60_000;

/** Excludes the mail address and the moderation settings, which are slow to read ("List allChannels"). */
const FIELDS = 'id,displayName,description,membershipType,createdDateTime';

const channelsCall = (teamId: string): GraphCall => ({
  method: 'GET',
  path: `${at`/teams/${teamId}/channels`}?$select=${FIELDS}`,
  budget: 'listInTeams',
  teamId,
  headers: ALL_VALUES,
});

type ChannelFact = Extract<ExternalFact, { channel: object }>;

const named = ({ id, displayName, membershipType }: TeamChannel): ChannelFact['channel'] => ({
  id,
  displayName,
  membershipType,
});

function changesOf(known: KnownChannel, { displayName, description }: TeamChannel): ChannelPatch {
  return {
    ...(displayName !== known.displayName && { displayName }),
    ...(description !== known.description && { description }),
  };
}

/** Returns the facts about channels that exist. */
function presentFacts(
  channels: NonNullable<KnownTeamChannels['channels']>,
  shown: readonly TeamChannel[],
): ChannelFact[] {
  return shown.flatMap((channel): ChannelFact[] => {
    const known = channels[channel.id];
    if (known === undefined) return [{ kind: 'channelCreated', channel: named(channel) }];
    const changes = changesOf(known, channel);
    if (Object.keys(changes).length === 0) return [];
    return [{ kind: 'channelUpdated', channel: named(channel), changes }];
  });
}

/**
 * The members of a deleted private or shared channel can't be listed, so only webhooks of administrators receive its
 * deletion.
 */
const deletedFact = (channel: TeamChannel, owners: readonly string[]): ChannelFact => ({
  kind: 'channelDeleted',
  channel: named(channel),
  owners: channel.membershipType === 'standard' ? owners : [],
});

function createExternalChannels(parts: MirrorParts) {
  const { knownChannels, clock } = parts;
  const isNew = ({ createdDateTime }: TeamChannel): boolean =>
    clock.now().getTime() - Date.parse(createdDateTime) < VISIBLE_MILLISECONDS;

  async function allOf(tenantId: string, teamId: string, answer: GraphOutcome): Promise<TeamChannel[]> {
    const channels = await readRest<Channel>(parts.graphOf(tenantId), channelsCall(teamId), answer);
    return channels.map(toChannel);
  }

  /** Returns whether Graph lacks all of these channels. A single list without them proves nothing. */
  async function areGone(tenantId: string, teamId: string, missing: readonly TeamChannel[]) {
    if (missing.some(isNew)) return false;
    const answers = await parts.graphOf(tenantId).batch(missing.map(({ id }) => channelCall(teamId, id)));
    return answers.every((answer) => answer instanceof GraphFailure && answer.status === 404);
  }

  /** Returns undefined while Graph may show an outdated list. */
  async function compare(
    tenantId: string,
    note: PendingChange,
    known: KnownTeamChannels,
    shown: TeamChannel[],
  ): Promise<GraphChange | undefined> {
    const { teamId, teamName, channels, owners, readAt, isMaking } = known;
    if (isMaking) return undefined;
    const ids = new Set(shown.map(({ id }) => id));
    const missing = Object.entries(channels ?? {})
      .map(([id, channel]) => ({ id, ...channel }))
      .filter(({ id }) => !ids.has(id));
    if (missing.length > 0 && !(await areGone(tenantId, teamId, missing))) return undefined;
    const facts =
      channels === null
        ? []
        : [...presentFacts(channels, shown), ...missing.map((channel) => deletedFact(channel, owners))];
    const change = changeOf(note, teamName ?? '');
    // The window begins at the last read, because a retried deletion by Charter may leave the channel among the known
    // ones.
    return { ...change, facts, channels: shown, noticedAt: readAt ?? change.noticedAt };
  }

  async function readOne(
    tenantId: string,
    note: PendingChange,
    known: KnownTeamChannels,
    answer: GraphOutcome,
  ) {
    if (!(answer instanceof GraphFailure)) {
      const shown = await allOf(tenantId, note.teamId, answer);
      return compare(tenantId, note, known, shown);
    }
    // The pending change to the team itself records the deletion.
    return isAbandoned(note, clock) ? { ...changeOf(note, ''), facts: [] } : undefined;
  }

  /** Reads and compares the channels of teams with pending changes. Omits those that can't be compared yet. */
  return async function readChannels(
    tenantId: string,
    notes: readonly PendingChange[],
  ): Promise<GraphChange[]> {
    if (notes.length === 0) return [];
    const known = await knownChannels.find(
      tenantId,
      notes.map(({ teamId }) => teamId),
    );
    const isCopied = ({ teamId }: PendingChange): boolean => known.get(teamId)?.teamName != null;
    // The channels of a deleted team are part of its deletion.
    const changes: GraphChange[] = notes
      .filter((note) => !isCopied(note))
      .map((note) => ({ ...changeOf(note, ''), facts: [] }));
    const others = notes.filter(isCopied);
    for (let start = 0; start < others.length; start += MAX_WITH_CHANNELS) {
      const some = others.slice(start, start + MAX_WITH_CHANNELS);
      const answers = await parts.graphOf(tenantId).batch(some.map(({ teamId }) => channelsCall(teamId)));
      for (const [index, note] of some.entries()) {
        const change = await readOne(tenantId, note, known.get(note.teamId)!, answers[index] as GraphOutcome);
        if (change !== undefined) changes.push(change);
      }
    }
    return changes;
  };
}
