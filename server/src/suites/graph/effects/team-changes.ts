/**
 * Changes teams: settings, picture, label, deletion. Rejects all changes to archived teams except deletion.
 */
import type { SuiteLabels } from '../../../domain/labels/labels.ts';
import { TEAMS_LIMITS } from '../../../domain/teams/limits.ts';
import type { SuiteTeam, TeamPatch, TeamSettings } from '../../../domain/teams/model.ts';
import type { SuiteTeams } from '../../../domain/teams/suite.ts';
import {
  assertPicture,
  assertTeamName,
  hiddenMembershipIsFixed,
  teamReadOnly,
  teamVersionOutdated,
  unknownLabel,
} from '../../../domain/teams/suite-rules.ts';
import { findChanges, isEmptyPatch } from '../../../domain/teams/update-team.ts';
import { type CharterError, invalidField } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { type Message, say } from '../../../kernel/messages.ts';
import { deletedItemCall } from '../calls/directory.ts';
import { settingsPatch, withVersion } from '../calls/teams.ts';
import { hasStatus, notShown } from '../client/failure.ts';
import { at } from '../client/request.ts';
import type { GraphTransport } from '../client/transport.ts';
import type { OwnChange } from '../mirror/team-copy.ts';
import {
  assertTeamWritable,
  callAboutTeam,
  existsInGraph,
  inTeamQueue,
  isNew,
  markDeleted,
  requireTeam,
} from '../mirror/teams.ts';
import type { GraphParts } from './effects.ts';

const notSupported = (target: string, message: Message): CharterError =>
  invalidField(target, message, 'NotSupported');

function assertSupported(patch: TeamPatch): void {
  if (patch.isMembershipLimitedToOwners === true) {
    throw notSupported(
      'isMembershipLimitedToOwners',
      say('graph.membershipLimit', 'Microsoft Graph cannot limit membership to owners.'),
    );
  }
  if (patch.discoverySettings?.showInTeamsSearchAndSuggestions === false) {
    throw notSupported(
      'discoverySettings',
      say('graph.discoverySettings', 'Microsoft Graph v1.0 cannot change discoverySettings.'),
    );
  }
}

type Basics = Pick<TeamPatch, 'displayName' | 'description' | 'visibility'>;

/** Returns the fields of the patch that differ from the team. */
function basicsOf({ displayName, description, visibility }: TeamPatch, { team }: SuiteTeam): Basics {
  return {
    ...(displayName !== undefined && displayName !== team.displayName && { displayName }),
    ...(description !== undefined && description !== team.description && { description }),
    ...(visibility !== undefined && visibility !== team.visibility && { visibility }),
  };
}

/** Returns the team with the patch applied, because Graph may still show the earlier state. */
function patched(current: SuiteTeam, patch: TeamPatch): SuiteTeam {
  const { displayName, description, visibility, classification } = patch;
  const groups = Object.entries(settingsPatch(patch)).map(([group, fields]) => [
    group,
    { ...current.team[group as keyof TeamSettings], ...fields },
  ]);
  return withVersion({
    ...current,
    team: {
      ...current.team,
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description: description || null }),
      ...(visibility !== undefined && { visibility }),
      ...(classification !== undefined && { classification: classification || null }),
      ...Object.fromEntries(groups),
    },
  });
}

/** Returns the team's current values of the fields in the patch. */
function ownChange({ team }: SuiteTeam, patch: TeamPatch): OwnChange {
  const fields = Object.entries(patch).map(([name, value]) => {
    const present = team[name as keyof TeamPatch];
    if (typeof value !== 'object' || value === null || typeof present !== 'object') return [name, present];
    const group = present as unknown as Record<string, unknown>;
    return [name, Object.fromEntries(Object.keys(value).map((field) => [field, group[field]]))];
  });
  return Object.fromEntries(fields) as OwnChange;
}

/** @param graph client of the application or of the connected account */
function patchGroup(
  parts: GraphParts,
  graph: GraphTransport,
  tenantId: string,
  teamId: string,
  body: object,
): Promise<unknown> {
  const path = at`/groups/${teamId}`;
  return callAboutTeam(parts, tenantId, teamId, () =>
    graph.call({ method: 'PATCH', path, budget: 'writeDirectory', teamId, body }),
  );
}

/** @throws PreconditionFailed for another version, TeamArchived, InvalidRequest */
async function update(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  wanted: TeamPatch,
  ifVersion: string | undefined,
): Promise<SuiteTeam> {
  const { groups, copy } = parts;
  const graph = parts.graphOf(tenantId);
  const current = await requireTeam(parts, tenantId, teamId);
  if (current.team.isArchived) throw teamReadOnly(teamId);
  if (ifVersion !== undefined && current.version !== ifVersion) {
    // An earlier attempt whose response was lost may have made the change.
    const isMade = isEmptyPatch(findChanges(current.team, wanted));
    if (isMade) await copy.save(tenantId, current, true, ownChange(current, wanted));
    // The caller's version may come from a cached response. The next read must return the current one.
    await groups.changed(tenantId, [teamId]);
    throw teamVersionOutdated();
  }
  assertSupported(wanted);
  const visibilities = [current.team.visibility, wanted.visibility ?? current.team.visibility];
  if (new Set(visibilities).size > 1 && visibilities.includes('hiddenMembership'))
    throw hiddenMembershipIsFixed();
  const body = { ...basicsOf(wanted, current), ...settingsPatch(wanted) };
  if (Object.keys(body).length > 0) {
    const path = at`/teams/${teamId}`;
    await callAboutTeam(parts, tenantId, teamId, () =>
      graph.call({ method: 'PATCH', path, budget: 'writeTeams', teamId, body }),
    );
  }
  const { classification } = wanted;
  if (classification !== undefined && classification !== current.team.classification) {
    await patchGroup(parts, graph, tenantId, teamId, { classification });
  }
  if (wanted.displayName !== undefined) await groups.rename(tenantId, teamId, wanted.displayName);
  const changed = patched(current, wanted);
  await copy.save(tenantId, changed, true, ownChange(changed, wanted));
  return changed;
}

/**
 * Sets the label as the connected account: only a signed-in administrator may change assignedLabels ("Update group").
 */
async function setSensitivityLabel(
  parts: GraphParts,
  labels: SuiteLabels,
  tenantId: string,
  teamId: string,
  labelId: string,
): Promise<void> {
  await assertTeamWritable(parts, tenantId, teamId);
  const account = await parts.accountFor(tenantId, 'sensitivityLabels');
  if (account === undefined) {
    const problem = say(
      'graph.labelsNeedAccount',
      'Microsoft Graph lets no application set labels, and no account is connected for it.',
    );
    throw notSupported('sensitivityLabelId', problem);
  }
  const current = await requireTeam(parts, tenantId, teamId);
  if (current.sensitivityLabelId === labelId) return;
  if (!(await labels.find(tenantId, labelId))?.isActive) {
    throw unknownLabel(labelId);
  }
  await patchGroup(parts, account.graph, tenantId, teamId, { assignedLabels: [{ labelId }] });
  const changed = { ...current, sensitivityLabelId: labelId };
  await parts.copy.save(tenantId, changed, true, { sensitivityLabelId: labelId });
}

async function setPicture(
  parts: GraphParts,
  tenantId: string,
  teamId: string,
  bytes: Uint8Array,
): Promise<void> {
  await assertTeamWritable(parts, tenantId, teamId);
  await callAboutTeam(parts, tenantId, teamId, () =>
    parts.graphOf(tenantId).call({
      method: 'PUT',
      path: at`/teams/${teamId}/photo/$value`,
      budget: 'writeTeams',
      teamId,
      // "Update profilePhoto" requires this type for every picture.
      headers: { 'Content-Type': 'image/jpeg' },
      body: Uint8Array.from(bytes).buffer,
    }),
  );
}

/**
 * Deletes the group of the team. Succeeds for a group that does not exist.
 * @throws ServiceUnavailable while Graph does not show a new team
 */
export async function deleteTeam(parts: GraphParts, tenantId: string, teamId: string): Promise<void> {
  const indexed = await parts.groups.find(tenantId, teamId);
  if (indexed?.deletedAt) return;
  try {
    const path = at`/groups/${teamId}`;
    await parts.graphOf(tenantId).call({ method: 'DELETE', path, budget: 'writeDirectory', teamId });
  } catch (error) {
    if (!hasStatus(error, 404)) throw error;
    const isDeleted = await existsInGraph(parts, tenantId, deletedItemCall(teamId));
    if (!isDeleted && isNew(parts, indexed)) {
      throw notShown('team', error);
    }
  }
  await markDeleted(parts, tenantId, teamId);
  await parts.pendingChanges.takeBackTeams(tenantId, [teamId]);
}

export const createTeamChanges = (parts: GraphParts, labels: SuiteLabels) =>
  ({
    async update(tenantId, teamId, wanted, ifVersion) {
      assertTeamName(wanted.displayName);
      return inTeamQueue(parts, tenantId, teamId, () => update(parts, tenantId, teamId, wanted, ifVersion));
    },

    setSensitivityLabel: async (tenantId, teamId, labelId) =>
      inTeamQueue(parts, tenantId, teamId, () =>
        setSensitivityLabel(parts, labels, tenantId, teamId, labelId),
      ),

    async setPicture(tenantId, teamId, picture) {
      assertPicture(picture.contentType, picture.bytes, TEAMS_LIMITS.pictureBytes);
      await inTeamQueue(parts, tenantId, teamId, () => setPicture(parts, tenantId, teamId, picture.bytes));
    },

    async delete(tenantId, teamId) {
      if (!isUuid(teamId)) return;
      await inTeamQueue(parts, tenantId, teamId, () => deleteTeam(parts, tenantId, teamId));
    },
  }) satisfies Partial<SuiteTeams>;
