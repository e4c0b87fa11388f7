/** Every operation whose intent may be found after a crash; one that is missing here could not be finished. */
import { createChannelOperation } from '../channels/create-channel.ts';
import { createTabOperation } from '../channels/create-tab.ts';
import { restoreMembershipOperation, restoreSettingsOperation } from '../policies/restore-operations.ts';
import { addTeamMemberOperation } from '../teams/add-team-member.ts';
import { deleteTeamOperation } from '../teams/delete-team.ts';
import { updateTeamOperation } from '../teams/update-team.ts';
import type { SuiteOperation } from './perform.ts';

export const SUITE_OPERATIONS: readonly SuiteOperation<never, unknown>[] = [
  addTeamMemberOperation,
  createChannelOperation,
  createTabOperation,
  deleteTeamOperation,
  restoreMembershipOperation,
  restoreSettingsOperation,
  updateTeamOperation,
];
