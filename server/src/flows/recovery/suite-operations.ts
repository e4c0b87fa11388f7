/** Every operation that recovery can repeat after a crash. */
import { createChannelOperation } from '../../domain/channels/create-channel.ts';
import { createTabOperation } from '../../domain/channels/create-tab.ts';
import { deleteChannelOperation } from '../../domain/channels/delete-channel.ts';
import { deleteTabOperation } from '../../domain/channels/delete-tab.ts';
import { updateChannelOperation } from '../../domain/channels/update-channel.ts';
import { addTeamMemberOperation } from '../../domain/teams/add-team-member.ts';
import { addTeamMembersOperation } from '../../domain/teams/add-team-members.ts';
import { deleteTeamOperation } from '../../domain/teams/delete-team.ts';
import { removeTeamMemberOperation } from '../../domain/teams/remove-team-member.ts';
import { updateTeamOperation } from '../../domain/teams/update-team.ts';
import { updateTeamMemberOperation } from '../../domain/teams/update-team-member.ts';
import type { SuiteOperation } from '../../engine/intents/perform.ts';
import { restoreMembershipOperation, restoreSettingsOperation } from '../restoration/restore-operations.ts';

export const SUITE_OPERATIONS: readonly SuiteOperation<never, unknown>[] = [
  addTeamMemberOperation,
  addTeamMembersOperation,
  createChannelOperation,
  createTabOperation,
  deleteChannelOperation,
  deleteTabOperation,
  deleteTeamOperation,
  removeTeamMemberOperation,
  restoreMembershipOperation,
  restoreSettingsOperation,
  updateChannelOperation,
  updateTeamMemberOperation,
  updateTeamOperation,
];
