import type { ProvisioningPlan } from '@charter/sdk';
import { Badge, Caption1, makeStyles, tokens } from '@fluentui/react-components';
import { useMessages } from '../../app/messages.ts';
import { Facts } from '../../components/Facts.tsx';

const useStyles = makeStyles({
  verdicts: { listStyleType: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalS },
  verdict: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'baseline' },
  outcome: { flexShrink: 0 },
});

/** The team as it will be, and the verdict of each policy. */
export function PlanFacts({ plan }: { plan: ProvisioningPlan }) {
  const styles = useStyles();
  const text = useMessages();
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
          [text('plan.steps'), plan.steps.length],
        ]}
      />
      <ul className={styles.verdicts} aria-label={text('plan.policies')}>
        {(plan.omissions ?? []).map(({ feature, message }) => (
          <li key={feature} className={styles.verdict}>
            <Badge className={styles.outcome} appearance="tint" color="warning">
              {text('plan.omission')}
            </Badge>
            <Caption1>{message}</Caption1>
          </li>
        ))}
        {(plan.verdicts ?? []).map(({ policy, outcome, message }) => (
          <li key={policy + message} className={styles.verdict}>
            <Badge
              className={styles.outcome}
              appearance="tint"
              color={outcome === 'passed' ? 'success' : 'danger'}
            >
              {text(`verdict.${outcome}`)}
            </Badge>
            <Caption1>{message}</Caption1>
          </li>
        ))}
      </ul>
    </>
  );
}
