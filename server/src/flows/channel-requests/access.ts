/**
 * Who may request channels from a template (docs/channels.md, "Requests by template"): pure functions that deny by
 * default.
 */
import type { ChannelTemplate } from '../../domain/catalog/manifest-channel.ts';
import { type AccessVerdict, canReadTeam } from '../../domain/teams/access.ts';
import type { TeamAccess } from '../../domain/teams/suite.ts';
import { isAdmin, type Principal } from '../../engine/principal.ts';

/**
 * Ignores the settings of the team and its policy for channels, because the template defines who may request its
 * channels.
 */
function allowsRequest(
  principal: Principal,
  { role }: Pick<TeamAccess, 'role'>,
  { requesters }: Pick<ChannelTemplate, 'requesters'>,
): boolean {
  if (isAdmin(principal) || role === 'owner') return true;
  return role === 'member' && requesters === 'members';
}

export function judgeRequestChannel(
  principal: Principal,
  access: TeamAccess,
  template: Pick<ChannelTemplate, 'requesters'>,
): AccessVerdict {
  if (!canReadTeam(principal, access)) return 'hidden';
  if (!allowsRequest(principal, access, template)) return 'denied';
  return access.suiteTeam.team.isArchived ? 'archived' : 'allowed';
}

/** The facts of a team that decide which templates apply to it. */
export interface PlaceOfTemplate {
  /** The template that the team was created from. */
  templateId: string | null;
  sensitivityLabelId: string | null;
}

/** Whether channels of the template may be created in the team. An empty list does not restrict. */
export function appliesTo(
  { teams: { templateIds, sensitivityLabelIds } }: Pick<ChannelTemplate, 'teams'>,
  { templateId, sensitivityLabelId }: PlaceOfTemplate,
): boolean {
  const isAmong = (ids: readonly string[], id: string | null): boolean =>
    ids.length === 0 || (id !== null && ids.includes(id));
  return isAmong(templateIds, templateId) && isAmong(sensitivityLabelIds, sensitivityLabelId);
}
