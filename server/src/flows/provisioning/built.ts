/** Reads from the ledger what a provisioning has created. */
import type { BuiltObject, JobRecord } from '../../engine/jobs/model.ts';
import type { ProvisioningPlan } from './plan.ts';
import { channelIdsOf } from './steps/channels.ts';

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
