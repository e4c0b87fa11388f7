/** The operations that the recovery can repeat after a crash. */
import {
  createChannelOperation,
  deleteChannelOperation,
  updateChannelOperation,
} from '../../domain/channels/change-channels.ts';
import { createTabOperation, deleteTabOperation } from '../../domain/channels/change-tabs.ts';
import { addTeamMembersOperation } from '../../domain/teams/add-team-members.ts';
import {
  addTeamMemberOperation,
  removeTeamMemberOperation,
  updateTeamMemberOperation,
} from '../../domain/teams/change-members.ts';
import { deleteTeamOperation } from '../../domain/teams/delete-team.ts';
import { updateTeamOperation } from '../../domain/teams/update-team.ts';
import type { SuiteOperation } from '../../engine/intents/perform.ts';
import { appointOwnerOperation } from '../owners/appoint-owner.ts';
import { restoreMembershipOperation, restoreSettingsOperation } from '../restoration/restore-operations.ts';

export const SUITE_OPERATIONS: readonly SuiteOperation<never, unknown>[] = [
  addTeamMemberOperation,
  addTeamMembersOperation,
  appointOwnerOperation,
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
