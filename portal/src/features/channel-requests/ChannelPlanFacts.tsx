import type { ChannelProvisioningPlan } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { VerdictList } from '../../components/VerdictList.tsx';
import { factsOf } from '../questions/kinds.tsx';

/** The planned channel, and the verdict of each check. */
export function ChannelPlanFacts({ plan }: { plan: ChannelProvisioningPlan }) {
  const text = useMessages();
  const names = (people: readonly { displayName: string }[]) =>
    people.map(({ displayName }) => displayName).join(', ');
  const { channel, team, answers, omissions = [], approvalConditions = [] } = plan;
  return (
    <>
      <Facts
        facts={[
          [text('channelRequest.channel'), <strong key="name">{channel.displayName}</strong>],
          [text('channelRequest.team'), team.displayName],
          [text('channels.type'), text(`channels.type.${channel.membershipType}`)],
          [text('team.description'), channel.description],
          [text('team.owners'), names(plan.owners)],
          [text('team.members'), names(plan.members)],
          [text('channelRequest.joining'), names(plan.joining)],
        ]}
      />
      {answers !== undefined && <Facts facts={factsOf(answers)} />}
      <VerdictList
        verdicts={[
          ...omissions.map(({ message }) => ({ outcome: 'omitted' as const, message })),
          ...plan.verdicts.map((verdict) =>
            // A passed approval verdict says who must approve.
            verdict.policy === 'approval' && verdict.outcome === 'passed'
              ? { ...verdict, outcome: 'approval' as const }
              : verdict,
          ),
          ...approvalConditions.map(({ message }) => ({ outcome: 'approval' as const, message })),
        ]}
      />
    </>
  );
}
