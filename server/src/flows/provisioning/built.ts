/** What a provisioning has created, by the ledger of its job, and the removal of it. */

import { teamDeleted } from '../../domain/teams/events.ts';
import type { Removal } from '../../engine/jobs/define-job.ts';
import type { BuiltObject, JobRecord } from '../../engine/jobs/model.ts';
import { say } from '../../kernel/messages.ts';
import type { ProvisioningPlan } from './plan.ts';
import { channelIdsOf } from './steps/channels.ts';
import { planOf } from './steps/step.ts';

export function builtBy(job: JobRecord<ProvisioningPlan>): BuiltObject[] {
  const { plan, subjectId, ledger } = job;
  if (plan === null || subjectId === null) return [];
  const hasChannels = ledger.some(({ step }) => step === 'createChannels');
  const channelIds = hasChannels ? channelIdsOf({ job, plan }) : [];
  return [
    { type: 'team', id: subjectId, displayName: plan.name },
    ...channelIds.map((id, index) => ({
      type: 'channel',
      id,
      displayName: plan.channels[index]?.displayName ?? '',
    })),
  ];
}

/**
 * Deletes the team of a cancelled provisioning. Finds it by its marker, because a step may have created it without
 * recording it. A team that was never announced has no event of its deletion either.
 */
export const removeTeam: Removal<ProvisioningPlan> = async ({ suite, tenantId, job }) => {
  const plan = planOf(job);
  const isRemoved = await suite.teams.removeByMarker(tenantId, plan.marker);
  const deleted = say('provisioning.teamDeleted', "Deleted the team '{team}'.", { team: plan.name });
  const id = job.subjectId;
  if (id === null) {
    return {
      message: isRemoved ? deleted : say('provisioning.nothingBuilt', 'Nothing was built.'),
    };
  }
  // Uses the planned owners, because a deleted team's owners can't be listed.
  const owners = [...(plan.requester ? [plan.requester] : []), ...plan.owners, ...plan.permanentOwners];
  return {
    message: deleted,
    events: [
      teamDeleted.happened({
        target: { type: 'team', id, displayName: plan.name },
        payload: { team: { id, displayName: plan.name } },
        audience: [...new Set(owners.map((owner) => owner.id))],
      }),
    ],
  };
};
