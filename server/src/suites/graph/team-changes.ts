/** Changes teams: settings, picture, label, deletion. Rejects archived teams before it calls Graph. */
import type { SuiteLabels } from '../../domain/labels/suite.ts';
import type { SuiteTeam, TeamPatch, TeamSettings } from '../../domain/teams/model.ts';
import { findChanges, isEmpty } from '../../domain/teams/patch.ts';
import type { SuiteTeams } from '../../domain/teams/suite.ts';
import { CharterError, invalidField } from '../../kernel/errors.ts';
import { isUuid } from '../../kernel/ids.ts';
import { TEAMS_LIMITS } from '../embedded/limits.ts';
import { assertPicture } from '../embedded/picture.ts';
import { noTeam, teamArchived } from '../embedded/refusals.ts';
import { comeBack, hasStatus } from './failure.ts';
import { aboutTeam, assertWritable, bury, exists, type GraphParts, inTurn, isNew } from './parts.ts';
import { settingsPatch } from './settings-patch.ts';
import { withVersion } from './team-answers.ts';
import type { OwnChange } from './team-copy.ts';
import { requireTeam } from './teams.ts';
import { at } from './transport.ts';

const notSupported = (target: string, message: string): CharterError =>
  invalidField(target, message, 'NotSupported');

function assertSupported(patch: TeamPatch): void {
  if (patch.isMembershipLimitedToOwners === true) {
    throw notSupported('isMembershipLimitedToOwners', 'Microsoft Graph cannot limit membership to owners.');
  }
  if (patch.discoverySettings?.showInTeamsSearchAndSuggestions === false) {
    throw notSupported('discoverySettings', 'Microsoft Graph v1.0 cannot change discoverySettings.');
  }
}

/** hiddenMembership can be chosen only when the group is created ("group resource type", visibility). */
function assertVisibility({ visibility }: TeamPatch, { team }: SuiteTeam): void {
  if (visibility === undefined || visibility === team.visibility) return;
  if (visibility === 'hiddenMembership' || team.visibility === 'hiddenMembership') {
    throw invalidField('visibility', 'hiddenMembership is chosen when a team is created, and stays then.');
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

/** Returns the team with the patch applied. Graph may still show the earlier state. */
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

/** Returns the team's present values of the fields in the patch. */
function ownChange({ team }: SuiteTeam, patch: TeamPatch): OwnChange {
  const fields = Object.entries(patch).map(([name, value]) => {
    const present = team[name as keyof TeamPatch];
    if (typeof value !== 'object' || value === null || typeof present !== 'object') return [name, present];
    const group = present as unknown as Record<string, unknown>;
    return [name, Object.fromEntries(Object.keys(value).map((field) => [field, group[field]]))];
  });
  return Object.fromEntries(fields) as OwnChange;
}

export function createTeamChanges(parts: GraphParts, labels: SuiteLabels) {
  const { groups, copy } = parts;

  const patch = (tenantId: string, teamId: string, path: string, body: object) =>
    parts.graphOf(tenantId).call({
      method: 'PATCH',
      path,
      budget: path.startsWith('/groups') ? 'writeDirectory' : 'writeTeams',
      teamId,
      body,
    });

  async function update(
    tenantId: string,
    teamId: string,
    wanted: TeamPatch,
    ifVersion: string | undefined,
  ): Promise<SuiteTeam> {
    const current = await requireTeam(parts, tenantId, teamId);
    if (current.team.isArchived) throw teamArchived(teamId);
    if (ifVersion !== undefined && current.version !== ifVersion) {
      // An earlier try whose answer was lost may have made the change.
      const isMade = isEmpty(findChanges(current.team, wanted));
      if (isMade) await copy.save(tenantId, current, true, ownChange(current, wanted));
      throw new CharterError('PreconditionFailed', 'The team has changed since. Get it again and repeat.');
    }
    assertSupported(wanted);
    assertVisibility(wanted, current);
    const body = { ...basicsOf(wanted, current), ...settingsPatch(wanted) };
    if (Object.keys(body).length > 0) {
      await aboutTeam(parts, tenantId, teamId, () => patch(tenantId, teamId, at`/teams/${teamId}`, body));
    }
    const { classification } = wanted;
    if (classification !== undefined && classification !== current.team.classification) {
      const path = at`/groups/${teamId}`;
      await aboutTeam(parts, tenantId, teamId, () => patch(tenantId, teamId, path, { classification }));
    }
    if (wanted.displayName !== undefined) await groups.rename(tenantId, teamId, wanted.displayName);
    const changed = patched(current, wanted);
    await copy.save(tenantId, changed, true, ownChange(changed, wanted));
    return changed;
  }

  return {
    async update(tenantId, teamId, wanted, ifVersion) {
      if (wanted.displayName?.trim() === '') throw invalidField('displayName', 'A team needs a name.');
      return inTurn(parts, tenantId, teamId, () => update(tenantId, teamId, wanted, ifVersion));
    },

    /** Graph lets only a signed-in administrator change assignedLabels ("Update group"). */
    async setSensitivityLabel(tenantId, teamId, labelId) {
      if (!isUuid(teamId)) throw noTeam(teamId);
      await inTurn(parts, tenantId, teamId, async () => {
        await assertWritable(parts, tenantId, teamId);
        const account = await parts.accountFor(tenantId, 'sensitivityLabels');
        if (account === undefined) {
          const text = 'Microsoft Graph lets no application set labels, and no account is connected for it.';
          throw notSupported('sensitivityLabelId', text);
        }
        const current = await requireTeam(parts, tenantId, teamId);
        if (current.sensitivityLabelId === labelId) return;
        if (!(await labels.find(tenantId, labelId))?.isActive) {
          throw invalidField('sensitivityLabelId', `No active sensitivity label has the id '${labelId}'.`);
        }
        await aboutTeam(parts, tenantId, teamId, () =>
          account.graph.call({
            method: 'PATCH',
            path: at`/groups/${teamId}`,
            budget: 'writeDirectory',
            teamId,
            body: { assignedLabels: [{ labelId }] },
          }),
        );
        const changed = { ...current, sensitivityLabelId: labelId };
        await copy.save(tenantId, changed, true, { sensitivityLabelId: labelId });
      });
    },

    async setPicture(tenantId, teamId, { contentType, bytes }) {
      assertPicture(contentType, bytes, TEAMS_LIMITS.pictureBytes);
      await inTurn(parts, tenantId, teamId, async () => {
        await assertWritable(parts, tenantId, teamId);
        await aboutTeam(parts, tenantId, teamId, () =>
          parts.graphOf(tenantId).call({
            method: 'PUT',
            path: at`/teams/${teamId}/photo/$value`,
            budget: 'writeTeams',
            teamId,
            headers: { 'Content-Type': contentType },
            body: Uint8Array.from(bytes).buffer,
          }),
        );
      });
    },

    /** A group that the index marks as deleted, or that Graph lists as deleted, counts as deleted. */
    async delete(tenantId, teamId) {
      if (!isUuid(teamId)) return;
      await inTurn(parts, tenantId, teamId, async () => {
        const indexed = await groups.find(tenantId, teamId);
        if (indexed?.deletedAt) return;
        try {
          await parts.graphOf(tenantId).call({
            method: 'DELETE',
            path: at`/groups/${teamId}`,
            budget: 'writeDirectory',
            teamId,
          });
        } catch (error) {
          if (!hasStatus(error, 404)) throw error;
          const isDeleted = await exists(parts, tenantId, at`/directory/deletedItems/${teamId}?$select=id`);
          if (!isDeleted && isNew(parts, indexed)) {
            throw comeBack('Microsoft Graph does not show the new team yet.', 10, error);
          }
        }
        await bury(parts, tenantId, teamId);
        await parts.noted.takeBackTeams(tenantId, [teamId]);
      });
    },
  } satisfies Partial<SuiteTeams>;
}
