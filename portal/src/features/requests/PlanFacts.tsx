import type { ProvisioningPlan } from '@charter/sdk';
import { useMessages } from '../../base/messages.ts';
import { Facts } from '../../components/Facts.tsx';
import { VerdictList } from '../../components/VerdictList.tsx';
import { PlannedContents } from '../contents/PlannedContents.tsx';
import { useRuleFacts } from '../lifecycle/rule-facts.tsx';
import { factsOf } from '../questions/kinds.tsx';
import { PlannedOwnSteps } from './PlannedOwnSteps.tsx';

/** The planned team, and the verdict of each policy. */
export function PlanFacts({ plan }: { plan: ProvisioningPlan }) {
  const text = useMessages();
  const { end, renewal, inactivity } = useRuleFacts(plan.lifecycle);
  const names = (people: readonly { displayName: string }[]) =>
    people.map(({ displayName }) => displayName).join(', ');
  return (
    <>
      <Facts
        facts={[
          [text('plan.name'), <strong key="name">{plan.name}</strong>],
          [text('plan.alias'), plan.mailNickname],
          [text('team.description'), plan.description],
          [text('team.welcomeMessage'), plan.welcomeMessage],
          [text('plan.visibility'), text(`visibility.${plan.visibility}`)],
          [text('team.owners'), names([...plan.owners, ...plan.permanentOwners])],
          [text('team.members'), names([...plan.members, ...plan.permanentMembers])],
          [text('plan.channels'), plan.channels.map(({ displayName }) => displayName).join(', ')],
          [
            text('plan.contents'),
            plan.contents && <PlannedContents key="contents" contents={plan.contents} />,
          ],
          end,
          renewal,
          [text('plan.lifecycle'), inactivity],
          [text('plan.ownSteps'), plan.ownSteps && <PlannedOwnSteps key="ownSteps" plan={plan} />],
          [text('plan.steps'), plan.steps.length],
        ]}
      />
      {plan.answers !== undefined && <Facts facts={factsOf(plan.answers)} />}
      <VerdictList
        verdicts={[
          ...(plan.notices ?? []).map(({ message }) => ({ outcome: 'notice' as const, message })),
          ...(plan.omissions ?? []).map(({ message }) => ({ outcome: 'omitted' as const, message })),
          ...(plan.verdicts ?? []).map((verdict) =>
            // A passed approval verdict says who must approve.
            verdict.policy === 'approval' && verdict.outcome === 'passed'
              ? { ...verdict, outcome: 'approval' as const }
              : verdict,
          ),
          ...(plan.approvalConditions ?? []).map(({ message }) => ({
            outcome: 'approval' as const,
            message,
          })),
          ...(plan.reports ?? []).map(({ message }) => ({ outcome: 'reported' as const, message })),
        ]}
      />
    </>
  );
}
